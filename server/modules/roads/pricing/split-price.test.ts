import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cumulatePrices, splitSeatPrice } from './split-price.ts'

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** Price range of a seat by the formula of the price control, in whole hundreds. */
function rangeOf(cost: number, seats: number) {
  const share = cost / (seats + 1)
  const max = Math.max(100, 100 * Math.floor(Math.min(1.2 * share, cost / seats) / 100))
  const recommended = Math.min(max, Math.max(100, 100 * Math.round(share / 100)))
  const min = Math.min(recommended, Math.max(100, 100 * Math.ceil((0.5 * share) / 100)))
  return { min, recommended, max }
}

describe('splitting the price of a seat', () => {
  it('splits a price like the recommended prices, with the remainder on the last leg', () => {
    const legs = [
      { min: 8_900, recommended: 17_800, max: 21_300 },
      { min: 4_800, recommended: 9_500, max: 11_400 },
      { min: 19_200, recommended: 38_300, max: 45_900 },
    ]
    expect(splitSeatPrice(65_600, legs)).toEqual([17_800, 9_500, 38_300])
    expect(splitSeatPrice(60_050, legs)).toEqual([16_300, 8_700, 35_050])
  })

  it('moves the excess over the maximum price of a leg to another leg', () => {
    const legs = [
      { min: 100, recommended: 1_000, max: 1_000 },
      { min: 100, recommended: 1_000, max: 3_000 },
    ]
    expect(splitSeatPrice(3_000, legs)).toEqual([1_000, 2_000])
  })

  it('splits a price into whole pesos that add up, within all ranges where possible', () => {
    const cost = fc.integer({ min: 300, max: 400_000 })
    fc.assert(
      fc.property(
        fc.array(cost, { minLength: 1, maxLength: 7 }),
        fc.integer({ min: 1, max: 4 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (costs, seats, position) => {
          const seat = rangeOf(sum(costs), seats)
          const legs = costs.map((each) => rangeOf(each, seats))
          const price = Math.round(seat.min + position * (seat.max - seat.min))
          fc.pre(price >= legs.length)
          const prices = splitSeatPrice(price, legs)
          expect(prices).toHaveLength(legs.length)
          expect(sum(prices)).toBe(price)
          expect(prices.every((each) => Number.isInteger(each) && each >= 1)).toBe(true)
          const [least, most] = [sum(legs.map((leg) => leg.min)), sum(legs.map((leg) => leg.max))]
          if (price >= least && price <= most) {
            for (const [i, leg] of legs.entries()) {
              expect(prices[i]).toBeGreaterThanOrEqual(leg.min)
              expect(prices[i]).toBeLessThanOrEqual(leg.max)
            }
          } else if (price > most) {
            const over = prices.map((each, i) => Math.max(0, each - (legs[i]?.max ?? 0)))
            expect(sum(over)).toBeLessThan(100 * legs.length)
          }
        },
      ),
      { numRuns: 2_000 },
    )
  })
})

describe('cumulative seat prices along the corridor', () => {
  it('gives exact prices at declared stops, and follows the cost between them', () => {
    const cumulative = cumulatePrices({
      declaredSeqs: [0, 2, 3],
      legPrices: [10_000, 5_050],
      costCumulative: [0, 30_000, 40_000, 90_000],
    })
    expect(cumulative).toEqual([0, 7_500, 10_000, 15_050])
  })

  it('gives cumulative prices that never fall and end at the price of the seat', () => {
    const legs = fc.array(
      fc.record({
        price: fc.integer({ min: 1, max: 90_000 }),
        costs: fc.array(fc.integer({ min: 1, max: 90_000 }), { minLength: 1, maxLength: 6 }),
      }),
      { minLength: 1, maxLength: 7 },
    )
    fc.assert(
      fc.property(legs, (given) => {
        const costCumulative = [0]
        const declaredSeqs = [0]
        for (const { costs } of given) {
          for (const cost of costs) costCumulative.push((costCumulative.at(-1) ?? 0) + cost)
          declaredSeqs.push(costCumulative.length - 1)
        }
        const legPrices = given.map(({ price }) => price)
        const cumulative = cumulatePrices({ declaredSeqs, legPrices, costCumulative })
        expect(cumulative).toHaveLength(costCumulative.length)
        expect(cumulative.at(-1)).toBe(sum(legPrices))
        expect(cumulative).toEqual([...cumulative].sort((a, b) => a - b))
        for (const [i, seq] of declaredSeqs.entries()) {
          expect(cumulative[seq]).toBe(sum(legPrices.slice(0, i)))
        }
      }),
    )
  })
})
