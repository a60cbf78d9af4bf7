// SMS by Twilio: https://www.twilio.com/docs/messaging/api/message-resource (docs/decisions/0010).
import { z } from 'zod'
import type { Deps } from '#server/platform/deps.ts'
import type { Answer, TextCall, TextMessage, Verdict } from './text-call.ts'

/** Characters of one part in the 7-bit alphabet; a single other character leaves only 70. */
const SMS_MAX = 160
/** Letters and signs of the 7-bit alphabet (3GPP TS 23.038, table 6.2.1) that take one place. */
const SEVEN_BIT = /[\n !"#$%&'()*+,\-./0-9:;<=>?@A-Z_a-z¡£¥§¿ÄÅÆÇÉÑÖØÜßàäåæèéìñòöøùü]/u

/** Writes a text in the 7-bit alphabet: `código` becomes `codigo`; other signs are left out. */
function sevenBit(text: string): string {
  const isShort = (letter: string) => SEVEN_BIT.test(letter)
  return Array.from(
    text
      .normalize('NFC')
      .replace(/[‘’´`]/g, "'")
      .replace(/[‐-―→]/g, '-')
      .replace(/[^\S\n]/g, ' '),
  )
    .flatMap((letter) => (isShort(letter) ? letter : [...letter.normalize('NFD')].filter(isShort)))
    .join('')
}

export function smsCall(
  { urls, secrets }: Pick<Deps, 'urls' | 'secrets'>,
  phone: string,
  message: TextMessage,
  shortCode?: string,
): TextCall | undefined {
  if (urls.sms === undefined || !secrets.sms) return undefined
  const { accountSid, authToken, serviceSid } = secrets.sms
  const form = {
    To: phone,
    MessagingServiceSid: serviceSid,
    Body: sevenBit(textOf(message, urls.site, shortCode)),
  }
  return {
    url: `${urls.sms}/2010-04-01/Accounts/${accountSid}/Messages.json`,
    authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
    type: 'application/x-www-form-urlencoded',
    body: new URLSearchParams(form).toString(),
    judge,
  }
}

/** `shortCode`: of its short links, to what it tells and to the page that stops such texts. */
function textOf(message: TextMessage, site: string, shortCode?: string): string {
  if (message.kind === 'code') {
    const { host } = new URL(site)
    // Browsers read the last line to fill in the code (WebOTP).
    return `Cupo: tu código es ${message.code}. No lo compartas.\n\n@${host} #${message.code}`
  }
  const short = `${new URL(site).host}/n/${shortCode}`
  const end = shortCode ? `${short} No mas: ${short}/no` : `${site}${message.url}`
  const room = SMS_MAX - 1 - end.length
  // One part has room for whole facts only, in order of their importance: the link shows the rest.
  const facts = message.body.split(/\n| · /).filter((fact) => fact !== '')
  let text = `Cupo: ${message.title}`.slice(0, room)
  for (const fact of facts) {
    if (text.length + fact.length + 2 > room) break
    text += `. ${fact}`
  }
  return `${text} ${end}`
}

const Sent = z.object({ sid: z.string().min(1) })
const Failure = z.object({ code: z.int() })

/** Codes for unreachable numbers: https://www.twilio.com/docs/api/errors */
const UNREACHABLE = new Set([21_211, 21_610, 21_612, 21_614])
/** Codes for a refused login, a suspended account, a disabled country, or no sender. */
const OURS = new Set([20_003, 20_005, 21_408, 21_606, 21_703])

function judge({ status, body }: Answer): Verdict {
  if (status < 300) return { is: 'sent', messageId: Sent.safeParse(body).data?.sid ?? null }
  const code = Failure.safeParse(body).data?.code ?? -1
  if (status === 401 || status === 403 || OURS.has(code)) return { is: 'ours', code }
  return UNREACHABLE.has(code) ? { is: 'unreachable', code } : { is: 'later', code }
}
