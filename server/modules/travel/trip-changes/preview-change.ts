import type { ChangePreview } from '#contract/trip-changes.ts'
import { findPeople } from '#server/modules/people/users/index.ts'
import {
  type Booking,
  type Facts,
  findFactsOf,
  isOpen,
  isStanding,
  listCrossings,
  listTripBookings,
  releaseAt,
} from '#server/modules/travel/bookings/index.ts'
import { findEditable, placeAt } from '#server/modules/travel/trips/index.ts'
import { addMs } from '#server/platform/clock.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import { refusalOf } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import {
  assertMayMove,
  assertMovable,
  mayLeaveFree,
  movedBy,
  type TripMove,
} from './change-rules.ts'
import { isMarked } from './change-trip.ts'

/** Previews a move; writes nothing. Errors: `trip_not_found`, `trip_not_editable`. */
export async function previewChange(
  deps: ReadDeps,
  actor: ActorId,
  { tripId, departsAt: to }: { tripId: string; departsAt: Date },
): Promise<ChangePreview> {
  const trip = await findEditable(deps, actor, { tripId })
  const standing = (await listTripBookings(deps.db, trip.id)).filter(isStanding)
  const move: TripMove = { from: trip.departsAt, to, now: deps.clock.now() }
  const byMs = movedBy(move)
  const refusal =
    byMs === 0 ? null : (refusalOf(() => assertMayMove(move, standing))?.message ?? null)
  const open = standing.filter(isOpen)
  const moved = byMs === 0 || refusal ? [] : open
  const passengerIds = moved.map(({ passengerId }) => passengerId)
  const people = await findPeople(deps.db, passengerIds)
  const movedIds = moved.map(({ id }) => id)
  const facts = await findFactsOf(deps.db, movedIds)
  const crossings = await listCrossings(deps.db, movedIds, byMs)
  return {
    movable: !refusalOf(() => assertMovable(move, standing)),
    booked: open.length > 0,
    refusal,
    told: moved.map((booking) => ({
      ...leaving(movedBooking(booking, byMs), facts.get(booking.id)),
      bookingId: booking.id,
      name: people.get(booking.passengerId)?.name ?? '',
      from: placeAt(trip, booking.fromSeq).name,
      before: booking.picksUpAt.toISOString(),
      after: addMs(booking.picksUpAt, byMs).toISOString(),
    })),
    crossed: crossings.size,
    changesLost: moved.filter((booking) => {
      const fact = facts.get(booking.id)
      const isLost = (each: Booking) => fact && releaseAt(each, fact) !== undefined
      return isLost(movedBooking(booking, byMs)) && !isLost(booking)
    }).length,
    bookedStops: trip.places.flatMap(({ placeId, seq }) => {
      const people = open.filter(({ fromSeq, toSeq }) => fromSeq === seq || toSeq === seq).length
      return people > 0 ? [{ placeId, people }] : []
    }),
    marked: moved.length > 0 && (await isMarked(deps.db, trip.id, move, moved)),
  }
}

const movedBooking = (booking: Booking, byMs: number): Booking => ({
  ...booking,
  movedMs: booking.movedMs + Math.abs(byMs),
  picksUpAt: addMs(booking.picksUpAt, byMs),
  dropsOffAt: addMs(booking.dropsOffAt, byMs),
})

/**
 * Whether a passenger could leave at no cost, and what then comes back to their wallet. Another
 * journey at that hour is counted for all together, so that nobody is named (decision 71).
 */
function leaving(booking: Booking, facts: Facts | undefined) {
  const free = mayLeaveFree(booking, facts, false)
  const refundPesos = free && booking.paymentMode === 'billetera' ? booking.farePesos : 0
  return { mayLeaveFree: free, refundPesos }
}
