import { breakerFor, type CircuitBreaker } from '#server/platform/circuit-breaker.ts'
import { addMs, MINUTE_MS } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'
import { JobPostponed, OutcomeUnknown } from '#server/platform/jobs/lanes.ts'
import type { Answer, QueuedText, TextCall, TextChannel } from './text-call.ts'
import { smsCall } from './twilio.ts'
import { whatsappCall } from './whatsapp.ts'

type TextDeps = Pick<Deps, 'urls' | 'secrets' | 'clock' | 'metrics' | 'log'>

const TIMEOUT_MS = 8_000
const BREAKER = { failuresMax: 5, pauseMs: 15_000, pauseMaxMs: 2 * MINUTE_MS }

const CALLS = { whatsapp: whatsappCall, sms: smsCall }

/** Lists the channels that are configured, the preferred one first. */
export function textChannels({ urls }: Pick<Deps, 'urls'>): TextChannel[] {
  return (['whatsapp', 'sms'] as const).filter((channel) => urls[channel] !== undefined)
}

/** Message id of the provider; or `unreachable` if the channel does not reach this telephone. */
export type Handed = { messageId: string | null } | 'unreachable'

/**
 * Sends one message to a number in international form (`+573…`). Throws `JobPostponed` while the
 * provider is down or refuses our account, `OutcomeUnknown` when it did not answer in time, other
 * errors when a later retry can help.
 */
export async function sendText(
  deps: TextDeps,
  { channel, phone, message, id, of, orSms }: QueuedText,
): Promise<Handed> {
  const call = CALLS[channel](deps, phone, message, of && id)
  if (!call) {
    deps.metrics.count('text_dropped', { channel })
    return 'unreachable'
  }
  const breaker = breakerFor(deps.metrics, `text.${channel}`, BREAKER)
  const until = breaker.enter(deps.clock.now())
  if (until) throw new JobPostponed(until, `${channel} does not answer`)
  const answer = await post(deps, breaker, call)
  const verdict = call.judge(answer)
  if (verdict.is === 'ours' && !(verdict.noTemplate && orSms)) {
    throw refusesUs(deps, breaker, { channel, ...answer, ...verdict })
  }
  breaker.succeeded()
  if (verdict.is === 'sent') {
    deps.metrics.count('text_sent', { channel })
    return verdict
  }
  const { status } = answer
  const { code } = verdict
  deps.log.warn({ channel, status, code }, 'message to a telephone refused')
  if (verdict.is === 'later') throw new Error(`${channel} answered ${status}, code ${code}`)
  deps.metrics.count(verdict.is === 'ours' ? 'text_provider_failed' : 'text_refused', { channel })
  return 'unreachable'
}

function refusesUs(
  deps: TextDeps,
  breaker: CircuitBreaker,
  refusal: { channel: TextChannel; status: number; code: number },
): JobPostponed {
  const { channel, status, code } = refusal
  const now = deps.clock.now()
  breaker.failed(now)
  deps.metrics.count('text_provider_failed', { channel })
  deps.log.warn({ channel, status, code }, 'the provider refuses our account')
  const runAt = breaker.closedUntil(now) ?? addMs(now, BREAKER.pauseMs)
  return new JobPostponed(runAt, `${channel} refuses our account: ${status}, code ${code}`)
}

/** Posts a request. Throws if the provider is down or busy. */
async function post(deps: TextDeps, breaker: CircuitBreaker, call: TextCall): Promise<Answer> {
  try {
    const answer = await fetch(call.url, {
      method: 'POST',
      headers: { authorization: call.authorization, 'content-type': call.type },
      body: call.body,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const { status } = answer
    if (status === 429 || status >= 500) {
      await answer.body?.cancel()
      throw new Error(`the provider answered ${status}`)
    }
    return { status, body: await answer.json().catch(() => null) }
  } catch (error) {
    breaker.failed(deps.clock.now())
    if (error instanceof Error && error.name === 'TimeoutError')
      throw new OutcomeUnknown('the provider did not answer in time', { cause: error })
    throw error
  }
}
