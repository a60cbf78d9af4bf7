/** Messages that were written and are not sent yet: IndexedDB, so that they survive a reload. */

import { api } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { newIdempotencyKey } from '#web/lib/keys.ts'
import { localDatabase } from '#web/lib/local-database.ts'

type Content = { text: string } | { position: { lat: number; lng: number } }

export type Unsent = {
  /** The id under which the server stores it once, however often it is sent. */
  id: string
  ownerId: string
  conversationId: string
  content: Content
  /** Milliseconds; they are sent in this order. */
  writtenAt: number
  /** Why the server refused it; null while it waits to be sent. */
  refusal: string | null
}

const database = localDatabase('cupo-messages', { unsent: 'id' })

/** What IndexedDB holds; all there is where IndexedDB is blocked. */
let known: readonly Unsent[] = []
let loaded: Promise<void> | null = null
const listeners = new Set<() => void>()

function show(unsent: readonly Unsent[]): void {
  known = [...unsent].sort((a, b) => a.writtenAt - b.writtenAt)
  for (const listener of listeners) listener()
}

function load(): Promise<void> {
  loaded ??= database
    .run<Unsent[]>('unsent', 'readonly', (it) => it.getAll())
    .then(
      (stored) => show([...known, ...stored.filter(({ id }) => known.every((k) => k.id !== id))]),
      () => {},
    )
  return loaded
}

async function put(unsent: Unsent): Promise<void> {
  show([...known.filter(({ id }) => id !== unsent.id), unsent])
  await database.run('unsent', 'readwrite', (it) => it.put(unsent)).catch(() => {})
}

async function drop(gone: string): Promise<void> {
  show(known.filter(({ id }) => id !== gone))
  await database.run('unsent', 'readwrite', (it) => it.delete(gone)).catch(() => {})
}

/** @returns the function that stops listening */
export function subscribeOutbox(listener: () => void): () => void {
  listeners.add(listener)
  void load()
  return () => listeners.delete(listener)
}

/** The same array until something changes. */
export function readOutbox(): readonly Unsent[] {
  return known
}

/** Stores a message and starts sending. */
export async function write(
  message: Pick<Unsent, 'ownerId' | 'conversationId' | 'content'>,
): Promise<void> {
  await load()
  const last = known.at(-1)?.writtenAt ?? 0
  const writtenAt = Math.max(Date.now(), last + 1)
  await put({ ...message, id: newIdempotencyKey(), writtenAt, refusal: null })
  void sendOutbox(message.ownerId)
}

export async function retryUnsent(unsent: Unsent): Promise<void> {
  await put({ ...unsent, refusal: null })
  void sendOutbox(unsent.ownerId)
}

export const discardUnsent = (unsent: Unsent): Promise<void> => drop(unsent.id)

const sentListeners = new Set<(unsent: Unsent) => Promise<void>>()

/** Calls back before a sent message leaves the outbox, so that it is never out of sight. */
export function onSent(listener: (unsent: Unsent) => Promise<void>): () => void {
  sentListeners.add(listener)
  return () => sentListeners.delete(listener)
}

let sending: Promise<void> | null = null

/** Sends what waits, in the order it was written, until one cannot reach the server. */
export function sendOutbox(ownerId: string): Promise<void> {
  sending ??= withLock(() => sendAll(ownerId)).finally(() => {
    sending = null
  })
  return sending
}

/** Two tabs would send out of order. */
function withLock(fn: () => Promise<void>): Promise<void> {
  const locks: LockManager | undefined = navigator.locks
  return locks ? locks.request('cupo-outbox', fn) : fn()
}

const RETRY_MS = 3_000

async function sendAll(ownerId: string): Promise<void> {
  await load()
  for (;;) {
    const next = known.find((it) => it.ownerId === ownerId && it.refusal === null)
    if (!next) return
    const outcome = await send(next)
    if (outcome === 'sent') {
      await Promise.all([...sentListeners].map((listener) => listener(next).catch(() => {})))
      await drop(next.id)
    } else if (outcome === 'unreachable') {
      // Without a network `online` tries again.
      if (!navigator.onLine) return
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    } else await put({ ...next, refusal: outcome.refusal })
  }
}

type Outcome = 'sent' | 'unreachable' | { refusal: string }

async function send({ id, conversationId, content }: Unsent): Promise<Outcome> {
  try {
    await api.conversations.send({ params: { conversationId }, body: { id, ...content } })
    return 'sent'
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 0
    // No answer, a server in trouble, too many at a time, a session that ended: later.
    if (status === 0 || status >= 500 || status === 429 || status === 401) return 'unreachable'
    return { refusal: (error as ApiError).message }
  }
}

/** Call on sign-out: somebody else may have this device. */
export async function forgetOutbox(): Promise<void> {
  show([])
  await database.run('unsent', 'readwrite', (it) => it.clear())
}
