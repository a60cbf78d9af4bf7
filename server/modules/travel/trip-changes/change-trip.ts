import { markDriver, tellMark } from '#server/modules/people/standing/index.ts'
import { lockUserRows, tellUser } from '#server/modules/people/users/index.ts'
import {
  type Booking,
  changeMinutesOf,
  type Facts,
  fareLink,
  findFactsOf,
  hasKeeps,
  isOpen,
  listTripBookings,
  lockLateBookings,
  lockTripBookings,
  type Moved,
  moveWithTrip,
  planRelease,
  sumAgreedMovedSince,
  updateMeeting,
} from '#server/modules/travel/bookings/index.ts'
import {
  changedPoints,
  type EditTrip,
  findTripFacts,
  lockForEdit,
  ownPointsOf,
  type PlannedEdit,
  placeAt,
  planEdit,
  pointsOfTrip,
  removedStops,
  type TripFacts,
  withOwnPoints,
  writeEdit,
} from '#server/modules/travel/trips/index.ts'
import { addMs } from '#server/platform/clock.ts'
import { inTransaction, type Reader, startAgain, type Tx } from '#server/platform/db/tx.ts'
import type { Deps, TellDeps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import {
  assertMayMove,
  assertMeetingMovable,
  lastDayOf,
  MARKED_MOVE_MS,
  mayLeaveFree,
  movedBy,
  type TripMove,
  takenBack,
} from './change-rules.ts'
import { tripChanged, tripPointChanged } from './trip-changes.messages.ts'

/**
 * Edits a published trip before it departs. Its open bookings move in the same transaction and keep
 * their fare; their passengers get a mail.
 * Errors: those of the contract's `tripChanges.edit`.
 */
export async function changeTrip(
  deps: Deps,
  actor: ActorId,
  { tripId, ...changes }: EditTrip & { tripId: string },
): Promise<void> {
  const plan = await planEdit(deps, actor, { tripId, ...changes })
  await inTransaction(deps.db, async (tx) => {
    // Lock order: people by id, bookings, trip, seats.
    const people = plan.offer?.isOther ? [actor.userId, ...(await ridersOf(tx, plan.before))] : []
    await lockUserRows(tx, people)
    await lockTripBookings(tx, plan.before.id)
    const trip = await lockForEdit(deps, tx, plan)
    // Includes bookings made before the seats were locked.
    const booked = await lockLateBookings(tx, trip.id)
    const now = deps.clock.now()
    await assertKeepsTerms(tx, trip, { ...changes, booked, now })
    const move = { from: trip.departsAt, to: plan.offer?.departsAt ?? trip.departsAt, now }
    const moves = movedBy(move) !== 0
    if (moves) assertMayMove(move, booked)
    const isUnlocked = ({ passengerId }: Booking) => !people.includes(passengerId)
    if (moves && booked.some(isUnlocked)) startAgain('a new passenger is not locked')
    const elsewhere = meetElsewhere(trip, plan, booked)
    if (elsewhere.length > 0) assertMeetingMovable(move, booked)
    await writeEdit(deps, tx, trip, plan, booked)
    if (moves && booked.length > 0) await moveBooked(deps, tx, trip, { move, booked })
    await moveMeetings(deps, tx, trip.id, elsewhere)
  })
}

/** The people with open bookings of a trip. */
async function ridersOf(tx: Tx, { id }: TripFacts): Promise<string[]> {
  return (await listTripBookings(tx, id)).filter(isOpen).map(({ passengerId }) => passengerId)
}

/** Bookings whose point the edit changes. Errors: `trip_has_bookings` if it removes a used stop. */
function meetElsewhere(
  trip: TripFacts,
  { stops }: Pick<PlannedEdit, 'stops'>,
  booked: readonly Booking[],
): Booking[] {
  if (!stops) return []
  const uses = (seqs: readonly number[]) => (booking: Booking) =>
    seqs.includes(booking.fromSeq) || seqs.includes(booking.toSeq)
  const gone = removedStops(trip, stops).find((seq) => booked.some(uses([seq])))
  if (gone !== undefined) {
    const { name } = placeAt(trip, gone)
    const message = `En ${name} sube o baja quien ya reservó: esa parada no se puede quitar.`
    throw new AppError('trip_has_bookings', { message, fields: { stops: message } })
  }
  return booked.filter(uses(changedPoints(trip, stops)))
}

/** Tells these passengers where they meet now; they can leave at no cost until the pick-up. */
async function moveMeetings(deps: Deps, tx: Tx, tripId: string, booked: readonly Booking[]) {
  if (booked.length === 0) return
  const trip = await findTripFacts(tx, tripId)
  assert(trip, 'a trip just edited is found')
  const points = await pointsOfTrip(tx, trip)
  const change = { actorId: trip.driverId, now: deps.clock.now(), freedBy: 'trip' } as const
  for (const booking of booked) {
    await updateMeeting(tx, { ...booking, ...change, bookingId: booking.id })
    const chosen = withOwnPoints(points, booking, await ownPointsOf(tx, [booking]))
    const at = (seq: number) => {
      return { place: placeAt(trip, seq).name, point: chosen.get(seq)?.name ?? null }
    }
    await tellUser(tx, deps, tripPointChanged, {
      userId: booking.passengerId,
      data: {
        path: `/bookings/${booking.id}`,
        from: at(booking.fromSeq),
        to: at(booking.toSeq),
        at: booking.picksUpAt.toISOString(),
      },
    })
  }
}

type Relied = Pick<EditTrip, 'preferences'> & { booked: readonly Booking[]; now: Date }

/** Errors: `trip_has_bookings` if terms get worse for who has booked, or keeps seats to do so. */
async function assertKeepsTerms(tx: Tx, trip: TripFacts, { preferences, booked, now }: Relied) {
  if (!preferences) return
  const worse = takenBack(trip.preferences, preferences)
  if (!worse) return
  const refuse = (message: string) => new AppError('trip_has_bookings', { message })
  if (booked.length > 0) throw refuse(`Ya hay reservas, así que no puedes ${worse}.`)
  if (!(await hasKeeps(tx, { tripId: trip.id, now }))) return
  throw refuse(`Alguien está reservando: por unos minutos no puedes ${worse}.`)
}

async function moveBooked(
  deps: Deps,
  tx: Tx,
  trip: TripFacts,
  { move, booked }: { move: TripMove; booked: readonly Booking[] },
): Promise<void> {
  const { id: tripId, driverId } = trip
  const byMs = movedBy(move)
  const { now } = move
  const marks = await isMarked(tx, tripId, move, booked)
  const bookingIds = booked.map(({ id }) => id)
  const moved = await moveWithTrip(tx, { bookingIds, byMs, actorId: driverId, now })
  const facts = await findFactsOf(tx, bookingIds)
  for (const each of moved) {
    await tellPassenger(tx, deps, { trip, ...each, facts: facts.get(each.booking.id), byMs })
  }
  if (!marks) return
  const mark = { driverId, kind: 'moved', causeId: tripId } as const
  await markDriver(tx, { ...mark, now })
  await tellMark(tx, deps, mark)
}

/**
 * Whether this move marks the driver: confirmed bookings move by two hours or more on the last day,
 * with all moves in both directions added up. Call it before the move is written.
 */
export async function isMarked(
  db: Reader,
  tripId: string,
  move: TripMove,
  booked: readonly Pick<Booking, 'status'>[],
): Promise<boolean> {
  const since = lastDayOf(move)
  if (!since || !booked.some(({ status }) => status === 'confirmed')) return false
  const before = await sumAgreedMovedSince(db, tripId, since)
  return before + Math.abs(movedBy(move)) >= MARKED_MOVE_MS
}

/** Mails the old and the new time, and until when cancelling is free. */
async function tellPassenger(
  tx: Tx,
  deps: TellDeps,
  told: Moved & { trip: TripFacts; facts: Facts | undefined; byMs: number },
): Promise<void> {
  const { trip, booking, crossing, facts, byMs } = told
  const { picksUpAt } = booking
  const free = mayLeaveFree(booking, facts, crossing !== null)
  const releasedAt = await planRelease(tx, deps, booking, facts)
  await tellUser(tx, deps, tripChanged, {
    userId: booking.passengerId,
    data: {
      ...fareLink(booking),
      from: placeAt(trip, booking.fromSeq).name,
      to: placeAt(trip, booking.toSeq).name,
      before: addMs(picksUpAt, -byMs).toISOString(),
      after: picksUpAt.toISOString(),
      freeUntil: free ? picksUpAt.toISOString() : null,
      changeMinutes: facts && changeMinutesOf(booking, facts),
      releasedAt: releasedAt?.toISOString(),
      crossing,
    },
  })
}
