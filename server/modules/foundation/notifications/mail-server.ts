import type { Readable } from 'node:stream'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { breakerFor } from '#server/platform/circuit-breaker.ts'
import { addMs, MINUTE_MS } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'
import { JobPostponed, OutcomeUnknown } from '#server/platform/jobs/lanes.ts'

const TIMEOUT_MS = 15_000
/** Timeout of one message including the connection; a job is locked for two minutes. */
const WHOLE_MS = 100_000
/** Providers lock accounts after many wrong passwords: two tries, then one every few minutes. */
const BREAKER = { failuresMax: 2, pauseMs: MINUTE_MS / 2, pauseMaxMs: 5 * MINUTE_MS }

/** Reasons for which no mail can be sent; a person must correct `password` and `sender`. */
export const mailServerFailures = ['password', 'sender', 'unreachable'] as const
type Reason = (typeof mailServerFailures)[number]

type MailDeps = Pick<Deps, 'urls' | 'clock' | 'metrics' | 'log'>

type Transport = ReturnType<typeof openTransport>
const transports = new WeakMap<object, Map<string, Transport>>()

/** Opens the single connection of a process, which stays open between messages. */
function openTransport(url: string) {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 1,
    // One retry, since the server can have closed the connection meanwhile.
    maxRequeues: 1,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  })
  // The message is read only after the server said that it takes it.
  transport.use('stream', ({ message, data }, done) => {
    const open = message.createReadStream.bind(message)
    message.createReadStream = (options) => (data as Observed).opened(open(options))
    done()
  })
  return transport
}

type Observed = SendMailOptions & { opened(stream: Readable): Readable }

/** Returns the transport of this process; `metrics` is the same in all copies of `deps`. */
function transportOf({ metrics }: MailDeps, url: string): Transport {
  const own = transports.get(metrics) ?? new Map<string, Transport>()
  transports.set(metrics, own)
  const transport = own.get(url) ?? openTransport(url)
  own.set(url, transport)
  return transport
}

/** Closes the connections of this process to the mail server. */
export function closeMailServer({ metrics }: Pick<Deps, 'metrics'>): void {
  for (const transport of transports.get(metrics)?.values() ?? []) transport.close()
  transports.delete(metrics)
}

const breakerOf = ({ metrics }: MailDeps) => breakerFor(metrics, 'mail', BREAKER)

/** Throws `JobPostponed` while the circuit breaker of the mail server is open. */
export function checkMailServer(deps: MailDeps): void {
  const until = breakerOf(deps).closedUntil(deps.clock.now())
  if (until) throw new JobPostponed(until, 'the mail server takes nothing')
}

/**
 * Sends a message for one recipient. Returns the reply of a permanent refusal, else null. Throws
 * `JobPostponed` when the server accepts no mail, `OutcomeUnknown` when the connection broke after
 * the server began to take the message, other errors when the message can be sent later.
 */
export async function handOver(
  deps: MailDeps,
  url: string,
  message: SendMailOptions,
): Promise<string | null> {
  const breaker = breakerOf(deps)
  const until = breaker.enter(deps.clock.now())
  if (until) throw new JobPostponed(until, 'the mail server takes nothing')
  let sent: Readable | undefined
  const opened = (stream: Readable) => {
    sent = stream
    return stream
  }
  try {
    const signal = AbortSignal.timeout(WHOLE_MS)
    const observed: Observed = { ...message, signal, opened }
    await transportOf(deps, url).sendMail(observed)
    breaker.succeeded()
    return null
  } catch (error) {
    const failure = error as Failure
    if (sent?.readableDidRead && failure.responseCode === undefined) {
      breaker.succeeded()
      throw new OutcomeUnknown('the connection broke after DATA', { cause: error })
    }
    const reason = reasonOf(failure)
    if (reason) throw serverFailed(deps, reason, failure)
    breaker.succeeded()
    const refused = refusedForGood(failure)
    if (refused === null) throw error
    return refused
  }
}

function serverFailed(deps: MailDeps, reason: Reason, { code, responseCode }: Failure) {
  const breaker = breakerOf(deps)
  const now = deps.clock.now()
  breaker.failed(now)
  deps.metrics.count('mail_server_failed', { reason })
  // The reply of the server can repeat an address, so it is not logged.
  deps.log.warn({ reason, code, responseCode }, 'the mail server takes nothing')
  const runAt = breaker.closedUntil(now) ?? addMs(now, BREAKER.pauseMs)
  return new JobPostponed(runAt, `mail server: ${reason}`)
}

/** Error of nodemailer: https://nodemailer.com/errors */
type Failure = {
  code?: string
  /** The command that failed, such as `RCPT TO`. */
  command?: string
  responseCode?: number
  response?: string
  rejectedErrors?: Failure[]
}

const LOGIN = new Set(['EAUTH', 'ENOAUTH', 'EOAUTH2'])
/** Failures before a message that are not of the command `CONN`. */
const BEFORE_MESSAGE = new Set(['ETLS', 'EREQUIRETLS', 'EPROXY', 'EABORT', 'ECONFIG'])

/**
 * Returns why the server accepts no mail; undefined if only this message failed. nodemailer gives
 * the command `CONN` to what fails while connecting or on a broken connection, whatever its code.
 */
export function reasonOf({ code = '', command, responseCode }: Failure): Reason | undefined {
  if (LOGIN.has(code)) return 'password'
  const isBefore = command === 'CONN' || BEFORE_MESSAGE.has(code)
  if (isBefore || responseCode === 421) return 'unreachable'
  return code === 'EENVELOPE' && command === 'MAIL FROM' ? 'sender' : undefined
}

/** Replies that do not concern the recipient. 503: commands out of order, 530: no login. */
const NOT_OF_RECIPIENT = new Set([503, 530])

/**
 * Returns the reply that refused the recipient permanently, else null. `x.7.z` is a policy of the
 * server (RFC 3463 §3.8), such as refusing to relay our mail: the address can be valid.
 */
function refusedForGood({ rejectedErrors = [] }: Failure): string | null {
  const [refusal] = rejectedErrors
  if (refusal?.code !== 'EENVELOPE' || refusal.command !== 'RCPT TO') return null
  const { responseCode: code = 0, response = '' } = refusal
  const [status = '', subject] = /\b[45]\.(\d{1,3})\.\d{1,3}\b/.exec(response) ?? []
  if (code < 500 || NOT_OF_RECIPIENT.has(code) || subject === '7') return null
  return `${code} ${status}`.trim()
}
