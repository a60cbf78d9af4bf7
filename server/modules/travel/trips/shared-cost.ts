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

/**
 * Refuses an edit with which all seats together could collect more than the trip costs: seats sold
 * at an older price count. An edit that collects no more than the offer before is allowed, because
 * costs fall, too. Error: `price_above_ceiling`.
 */
export function assertSharesCost(
  { before, after, costPesos }: { before: Priced; after: Priced; costPesos: number },
  sold: readonly SoldSeats[],
): void {
  const pesos = collectable(after, sold)
  if (pesos <= Math.max(costPesos, collectable(before, sold))) return
  const [all, cost] = [pesos, costPesos].map((each) => pesosFormat.format(each))
  const message =
    `Con los cupos que ya vendiste, entre todos pagarían ${all}, y el viaje cuesta ${cost}. ` +
    'Baja el precio o los cupos.'
  throw new AppError('price_above_ceiling', { message, fields: { seatPrice: message } })
}
