import type { Deps, ReadDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { listOpenSessionsAmong } from './live.queries.ts'
import { type LiveStream, openStream, PING_MS } from './live-stream.ts'
import { type LiveTail, openTail } from './live-tail.ts'
import { missedEvents } from './missed-events.ts'
import { openPause } from './wake.ts'

/** Interval of polling the database for events of other processes. */
const POLL_MS = 200
/** Interval while processes send hints: a lost hint delays an event by this at most. */
const POLL_WITH_HINTS_MS = 1_000
/** Wait after a failed read of the database. */
const RETRY_MS = 1_000
/** Interval of checking for ended sessions whose end no event announced. */
const SESSIONS_MS = 5_000
/** Limit of open tabs of one person in this process. */
const STREAMS_MAX = 8

export type LiveHub = {
  /** Opens the stream of one tab, from the cursor `after` on. Errors: `too_many_streams`. */
  join(actor: Actor, after: string | undefined): Promise<LiveStream>
  /** Ends all streams, so that the server can close. */
  close(): void
}

type HubDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'metrics'>

/** Delivers live events to the open streams of this process, with one reader for all of them. */
export function openHub(deps: HubDeps, hints: { connected(): boolean }): LiveHub {
  const streams = new Set<LiveStream>()
  const help = 'Streams to open screens'
  deps.metrics.gauge({ name: 'cupo_live_streams', help }, () => streams.size)
  const tail = openTail(deps)
  const pause = openPause()
  const chores = openChores(deps, streams, tail)
  let closed = false
  let running = false

  async function run(): Promise<void> {
    running = true
    while (!closed && streams.size > 0) {
      pause.begin()
      let rest = hints.connected() ? POLL_WITH_HINTS_MS : POLL_MS
      try {
        await deliver(deps, streams, await tail.read())
        await chores()
      } catch (err) {
        deps.log.warn({ err }, 'live events')
        rest = RETRY_MS
      }
      await pause.rest(rest)
    }
    tail.stop()
    running = false
  }

  return {
    async join({ userId, sessionId }, after) {
      const own = [...streams].filter((stream) => stream.userId === userId)
      if (own.length >= STREAMS_MAX) throw new AppError('too_many_streams')
      await tail.start()
      // Registered before the missed events are read, so that no event falls between the two.
      const stream = openStream({ userId, sessionId })
      streams.add(stream)
      stream.body.once('close', () => streams.delete(stream))
      if (!running) void run()
      try {
        const missed = await missedEvents(deps, { userId, after })
        if (missed.reset) stream.reset(missed.cursor)
        else stream.send(missed.rows, missed.cursor)
      } catch (error) {
        stream.body.destroy()
        throw error
      }
      return stream
    },
    close() {
      closed = true
      for (const stream of streams) stream.end()
      pause.end()
    },
  }
}

/** Delivers new events to the streams of the addressed people whose sessions are still open. */
async function deliver(
  deps: HubDeps,
  streams: Set<LiveStream>,
  news: Awaited<ReturnType<LiveTail['read']>>,
): Promise<void> {
  const addressed = [...streams].filter(({ userId }) => news.byPerson.has(userId))
  try {
    await endClosed(deps, addressed)
  } catch (error) {
    // These events are not read again: a client that reconnects with its last cursor gets them.
    for (const stream of addressed) stream.end()
    throw error
  }
  for (const stream of streams) {
    if (news.reset) stream.reset(news.cursor)
    const rows = news.byPerson.get(stream.userId)
    if (rows) stream.send(rows, news.cursor)
  }
}

/** Returns the periodic tasks: pings, and ending the streams of ended sessions. */
function openChores(deps: HubDeps, streams: Set<LiveStream>, tail: LiveTail): () => Promise<void> {
  let pinged = performance.now()
  let checked = performance.now()
  return async () => {
    const now = performance.now()
    const cursor = tail.cursor()
    if (cursor && now - pinged >= PING_MS) {
      pinged = now
      for (const stream of streams) stream.send([], cursor)
    }
    if (now - checked < SESSIONS_MS) return
    checked = now
    await endClosed(deps, [...streams])
  }
}

/** Closes the streams whose session has ended, so that they receive no further events. */
async function endClosed({ db, clock }: ReadDeps, streams: readonly LiveStream[]): Promise<void> {
  if (streams.length === 0) return
  const ids = [...new Set(streams.map(({ sessionId }) => sessionId))]
  const open = new Set(await listOpenSessionsAmong(db, { ids, now: clock.now() }))
  for (const stream of streams) if (!open.has(stream.sessionId)) stream.end()
}
