import type { Booking } from '#server/domains/bookings/bookings.public.ts'
import type { TripFacts, TripPlace, TripPoints } from '#server/domains/trips/trips.public.ts'
import { type Detour, detourAt, totalDetour } from './detour.ts'
import { orderMeetings, type Point } from './order-meetings.ts'

/** Agreed seats, whatever became of them on the way. */
const AGREED = new Set<Booking['status']>(['confirmed', 'checked_in', 'completed', 'no_show'])

export function isAgreed(booking: Pick<Booking, 'status'>): boolean {
  return AGREED.has(booking.status)
}

/** Where the car stops: the declared stops, and those where somebody gets on or off. */
export function runStops(trip: TripFacts, bookings: readonly Booking[]): TripPlace[] {
  const agreed = bookings.filter(isAgreed)
  const used = new Set(agreed.flatMap(({ fromSeq, toSeq }) => [fromSeq, toSeq]))
  return trip.places.filter(({ seq }) => trip.declaredSeqs.includes(seq) || used.has(seq))
}

export type RunPlan = {
  stops: { place: TripPlace; detour: Detour }[]
  detour: Detour
}

/**
 * The stops in the order that makes the way shortest, keeping that of the corridor and every
 * passenger's getting on before their getting off, and what each meeting point adds to the way.
 */
export function planRun(
  trip: TripFacts,
  bookings: readonly Booking[],
  points: TripPoints,
): RunPlan {
  const places = runStops(trip, bookings)
  const meetingAt = ({ seq, lat, lng }: TripPlace): Point => points.get(seq) ?? { lat, lng }
  const agreed = bookings.filter(isAgreed)
  const way = orderMeetings(
    places.map((place) => {
      const leaving = agreed.filter(({ toSeq }) => toSeq === place.seq)
      const { lat, lng } = meetingAt(place)
      const after = leaving.map(({ fromSeq }) => String(fromSeq))
      return { id: String(place.seq), rank: place.seq, lat, lng, after }
    }),
  )
  const ordered = way?.order.flatMap(({ id }) => places.filter(({ seq }) => String(seq) === id))
  const stops = (ordered ?? places).map((place) => {
    const meetings = points.has(place.seq) ? [meetingAt(place)] : []
    const [before, after] = [trip.places[place.seq - 1], trip.places[place.seq + 1]]
    return { place, detour: detourAt({ before, place, meetings, after }) }
  })
  return { stops, detour: totalDetour(stops.map(({ detour }) => detour)) }
}
