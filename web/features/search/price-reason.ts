import type { SearchResult } from '#contract/search.ts'
import { plural } from '#web/lib/format.ts'

/** The cheapest trip of an answer, with which the others are compared. */
export function cheapestOf(results: readonly SearchResult[]): SearchResult | undefined {
  return results.reduce<SearchResult | undefined>(
    (least, each) => (least && least.price <= each.price ? least : each),
    undefined,
  )
}

/**
 * Why a seat costs more than the cheapest one, where a fact explains at least half of the
 * difference: the cost grows with the kilometres, and is shared by the driver and the seats of the
 * car (server/modules/roads/pricing/quote.ts). Null for the driver's own choice of a price.
 */
export function priceReason(trip: SearchResult, least: SearchResult | undefined): string | null {
  if (!least || trip.price <= least.price) return null
  const explained = (ratio: number) => least.price * (ratio - 1)
  const bySeats = explained((least.seats + 1) / (trip.seats + 1))
  const byWay = explained(trip.km / least.km)
  const half = (trip.price - least.price) / 2
  if (bySeats >= half && bySeats >= byWay) return `carro con ${plural(trip.seats, 'cupo', 'cupos')}`
  return byWay >= half ? 'tramo más largo' : null
}
