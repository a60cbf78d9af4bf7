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
  const text = reviewTimeText(median, left)
  expect(!text.startsWith('Puede que no los revisemos antes de la salida')).toBe(does)
})
