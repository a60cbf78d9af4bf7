import { createTransport, type SendMailOptions } from 'nodemailer'
import { breakerFor } from '#server/platform/circuit-breaker.ts'
import { addMs, MINUTE_MS } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'
import { JobPostponed } from '#server/platform/jobs/lanes.ts'

const PATIENCE_MS = 15_000
/** Of one message, waiting for the connection included; a job is locked for two minutes. */
const WHOLE_MS = 100_000
/** Providers lock accounts after many wrong passwords: two tries, then one every few minutes. */
const BREAKER = { failuresMax: 2, pauseMs: MINUTE_MS / 2, pauseMaxMs: 5 * MINUTE_MS }

/** Why nothing can be sent at all. `password` and `sender` last until a person corrects them. */
export const mailServerFailures = ['password', 'sender', 'unreachable'] as const
type Reason = (typeof mailServerFailures)[number]

type MailDeps = Pick<Deps, 'urls' | 'clock' | 'metrics' | 'log'>

type Transport = ReturnType<typeof openTransport>
const transports = new WeakMap<object, Map<string, Transport>>()

/** One connection in each process, kept open between messages. */
function openTransport(url: string) {
  return createTransport({
    url,
    pool: true,
    maxConnections: 1,
    // The server may have ended the connection meanwhile.
    maxRequeues: 1,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
  })
}

/** `metrics` is the one object that all copies of `deps` share. */
function transportOf({ metrics }: MailDeps, url: string): Transport {
  const own = transports.get(metrics) ?? new Map<string, Transport>()
  transports.set(metrics, own)
  const transport = own.get(url) ?? openTransport(url)
  own.set(url, transport)
  return transport
}

/** Ends the connections of this process. */
export function closeMailServer({ metrics }: Pick<Deps, 'metrics'>): void {
  for (const transport of transports.get(metrics)?.values() ?? []) transport.close()
  transports.delete(metrics)
}

const breakerOf = ({ metrics }: MailDeps) => breakerFor(metrics, 'mail', BREAKER)

/** Throws `JobPostponed` while the mail server takes nothing. */
export function checkMailServer(deps: MailDeps): void {
  const until = breakerOf(deps).closedUntil(deps.clock.now())
  if (until) throw new JobPostponed(until, 'the mail server takes nothing')
}

/**
 * Hands a message for one recipient to the server. Answers `null`, or the reply with which the
 * server refused that recipient for good.
 * @throws JobPostponed when the server takes nothing at all
 * @throws what the server said otherwise; the message can be sent later
 */
export async function handOver(
  deps: MailDeps,
  url: string,
  message: SendMailOptions,
): Promise<string | null> {
  const breaker = breakerOf(deps)
  const until = breaker.enter(deps.clock.now())
  if (until) throw new JobPostponed(until, 'the mail server takes nothing')
  try {
    const signal = AbortSignal.timeout(WHOLE_MS)
    await transportOf(deps, url).sendMail({ ...message, signal })
    breaker.succeeded()
    return null
  } catch (error) {
    const failure = error as Failure
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
  // What the server says may repeat an address.
  deps.log.warn({ reason, code, responseCode }, 'the mail server takes nothing')
  const runAt = breaker.closedUntil(now) ?? addMs(now, BREAKER.pauseMs)
  return new JobPostponed(runAt, `mail server: ${reason}`)
}

/** Of nodemailer: https://nodemailer.com/errors */
type Failure = {
  code?: string
  /** The command that failed, such as `RCPT TO`. */
  command?: string
  responseCode?: number
  response?: string
  rejectedErrors?: Failure[]
}

const LOGIN = new Set(['EAUTH', 'ENOAUTH', 'EOAUTH2'])
const CONNECTION = new Set([
  ...['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EDNS', 'ETLS', 'EREQUIRETLS', 'EPROTOCOL', 'EPROXY'],
  ...['EABORT', 'ECONFIG'],
])

/** Undefined where the message failed, and others would pass. */
function reasonOf({ code = '', command, responseCode }: Failure): Reason | undefined {
  if (LOGIN.has(code)) return 'password'
  if (CONNECTION.has(code) || responseCode === 421) return 'unreachable'
  return code === 'EENVELOPE' && command === 'MAIL FROM' ? 'sender' : undefined
}

/** 503: commands out of order, 530: no login; neither says anything of the recipient. */
const NOT_OF_RECIPIENT = new Set([503, 530])

/**
 * The reply by which the recipient was refused for good; null for any other failure. `x.7.z` are
 * rules of the server (RFC 3463 §3.8), such as not passing on our mail: the address may be good.
 */
function refusedForGood({ rejectedErrors = [] }: Failure): string | null {
  const [refusal] = rejectedErrors
  if (refusal?.code !== 'EENVELOPE' || refusal.command !== 'RCPT TO') return null
  const { responseCode: code = 0, response = '' } = refusal
  const [status = '', subject] = /\b[45]\.(\d{1,3})\.\d{1,3}\b/.exec(response) ?? []
  if (code < 500 || NOT_OF_RECIPIENT.has(code) || subject === '7') return null
  return `${code} ${status}`.trim()
}
