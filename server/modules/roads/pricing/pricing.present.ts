import type { PlannedRoute } from '#server/modules/roads/places/index.ts'
import type { TripQuote } from './quote.ts'

/** Presents the quote with the line of its corridor. */
export function presentQuote(route: PlannedRoute, quote: TripQuote, commissionBp: number) {
  const declared = new Set(route.declaredSeqs)
  return {
    distanceKm: quote.distanceKm,
    durationMinutes: quote.durationMinutes,
    seat: quote.seat,
    commissionBp,
    legs: quote.legs.map(({ fromSeq: _from, toSeq: _to, cost: _cost, ...leg }) => leg),
    corridor: route.places.map(({ department: _department, ...place }, seq) => {
      return { ...place, declared: declared.has(seq) }
    }),
    basis: quote.basis,
  }
}
