import type { CircuitBreaker } from '#server/platform/circuit-breaker.ts'
import { breakerFor } from '#server/platform/circuit-breaker.ts'
import { MINUTE_MS } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'
import { JobPostponed } from '#server/platform/jobs/lanes.ts'

export type TextChannel = 'whatsapp' | 'sms'

/** A message to a telephone: a code, or news with a link. */
export type TextMessage =
  | { kind: 'code'; code: string }
  | { kind: 'news'; title: string; body: string; url: string }

type TextDeps = Pick<Deps, 'urls' | 'secrets' | 'clock' | 'metrics' | 'log'>

const PATIENCE_MS = 8_000
const BREAKER = { failuresMax: 5, pauseMs: 15_000, pauseMaxMs: 2 * MINUTE_MS }
/** What one SMS with accents holds, three parts long. */
const SMS_MAX = 200

/** The channels that this server can send by, the preferred one first. */
export function textChannels({ urls }: Pick<Deps, 'urls'>): TextChannel[] {
  return (['whatsapp', 'sms'] as const).filter((channel) => urls[channel] !== undefined)
}

/**
 * Sends one message to a number as it is dialled from anywhere (`+573…`). What the provider refuses
 * for good is counted and dropped; anything else throws. While the provider is down it is not
 * asked: throws `JobPostponed`.
 */
export async function sendText(
  deps: TextDeps,
  to: { channel: TextChannel; phone: string },
  message: TextMessage,
): Promise<void> {
  const { channel } = to
  const call = channel === 'whatsapp' ? whatsappCall(deps, to, message) : smsCall(deps, to, message)
  if (!call) return deps.metrics.count('text_dropped', { channel })
  const breaker = breakerFor(deps.metrics, `text.${channel}`, BREAKER)
  const until = breaker.enter(deps.clock.now())
  if (until) throw new JobPostponed(until, `${channel} does not answer`)
  const status = await post(deps, breaker, call)
  if (status < 300) return deps.metrics.count('text_sent', { channel })
  deps.metrics.count('text_refused', { channel })
  deps.log.warn({ channel, status }, 'message to a telephone refused')
}

type Call = { url: string; token: string; body: object }

/** Status of the answer; throws where trying again makes sense. */
async function post(deps: TextDeps, breaker: CircuitBreaker, call: Call): Promise<number> {
  try {
    const answer = await fetch(call.url, {
      method: 'POST',
      headers: { authorization: `Bearer ${call.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(call.body),
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    await answer.body?.cancel()
    if (answer.status === 429 || answer.status >= 500) {
      throw new Error(`the provider answered ${answer.status}`)
    }
    breaker.succeeded()
    return answer.status
  } catch (error) {
    breaker.failed(deps.clock.now())
    throw error
  }
}

/** Templates that WhatsApp must have approved for our number (docs/operations.md). */
function whatsappCall(
  { urls, secrets }: TextDeps,
  { phone }: { phone: string },
  message: TextMessage,
): Call | undefined {
  if (urls.whatsapp === undefined || !secrets.whatsapp) return undefined
  const text = (value: string) => ({ type: 'text', text: value })
  const button = (value: string) => ({
    type: 'button',
    sub_type: 'url',
    index: '0',
    parameters: [text(value)],
  })
  const body = (...values: string[]) => ({ type: 'body', parameters: values.map(text) })
  const template =
    message.kind === 'code'
      ? { name: 'cupo_codigo', components: [body(message.code), button(message.code)] }
      : {
          name: 'cupo_aviso',
          // No line breaks in parameters, by their rules.
          components: [
            body(message.title, message.body.replace(/\s+/g, ' ')),
            button(message.url.replace(/^\//, '')),
          ],
        }
  return {
    url: `${urls.whatsapp}/${secrets.whatsapp.phoneId}/messages`,
    token: secrets.whatsapp.token,
    body: {
      messaging_product: 'whatsapp',
      to: phone.replace('+', ''),
      type: 'template',
      template: { ...template, language: { code: 'es_CO' } },
    },
  }
}

function smsCall(
  { urls, secrets }: TextDeps,
  { phone }: { phone: string },
  message: TextMessage,
): Call | undefined {
  if (urls.sms === undefined || !secrets.sms) return undefined
  const { host } = new URL(urls.site)
  const text =
    message.kind === 'code'
      ? // The last line lets browsers fill the field in (WebOTP).
        `Cupo: tu código es ${message.code}. No lo compartas.\n\n@${host} #${message.code}`
      : `Cupo: ${message.title}`.slice(0, SMS_MAX - urls.site.length - message.url.length) +
        ` ${urls.site}${message.url}`
  return { url: urls.sms, token: secrets.sms, body: { to: phone, text } }
}
