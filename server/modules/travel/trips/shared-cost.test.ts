import fc from 'fast-check'
import { expect, it } from 'vitest'
import { seatRange } from '#server/modules/roads/pricing/quote.ts'
import { refusalOf } from '#server/platform/errors.ts'
import { assertSharesCost, collectable, type Priced, type SoldSeats } from './shared-cost.ts'

const COST = 120_000
const offer = (seats: number, seatPrice: number): Priced => {
  return { seats, seatPrice, priceCumulative: [0, seatPrice / 2, seatPrice] }
}
const whole = (farePesos: number): SoldSeats => ({ seats: 1, farePesos, fromSeq: 0, toSeq: 2 })

const refusal = (before: Priced, after: Priced, sold: SoldSeats[]) =>
  refusalOf(() => assertSharesCost({ before, after, costPesos: COST, minPesos: 5_000 }, sold))

it('counts a sold seat with its fare, or with a higher price of today', () => {
  expect(collectable(offer(4, 20_000), [whole(70_000), whole(10_000)])).toBe(130_000)
  const half = { seats: 2, farePesos: 30_000, fromSeq: 0, toSeq: 1 }
  expect(collectable(offer(4, 20_000), [half])).toBe(90_000)
  const rest = { ...half, fromSeq: 1, toSeq: 2 }
  expect(collectable(offer(4, 20_000), [rest])).toBe(90_000)
})

it.each([
  [
    'a second seat with which both pay the cost',
    offer(1, 72_000),
    offer(2, 48_000),
    [72_000],
    null,
  ],
  [
    'a third seat when two pay the whole cost',
    ...[offer(2, 48_000), offer(3, 36_000), [72_000, 48_000]],
    'price_above_ceiling',
  ],
  ['a lower price after costs fell', offer(2, 90_000), offer(2, 80_000), [90_000], null],
] as [string, Priced, Priced, number[], string | null][])(
  'limits an edit by what is sold: %s',
  (_, before, after, fares, code) => {
    expect(refusal(before, after, fares.map(whole))?.code ?? null).toBe(code)
  },
)

it('says the price that fits, or that only fewer seats do', () => {
  const said = (fares: number[]) =>
    refusal(offer(fares.length, 48_000), offer(4, 28_800), fares.map(whole))
      ?.message.replaceAll(/\s/g, ' ')
      .split('. ')
      .at(-1)
  expect(said([72_000])).toBe('Baja el precio a $ 16.000, o los cupos.')
  expect(said([72_000, 48_000])).toBe('Baja los cupos.')
})

it('never lets sold seats and free seats pay more than the cost, after any edits', () => {
  const step = fc.record({
    seats: fc.integer({ min: 1, max: 4 }),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    /** Below zero cancels a booking; else sells so many seats. */
    sells: fc.integer({ min: -2, max: 2 }),
  })
  const check = fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
    const first = seatRange(COST, 4)
    let now = offer(4, first.recommended)
    let sold: SoldSeats[] = []
    for (const { seats, at, sells } of steps) {
      const { min, max } = seatRange(COST, seats)
      const asked = offer(seats, Math.floor(min + at * (max - min)))
      if (seats >= sold.length && refusal(now, asked, sold) === null) now = asked
      if (sells < 0) sold = sold.slice(-sells)
      for (let left = sells; left > 0 && sold.length < now.seats; left -= 1) {
        sold = [...sold, whole(now.seatPrice)]
      }
      const free = (now.seats - sold.length) * now.seatPrice
      expect(sold.reduce((sum, each) => sum + each.farePesos, free)).toBeLessThanOrEqual(COST)
    }
  })
  fc.assert(check, { numRuns: 1000 })
})
