import { connect, type NatsConnection } from '@nats-io/transport-node'
import type { Logger } from '#server/platform/log.ts'
import { onCommit, wakeReaders } from './wake.ts'

/** Messages on it are empty: they say that live events were committed, not whose. */
export const HINTS_SUBJECT = 'cupo.live'

/** Before a server that did not answer, or refused us, is tried again. */
const RETRY_MS = 5_000

export type Hints = {
  /** Whether other processes are heard now; otherwise the database is polled more often. */
  connected(): boolean
  close(): Promise<void>
}

/** Where no NATS server is configured. */
export const noHints: Hints = { connected: () => false, close: async () => {} }

/**
 * Tells other processes over NATS that live events were committed, and hears them. Nothing depends
 * on a hint: the database has the events and is polled anyway, only less often.
 */
export function openNatsHints(url: string, log: Logger): Hints {
  let connection: NatsConnection | undefined
  let heard = false
  let closed = false
  let retry: NodeJS.Timeout | undefined
  const stop = onCommit(() => {
    // While it is away the client would keep every message for later, when it is of no use.
    if (heard) connection?.publish(HINTS_SUBJECT)
  })

  async function follow(): Promise<void> {
    const opened = await connect(optionsOf(url))
    if (closed) return await opened.close()
    connection = opened
    opened.subscribe(HINTS_SUBJECT, { callback: () => wakeReaders() })
    await opened.flush()
    heard = true
    for await (const { type } of opened.status()) {
      if (type !== 'disconnect' && type !== 'reconnect') continue
      heard = type === 'reconnect'
      log.warn({ connected: heard }, 'nats')
      // Hints may have been lost, and from now on the pause between two polls is another.
      wakeReaders()
    }
  }

  async function run(): Promise<void> {
    await follow().catch((err: unknown) => log.warn({ err }, 'nats'))
    heard = false
    wakeReaders()
    if (!closed) retry = setTimeout(() => void run(), RETRY_MS).unref()
  }

  void run()
  return {
    connected: () => heard,
    async close() {
      closed = true
      clearTimeout(retry)
      stop()
      await connection?.close()
    },
  }
}

/** A process that is away comes back by itself, however long that takes. */
function optionsOf(url: string) {
  const { host, protocol, username, password } = new URL(url)
  return {
    name: 'cupo',
    servers: host,
    noEcho: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 1_000,
    // A connection whose other end is gone is noticed within 20 s.
    pingInterval: 10_000,
    ...(username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : {}),
    // Refuses a server without TLS, or with a certificate that cannot be verified.
    ...(protocol === 'tls:' ? { tls: {} } : {}),
  }
}
