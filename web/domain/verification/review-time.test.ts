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
