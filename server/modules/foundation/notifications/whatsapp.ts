// WhatsApp Cloud API of Meta: requests, and the meaning of the answers.
// https://developers.facebook.com/docs/whatsapp/cloud-api/guides/send-message-templates
import { z } from 'zod'
import type { Deps } from '#server/platform/deps.ts'
import type { Answer, TextCall, TextMessage, Verdict } from './text-call.ts'

/** Limits of the parameters: a template with its parameters can have 1,024 characters. */
const TITLE_MAX = 150
const BODY_MAX = 700

/** Builds the request for a template that Meta has approved (texts in docs/operations.md). */
export function whatsappCall(
  { urls, secrets }: Pick<Deps, 'urls' | 'secrets'>,
  phone: string,
  message: TextMessage,
): TextCall | undefined {
  if (urls.whatsapp === undefined || !secrets.whatsapp) return undefined
  const { phoneId, token } = secrets.whatsapp
  const body = {
    messaging_product: 'whatsapp',
    to: phone.replace('+', ''),
    type: 'template',
    template: { ...templateOf(message), language: { code: 'es_CO' } },
  }
  return {
    url: `${urls.whatsapp}/${phoneId}/messages`,
    authorization: `Bearer ${token}`,
    type: 'application/json',
    body: JSON.stringify(body),
    judge,
  }
}

function templateOf(message: TextMessage) {
  const parameters = (...values: string[]) => values.map((text) => ({ type: 'text', text }))
  const body = (...values: string[]) => ({ type: 'body', parameters: parameters(...values) })
  const button = (value: string) => ({
    type: 'button',
    sub_type: 'url',
    index: '0',
    parameters: parameters(value),
  })
  if (message.kind === 'code') {
    return { name: 'cupo_codigo', components: [body(message.code), button(message.code)] }
  }
  const components = [
    body(asParameter(message.title, TITLE_MAX), asParameter(message.body, BODY_MAX)),
    button(message.url.replace(/^\//, '')),
  ]
  return { name: 'cupo_aviso_2', components }
}

/** Formats a parameter without line breaks, repeated spaces (forbidden by Meta) and full stop. */
function asParameter(text: string, max: number): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, max).replace(/\.$/, '')
}

const Accepted = z.object({ messages: z.array(z.object({ id: z.string().min(1) })).min(1) })
const Failure = z.object({ error: z.object({ code: z.int() }) })

const UNREACHABLE = new Set([131_021, 131_026, 131_030])
/**
 * Codes for a problem of our account, payment, number or templates, which a person must correct:
 * https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes
 */
const OURS = new Set([...[0, 3, 10, 190, 368, 131_005, 131_031, 131_042, 131_045, 133_010]])
/** Codes for a template that does not exist, breaks a rule, is paused or is disabled. */
const NO_TEMPLATE = new Set([132_001, 132_007, 132_015, 132_016])

export function isOurFault(code: number): boolean {
  return OURS.has(code) || NO_TEMPLATE.has(code) || (code >= 200 && code <= 299)
}

function judge({ status, body }: Answer): Verdict {
  if (status < 300) {
    const { data } = Accepted.safeParse(body)
    return { is: 'sent', messageId: data?.messages[0]?.id ?? null }
  }
  const code = Failure.safeParse(body).data?.error.code ?? -1
  if (status === 401 || status === 403 || isOurFault(code)) {
    return { is: 'ours', code, noTemplate: NO_TEMPLATE.has(code) }
  }
  return UNREACHABLE.has(code) ? { is: 'unreachable', code } : { is: 'later', code }
}
