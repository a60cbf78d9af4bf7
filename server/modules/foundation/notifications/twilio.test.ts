import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { TextMessage } from './text-call.ts'
import { smsCall } from './twilio.ts'

/** Alphabet of one part of 160 places (3GPP TS 23.038), copied from the standard. */
const ALPHABET =
  '@£$¥èéùìòÇ\nØøÅå_ÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿' +
  'abcdefghijklmnopqrstuvwxyzäöñüà'

function bodyOf(message: TextMessage): string {
  const call = smsCall(
    {
      urls: { sms: 'https://sms.example', site: 'https://www.cupo.example' },
      secrets: { sms: { accountSid: 'AC1', authToken: 't', serviceSid: 'MG1' } },
    } as Parameters<typeof smsCall>[0],
    '+573001234567',
    message,
  )
  return new URLSearchParams(call?.body).get('Body') ?? ''
}

it('a code fits one part of an SMS and is read by the browser', () => {
  expect(bodyOf({ kind: 'code', code: '123456' })).toBe(
    'Cupo: tu codigo es 123456. No lo compartas.\n\n@www.cupo.example #123456',
  )
})

it('news keep the letters that the alphabet has, and lose only marks of others', () => {
  const title = 'Álvaro y Ñoño: “salió” 🚗 a las 5:30 — ¿vas?'
  expect(bodyOf({ kind: 'news', title, body: '', url: '/a' })).toBe(
    'Cupo: Alvaro y Ñoño: salio  a las 5:30 - ¿vas? https://www.cupo.example/a',
  )
})

it('any news fit one part and end with their whole address', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (title) => {
      const text = bodyOf({ kind: 'news', title, body: '', url: '/trips/019a0000/run' })
      expect([...text].filter((letter) => !ALPHABET.includes(letter))).toEqual([])
      expect(text.length).toBeLessThanOrEqual(160)
      expect(text.endsWith(' https://www.cupo.example/trips/019a0000/run')).toBe(true)
    }),
  )
})
