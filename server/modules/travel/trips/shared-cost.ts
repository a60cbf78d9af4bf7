import { pesosFormat } from '#server/modules/foundation/notifications/index.ts'
import { AppError } from '#server/platform/errors.ts'

/** An open booking: its seats between two positions of the corridor, and what they pay in all. */
export type SoldSeats = { seats: number; farePesos: number; fromSeq: number; toSeq: number }

/** What a trip offers: `priceCumulative` has the price of a seat up to each position. */
export type Priced = { seats: number; seatPrice: number; priceCumulative: readonly number[] }

/**
 * Pesos that all seats of an offer can collect. A sold seat counts with its fare, or with today's
 * price if that is higher: its passenger can cancel, and then it is sold again.
 */
export function collectable(offer: Priced, sold: readonly SoldSeats[]): number {
  const { seats, seatPrice, priceCumulative: prices } = offer
  const above = sold.map(({ seats: taken, farePesos, fromSeq, toSeq }) =>
    Math.max(0, farePesos - taken * ((prices[toSeq] ?? 0) - (prices[fromSeq] ?? 0))),
  )
  return seats * seatPrice + above.reduce((total, each) => total + each, 0)
}

/** Largest lower price in whole hundreds with which all seats collect at most the limit, or 0. */
function fitting(offer: Priced, sold: readonly SoldSeats[], limit: number): number {
  const at = (seatPrice: number): Priced => {
    const priceCumulative = offer.priceCumulative.map(
      (pesos) => (pesos * seatPrice) / offer.seatPrice,
    )
    return { ...offer, seatPrice, priceCumulative }
  }
  let price = Math.floor(offer.seatPrice / 100) * 100
  while (price > 0 && collectable(at(price), sold) > limit) price -= 100
  return price
}

/** The range of a seat's price, up to what `assertSharesCost` allows with what is sold. */
export function rangeWithSold<Range extends { min: number; recommended: number; max: number }>(
  range: Range,
  { before, seats, costPesos }: { before: Priced; seats: number; costPesos: number },
  sold: readonly SoldSeats[],
): Range {
  const scale = range.max / before.seatPrice
  const priceCumulative = before.priceCumulative.map((pesos) => pesos * scale)
  const limit = Math.max(costPesos, collectable(before, sold))
  const max = fitting({ seats, seatPrice: range.max, priceCumulative }, sold, limit)
  // Below the least price only fewer seats help, which the refusal says.
  if (max < range.min) return range
  return { ...range, max, recommended: Math.min(range.recommended, max) }
}

type Edited = {
  before: Priced
  after: Priced
  costPesos: number
  /** Least price of a seat today. */
  minPesos: number
}

/**
 * Refuses an edit with which all seats together could collect more than the trip costs: seats sold
 * at an older price count. An edit that collects no more than the offer before is allowed, because
 * costs fall, too. Error: `price_above_ceiling`.
 */
export function assertSharesCost(
  { before, after, costPesos, minPesos }: Edited,
  sold: readonly SoldSeats[],
): void {
  const pesos = collectable(after, sold)
  const limit = Math.max(costPesos, collectable(before, sold))
  if (pesos <= limit) return
  const price = fitting(after, sold, limit)
  const [all, cost, lower] = [pesos, costPesos, price].map((each) => pesosFormat.format(each))
  const todo = price < minPesos ? 'Baja los cupos.' : `Baja el precio a ${lower}, o los cupos.`
  const sums = `entre todos pagarían ${all}, y el viaje cuesta ${cost}`
  const message = `Con lo que ya vendiste, ${sums}. ${todo}`
  throw new AppError('price_above_ceiling', { message, fields: { seatPrice: message } })
}
