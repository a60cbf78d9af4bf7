import { expect, it } from 'vitest'
import { quickReplies } from './quick-replies.ts'

const isAgreed = false
const trip = { departsAt: '2026-11-20T13:00:00.000Z', arrivesAt: '2026-11-20T17:00:00.000Z' }

it.each([
  ['a day before the pick-up', '2026-11-19T13:00:00.000Z', '¿Dónde nos vemos?', false],
  ['2 h before the pick-up', '2026-11-20T11:00:00.000Z', 'Ya llegué', true],
  ['an hour after the pick-up', '2026-11-20T14:00:00.000Z', 'Ya llegué', true],
  ['later on the road', '2026-11-20T14:00:00.001Z', undefined, true],
  ['after the arrival', '2026-11-20T17:00:00.000Z', '¡Gracias!', false],
] as const)('offers the replies and the position that fit %s', (_when, now, first, position) => {
  const offer = quickReplies({ as: 'passenger', trip, isAgreed }, new Date(now))
  expect([offer.texts[0], offer.position]).toEqual([first, position])
})

it('offers "Ya llegué" no more once a short trip has arrived', () => {
  const short = { ...trip, arrivesAt: '2026-11-20T13:30:00.000Z' }
  const offer = quickReplies({ as: 'driver', trip: short, isAgreed }, new Date(short.arrivesAt))
  expect(offer.texts[0]).toBe('¡Gracias!')
})
