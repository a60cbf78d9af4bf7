import { z } from 'zod'
import { User } from './auth.ts'
import { Instant, inputText, SixDigits } from './common.ts'
import { del, post } from './route.ts'

const PhoneChannel = z.enum(['whatsapp', 'sms'])

export const phones = {
  requestCode: post('/me/phone/code', {
    auth: 'live',
    summary: 'Send a code to a telephone',
    description:
      'Sends a code of six digits to a Colombian mobile number, by WhatsApp unless said. The ' +
      'answer is the same when another account has proved the number: then no code is sent and ' +
      'its owner is told. Replacing a proved number needs step-up.',
    body: z.strictObject({ phone_number: inputText().max(30), channel: PhoneChannel.optional() }),
    ok: z.object({
      channel: PhoneChannel,
      /** Channels by which the code can be sent again. */
      channels: z.array(PhoneChannel),
      expires_at: Instant,
    }),
    errors: ['step_up_required', 'phone_channel_off', 'terms_required', 'rate_limited'],
  }),
  confirm: post('/me/phone/confirm', {
    auth: 'live',
    summary: 'Confirm a telephone by its code',
    description:
      'Proves the number that the last code was sent to. A code works once, for ten minutes and ' +
      'five tries.',
    body: z.strictObject({ code: SixDigits }),
    ok: z.object({ user: User }),
    limit: { max: 60, windowSeconds: 3600, by: 'user' },
    errors: ['phone_code_wrong'],
  }),
  remove: del('/me/phone', {
    auth: 'live',
    summary: "Remove one's telephone",
    description:
      "Forgets the signed-in person's number. A proved one needs step-up. Safe to repeat.",
    ok: z.object({ user: User }),
    errors: ['step_up_required'],
  }),
}
