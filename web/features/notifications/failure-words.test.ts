import { expect, it } from 'vitest'
import { failureOf } from './failure-words.ts'

it.each([
  ['452 4.2.2 The mailbox is over its storage limit', 'El buzón está lleno (452 4.2.2)'],
  ['all recipients were rejected: 550 5.1.1 No such user', 'La dirección no existe (550 5.1.1)'],
  ['451 4.7.1 Greylisted', /reglas contra el correo no deseado \(451 4\.7\.1\)$/],
  ['552 5.3.4 Message too big', 'El servidor de correo no lo recibió (552 5.3.4)'],
  ['452 4.3.1 Insufficient system storage', 'El servidor pidió intentar más tarde (452 4.3.1)'],
  ['552 Mailbox full', 'El buzón está lleno (552)'],
  ['535 5.7.8 Authentication failed', /no acepta la contraseña de Cupo \(535 5\.7\.8\)$/],
  ['450 try again', 'El servidor pidió intentar más tarde (450)'],
  ['mail server: password', 'El servidor de correo no acepta la contraseña de Cupo'],
  ['mail server: unreachable', 'El servidor de correo no contesta'],
  ['something else', 'El servidor de correo no lo recibió'],
])('says in Spanish that a mail failed with "%s"', (error, words) => {
  expect(failureOf({ channel: 'mail', error })).toMatch(words)
})

it('names the provider and the code when a text or a push failed', () => {
  const push = { channel: 'push', error: 'the push service answered 503' } as const
  expect(failureOf(push)).toBe('El servicio de avisos no lo recibió (503)')
  const sms = { channel: 'sms', error: 'no text at night' } as const
  expect(failureOf(sms)).toBe('El proveedor de SMS no lo recibió')
})
