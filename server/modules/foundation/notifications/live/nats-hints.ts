import { connect, type NatsConnection } from '@nats-io/transport-node'
import type { Logger } from '#server/platform/log.ts'
import { onCommit, wakeReaders } from './wake.ts'

/** Subject of hints. Their messages are empty: live events were committed, for no named person. */
export const HINTS_SUBJECT = 'cupo.live'

/** Wait before the next attempt to connect to a server that did not answer or refused us. */
const RETRY_MS = 5_000

export type Hints = {
  /** Tells whether hints of other processes arrive now; else the database is polled more often. */
  connected(): boolean
  close(): Promise<void>
}

/** Hints that do nothing, used when no NATS server is configured. */
export const noHints: Hints = { connected: () => false, close: async () => {} }

/**
 * Publishes over NATS that live events were committed, and receives such hints of other processes.
 * Nothing depends on a hint: the database is polled anyway, only less often.
 */
export function openNatsHints(url: string, log: Logger): Hints {
  let connection: NatsConnection | undefined
  let heard = false
  let closed = false
  let retry: NodeJS.Timeout | undefined
  const stop = onCommit(() => {
    // While disconnected, the client would queue every message until it is of no use.
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
      // Hints can be lost, and the interval of polling has changed.
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

/** Options of the connection, which reconnects by itself without a limit of attempts. */
function optionsOf(url: string) {
  const { host, protocol, username, password } = new URL(url)
  return {
    name: 'cupo',
    servers: host,
    noEcho: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 1_000,
    // A broken connection is noticed within 20 s.
    pingInterval: 10_000,
    ...(username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : {}),
    // Refuses a server without TLS, or with a certificate that cannot be verified.
    ...(protocol === 'tls:' ? { tls: {} } : {}),
  }
}
