// @vitest-environment happy-dom
import { it } from 'vitest'
import { api } from '#contract/api.ts'
import { openScreen } from '#test/screen.tsx'
import { answers } from '#test/screen-answers.ts'

it('shows the factors of the calculation with their decimals', async () => {
  const total = { seats: 4, km: 400, co2Kg: 22.2, cars: 1 }
  const factors = { kgPerGallon: 8.887, kmPerGallon: 40, carsPerSeat: 0.25 }
  const body = { asOf: '2026-11-20T08:00:00-05:00', measured: false, total, trips: 1, factors }
  const screen = await openScreen('/impacto', { answers: [answers(api.impact.total, body)] })
  await screen.text(/× 0,25 carros por cupo ÷ 40 km por galón × 8,887 kg de CO₂/)
})
