import { expect, it } from 'vitest'
import { supportLinks } from '#web/shared/support/support-links.ts'
import { kindOf, likelyKind, readAboutRef } from './support-words.ts'

const read = (link: string) => readAboutRef(new URL(link, 'https://cupo.test').searchParams)

it('the address of a new ticket states its subject and suggests its kind', () => {
  const about = read(supportLinks.about('pago', 'CUPO-1 a'))
  expect([about, likelyKind(about)]).toEqual([{ kind: 'payment', ref: 'CUPO-1 a' }, 'money'])
  expect(likelyKind(read(supportLinks.about('reserva', 'x')))).toBe('booking')
})

it('unknown subjects and kinds of tickets are ignored', () => {
  expect([read('/soporte?sobre=otro&de=x'), read('/soporte?sobre=viaje')]).toEqual([null, null])
  expect([kindOf('money'), kindOf(''), likelyKind(null)]).toEqual(['money', undefined, ''])
})
