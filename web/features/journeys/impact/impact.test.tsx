// @vitest-environment happy-dom
import { it } from 'vitest'
import { api } from '#contract/api.ts'
import { openScreen } from '#test/screen.tsx'
import { answers } from '#test/screen-answers.ts'

it('shows the factors of the calculation with their decimals', async () => {
  const total = { seats: 4, km: 400, co2Kg: 22.2, cars: 1 }
  const factors = { kgPerGallon: 8.887, kmPerGallon: 40, carsPerSeat: 0.25 }
  const body = { asOf: '2026-11-20T08:00:00-05:00', measured: false, total, trips: 1, factors }
  const lines = [{ code: 'rescue_credit', isIn: false, pesos: 7_000, cases: 1 }]
  const fund = { balance: 93_000, opening: 100_000, lines, refused: 0, monthLeft: 0, covers: false }
  const screen = await openScreen('/impacto', {
    answers: [answers(api.impact.total, body), answers(api.impact.fund, fund)],
  })
  await screen.text(/Diferencia por otro carro, 1 caso/)
  await screen.text('Hoy el fondo no alcanza para pagar la diferencia de otro carro.')
  await screen.text(/× 0,25 carros por cupo ÷ 40 km por galón × 8,887 kg de CO₂/)
})
