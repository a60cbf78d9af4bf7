import { expect, it } from 'vitest'
import { reviewTimeText } from './review-time.tsx'

it.each([
  [null, 'Los revisamos en máximo 2 días hábiles.'],
  [0, 'La revisión tarda cerca de 1 minuto.'],
  [59, 'La revisión tarda cerca de 59 minutos.'],
  [61, 'La revisión tarda cerca de 2 horas.'],
  [24 * 60, 'La revisión tarda cerca de 24 horas.'],
  [24 * 60 + 1, 'La revisión tarda cerca de 2 días.'],
])('formats a median review time of %s minutes as "%s"', (minutes, text) => {
  expect(reviewTimeText(minutes)).toBe(text)
})

it.each([
  [null, 3 * 1440, false],
  [null, 4 * 1440, true],
  [90, 89, false],
  [90, 90, true],
])('with a median of %s and %s minutes to the departure, promises: %s', (median, left, does) => {
  const text = reviewTimeText(median, { leftMinutes: left })
  expect(!text.startsWith('Puede que no los revisemos antes de la salida')).toBe(does)
})

it.each([
  ['2026-11-23T10:00', 'La revisión tarda cerca de 30 minutos.'],
  ['2026-11-23T07:59', 'A esta hora no revisamos: seguimos hoy a las 8:00 a. m.'],
  ['2026-11-21T17:00', 'A esta hora no revisamos: seguimos mañana a las 10:00 a. m.'],
  // Monday 7 is a working day, Tuesday 8 a holiday.
  [
    '2026-12-07T20:00',
    'A esta hora no revisamos: seguimos el miércoles 9 de diciembre a las 8:00 a. m.',
  ],
])('says at %s when somebody reviews', (at, text) => {
  const now = new Date(`${at}:00-05:00`)
  expect(reviewTimeText(30, { now }).replace(/\s/g, ' ')).toBe(text)
})

it('promises nothing before a departure at which nobody has reviewed', () => {
  const now = new Date('2026-11-23T05:00:00-05:00')
  const promise = (leftMinutes: number) => reviewTimeText(30, { now, leftMinutes })
  expect(promise(209)).toMatch(/^Puede que no los revisemos/)
  expect(promise(210)).toMatch(/^A esta hora no revisamos/)
})
