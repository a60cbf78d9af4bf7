import { assert } from '#server/platform/errors.ts'
import { sum } from './quote.ts'

type LegRange = { min: number; recommended: number; max: number }

/** Prices of parts of the trip are whole hundreds of pesos where the total allows it. */
const STEP_PESOS = 100

/**
 * Splits the price of a seat over the legs between declared stops, in proportion to their
 * recommended prices, in hundreds; the last leg takes the remainder. Ranges are rounded per leg, so
 * an extreme total can fail to fit them: then the dearest leg takes the difference.
 */
export function splitSeatPrice(seatPrice: number, legs: readonly LegRange[]): number[] {
  assert(seatPrice >= legs.length && legs.length > 0, 'a peso for every leg')
  const recommended = sum(legs.map((leg) => leg.recommended))
  const shares = legs.map((leg) => {
    const share = (seatPrice * leg.recommended) / recommended
    return STEP_PESOS * Math.round(share / STEP_PESOS)
  })
  const last = shares.length - 1
  shares[last] = seatPrice - sum(shares.slice(0, last))
  const prices = shares.map((share, i) => clamp(share, legs[i]?.min ?? 1, legs[i]?.max ?? share))
  return settle(prices, legs, seatPrice)
}

/** Moves the amount that clamping removed or added to legs that have room, the dearest first. */
function settle(prices: number[], legs: readonly LegRange[], seatPrice: number): number[] {
  let missing = seatPrice - sum(prices)
  const dearestFirst = prices.map((_, i) => i).sort((a, b) => price(b) - price(a))
  for (const bounds of [rangeOf, anything]) {
    for (const i of dearestFirst) {
      const { min, max } = bounds(i)
      const next = clamp(price(i) + missing, min, max)
      missing -= next - price(i)
      prices[i] = next
    }
  }
  return prices

  function price(i: number): number {
    return prices[i] ?? 0
  }
  function rangeOf(i: number) {
    return legs[i] ?? anything()
  }
  function anything() {
    return { min: 1, max: seatPrice }
  }
}

/** Prices the way from the first to each place: exact at declared stops, by cost between them. */
export function cumulatePrices(input: {
  declaredSeqs: readonly number[]
  /** One price per leg between declared stops. */
  legPrices: readonly number[]
  /** Cost of the car from the first place to each place; starts at 0. */
  costCumulative: readonly number[]
}): number[] {
  const { declaredSeqs, legPrices, costCumulative } = input
  const cumulative = [0]
  let before = 0
  for (const [i, legPrice] of legPrices.entries()) {
    const [from = 0, to = 0] = declaredSeqs.slice(i, i + 2)
    const start = costCumulative[from] ?? 0
    const cost = (costCumulative[to] ?? 0) - start
    for (let seq = from + 1; seq < to; seq += 1) {
      const part = ((costCumulative[seq] ?? start) - start) / cost
      cumulative.push(before + Math.round(legPrice * part))
    }
    before += legPrice
    cumulative.push(before)
  }
  return cumulative
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value))
}
