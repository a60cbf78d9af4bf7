import type { LiveEvent } from '#contract/live.ts'
import { api } from '#web/lib/api.ts'
import { apiFetch } from '#web/lib/api-fetch.ts'
import { SITE } from '#web/lib/site.ts'
import { readToken } from '#web/lib/token-store.ts'
import { spread } from '#web/lib/when-busy.ts'
import { blockReader } from './event-blocks.ts'

type Follower = {
  onEvent(event: LiveEvent): void
  /** Events could be lost: all shown data must be refetched. */
  onReset(): void
}

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000
/** Length of three ping intervals: the connection is dead after this time without a ping. */
const SILENCE_MS = 45_000

/** Number of remembered event ids, because an event can come twice after a reconnect. */
const KNOWN_MAX = 200

/** Follows live events while visible and online; resumes at the last cursor. @returns stop */
export function followLive(follower: Follower): () => void {
  const stopped = new AbortController()
  const known = new Set<string>()
  const state = { cursor: null as string | null }

  function take(event: LiveEvent): void {
    if (known.has(event.id)) return
    known.add(event.id)
    if (known.size > KNOWN_MAX) known.delete([...known][0] ?? '')
    follower.onEvent(event)
  }

  async function run(): Promise<void> {
    let waitMs = FIRST_WAIT_MS
    while (!stopped.signal.aborted) {
      await untilUsable(stopped.signal)
      const connection = new AbortController()
      const stop = () => connection.abort()
      const leave = onChange(() => isUsable() || stop())
      stopped.signal.addEventListener('abort', stop)
      try {
        await readStream({ ...follower, onEvent: take }, state, connection)
        waitMs = FIRST_WAIT_MS
      } catch {
        // The error is ignored: the next attempt shows it, and also the reason of a refusal.
      }
      leave()
      stopped.signal.removeEventListener('abort', stop)
      if (stopped.signal.aborted) return
      // Jitter, so that not all clients reconnect at once after a server restart.
      await sleep(waitMs * (0.5 + spread()), stopped.signal)
      waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2)
    }
  }

  void run()
  return () => stopped.abort()
}

async function readStream(
  follower: Follower,
  state: { cursor: string | null },
  connection: AbortController,
): Promise<void> {
  const after = state.cursor === null ? '' : `?after=${state.cursor}`
  const answer = await apiFetch(`${SITE}/api/events${after}`, {
    headers: { accept: 'text/event-stream', authorization: `Bearer ${readToken() ?? ''}` },
    signal: connection.signal,
  })
  // A normal API call renews an expired token, or asks the person to sign in again.
  if (answer.status === 401) await api.live.events()
  if (!answer.ok || !answer.body) throw new Error(`live events: ${answer.status}`)
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  const blocks = blockReader()
  for (;;) {
    const silence = setTimeout(() => connection.abort(), SILENCE_MS)
    const { done, value } = await reader.read().finally(() => clearTimeout(silence))
    if (done) return
    for (const { name, id, event } of blocks(value)) {
      if (event) follower.onEvent(event)
      if (name === 'reset') follower.onReset()
      if (id !== null) state.cursor = id
    }
  }
}

const isUsable = () => navigator.onLine && document.visibilityState === 'visible'

/** Resolves while the tab is visible and the device has a network. */
function untilUsable(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!isUsable() && !signal.aborted) return
      stop()
      signal.removeEventListener('abort', look)
      resolve()
    }
    const stop = onChange(look)
    signal.addEventListener('abort', look)
    look()
  })
}

/** Calls back when visibility or network change. @returns the function that stops watching */
function onChange(look: () => void): () => void {
  window.addEventListener('online', look)
  window.addEventListener('offline', look)
  document.addEventListener('visibilitychange', look)
  return () => {
    window.removeEventListener('online', look)
    window.removeEventListener('offline', look)
    document.removeEventListener('visibilitychange', look)
  }
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
