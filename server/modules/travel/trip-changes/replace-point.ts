import { tellUser } from '#server/modules/people/users/index.ts'
import { mayWait, pointWithOthers, type SafePoint } from '#server/modules/roads/places/index.ts'
import {
  type Booking,
  changeMinutesOf,
  type Facts,
  findFactsOf,
  isOpen,
  listTripsAtPoint,
  lockLateBookings,
  lockTripBookings,
  updateMeeting,
} from '#server/modules/travel/bookings/index.ts'
import {
  findTripFacts,
  lockTrip,
  type TripFacts,
  takePoint,
} from '#server/modules/travel/trips/index.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { ActDeps, TellDeps } from '#server/platform/deps.ts'
import { derivedId } from '#server/platform/ids.ts'
import { eachRowOrFail } from '#server/platform/jobs/each-row.ts'
import { pointReplaced } from './trip-changes.messages.ts'

type Changed = { point: SafePoint; others: readonly SafePoint[]; causeId: string }

/** A booking that meets at the point, on a trip that passes it at position `seq`. */
type Meeting = {
  booking: Booking
  end: 'from' | 'to'
  at: Date
  /** The planned wait of who changes cars there; null for everybody else. */
  wait: { from: Date; until: Date } | null
}

/**
 * Job: a point left the list, or has other hours. Each booking that meets there gets the
 * nearest listed point of the place, which both people may change as before (decision 60), or none;
 * open ones may be left at no cost. Of a point that stays listed only changes of car outside of its
 * hours move. One transaction for each trip: one that fails stops no other. Safe to repeat.
 */
export async function replacePoint(
  deps: ActDeps,
  { safePointId, causeId }: { safePointId: string; causeId: string },
): Promise<void> {
  const changed = { ...(await pointWithOthers(deps.db, safePointId)), causeId }
  const tripIds = await listTripsAtPoint(deps.db, safePointId, deps.clock.now())
  const replace = (tripId: string) =>
    inTransaction(deps.db, (tx) => replaceOn(tx, deps, tripId, changed))
  await eachRowOrFail(tripIds, replace, 'a point is not replaced on each trip')
}

async function replaceOn(tx: Tx, deps: TellDeps, tripId: string, changed: Changed): Promise<void> {
  const { point, others } = changed
  const now = deps.clock.now()
  // Lock order: bookings, trip, seats.
  await lockTripBookings(tx, tripId)
  await lockTrip(tx, tripId)
  const booked = await lockLateBookings(tx, tripId)
  const trip = await findTripFacts(tx, tripId)
  const stop = trip?.places.find(({ placeId }) => placeId === point.placeId)
  if (trip?.status !== 'published' || !stop) return
  const chosen = trip.stopPoints.find(({ seq }) => seq === stop.seq)?.safePointId
  if (chosen && chosen !== point.id) return
  const facts = await findFactsOf(
    tx,
    booked.map(({ id }) => id),
  )
  const isGone = point.status !== 'vetted'
  const meetings = booked
    .map((booking) => meetingAt(booking, stop.seq, facts.get(booking.id)))
    .filter((each) => each !== null)
    .filter(({ booking, end }) => chosen || booking[`${end}PointId`] === point.id)
    .map((each) => {
      const serves = (asked: SafePoint) =>
        !each.wait || mayWait(asked, each.wait.from, each.wait.until)
      const stays = each.at <= now || (!isGone && serves(point))
      return { ...each, next: stays ? point : (others.find(serves) ?? null) }
    })
  const moved = meetings.filter(({ next }) => next !== point)
  const ends = chosen !== undefined && (moved.length > 0 || (isGone && stop.at > now))
  if (!ends && moved.length === 0) return
  if (ends) await takePoint(tx, tripId, stop.seq)
  for (const { booking, end, next } of ends ? meetings : moved) {
    await updateMeeting(tx, {
      ...booking,
      ...{ bookingId: booking.id, [`${end}PointId`]: next?.id ?? null, actorId: null, now },
      freedBy: next === point ? undefined : 'list',
    })
  }
  await tell(tx, deps, { trip, stop, moved, ...changed })
}

/** Where and when a booking meets at this stop; null when it does not. */
function meetingAt(booking: Booking, seq: number, facts: Facts | undefined): Meeting | null {
  const { fromSeq, toSeq, picksUpAt, dropsOffAt, connectionPart } = booking
  if (seq !== fromSeq && seq !== toSeq) return null
  const [end, at] = seq === fromSeq ? (['from', picksUpAt] as const) : (['to', dropsOffAt] as const)
  const other = facts && changeMinutesOf(booking, facts) !== undefined ? facts.other : null
  if (!other || (connectionPart === 1) !== (end === 'to')) return { booking, end, at, wait: null }
  const wait =
    end === 'to'
      ? { from: at, until: new Date(other.picksUpMs) }
      : { from: new Date(other.dropsOffMs), until: at }
  return { booking, end, at, wait }
}

/** Tells the driver once a run, and each passenger; who changes cars hears it of both once. */
async function tell(
  tx: Tx,
  deps: TellDeps,
  told: Changed & {
    trip: TripFacts
    stop: TripFacts['places'][number]
    moved: readonly (Meeting & { next: SafePoint | null })[]
  },
): Promise<void> {
  const { trip, stop, moved, point, causeId } = told
  const shown = (next: SafePoint | null) => (next ? [`${next.name}, ${next.address}`] : [])
  const common = { place: stop.name, before: point.name, isGone: point.status !== 'vetted' }
  const causeOf = (...ids: string[]) => derivedId('point-changed', causeId, ...ids)
  const movedIds = moved.map(({ booking }) => booking.id)
  await tellUser(tx, deps, pointReplaced, {
    userId: trip.driverId,
    cause: causeOf(trip.id, ...movedIds),
    data: {
      ...common,
      path: `/trips/${trip.id}?ver=conductor`,
      ...{ side: 'driver', end: 'from', people: moved.length, freeUntil: null },
      points: [...new Set(moved.flatMap(({ next }) => shown(next)))],
      ...{ at: stop.at.toISOString(), boardsAt: stop.at.toISOString() },
    },
  })
  for (const { booking, end, at, wait, next } of moved) {
    const boardsAt = booking.picksUpAt.toISOString()
    await tellUser(tx, deps, pointReplaced, {
      userId: booking.passengerId,
      cause: causeOf((wait && booking.connectionId) ?? booking.id),
      data: {
        ...common,
        path: `/bookings/${booking.id}`,
        ...{ side: 'passenger', end: wait ? 'change' : end, people: 1, points: shown(next) },
        ...{ at: at.toISOString(), boardsAt, freeUntil: isOpen(booking) ? boardsAt : null },
      },
    })
  }
}
