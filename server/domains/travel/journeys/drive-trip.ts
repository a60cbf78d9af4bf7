import type { Press } from '#contract/journeys.ts'
import { tellUser } from '#server/domains/people/users/users.public.ts'
import { type Booking, listTripBookings } from '#server/domains/travel/bookings/bookings.public.ts'
import {
  findTripFacts,
  placeAt,
  seqOf,
  type TripFacts,
} from '#server/domains/travel/trips/trips.public.ts'
import { addMs, MINUTE_MS } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import {
  type Arrival,
  isClosed,
  isMoving,
  lastArrival,
  mayFinish,
  mayStart,
  startWindow,
  stateOf,
  UNDO_MS,
  undoable,
} from './journey.ts'
import { driverNear, driverStarted } from './journeys.messages.ts'
import {
  deleteArrival,
  finishJourneyRow,
  insertArrival,
  insertJourney,
  lockJourney,
} from './journeys.queries.ts'
import { runStops } from './run-stops.ts'
import { takePress } from './take-press.ts'

type DriveDeps = Pick<Deps, 'db' | 'clock' | 'secrets'>
type Asked = { tripId: string; press?: Press | undefined }
type AskedStop = Asked & { stopId: string }

/** Age in ms from which a press is no news to people whose planned pick-up has passed. */
const OLD_NEWS_MS = 10 * MINUTE_MS

/** Job of a higher floor that tells trusted contacts about the trip. */
export const JOURNEY_JOB = 'safety.journey'

/** Tells trusted contacts; an arrival is told when it can no longer be undone. */
async function tellHome(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { tripId, afterMs = 0 }: { tripId: string; afterMs?: number },
): Promise<void> {
  const runAt = addMs(clock.now(), afterMs)
  await enqueue(tx, clock, { name: JOURNEY_JOB, payload: { tripId }, runAt })
}

/**
 * Starts the journey as the driver. Passengers with a confirmed seat are told once. A repeat
 * changes nothing. Errors: `trip_not_found`, `journey_too_early`, `journey_over`.
 */
export function startJourney(deps: DriveDeps, actor: ActorId, asked: Asked): Promise<void> {
  return inTransaction(deps.db, async (tx) => {
    const { trip, bookings, journey } = await lockOwnTrip(tx, actor, asked)
    const { press } = asked
    const taken = await takePress(tx, deps, { trip, journey, press, kind: 'start', seq: null })
    if (journey.startedAt || taken.isRepeat) return
    const { at } = taken
    if (!mayStart(trip, journey, at)) {
      const early = !isClosed(trip, at) && at < startWindow(trip).from
      throw new AppError(early ? 'journey_too_early' : 'journey_over')
    }
    if (!(await insertJourney(tx, { tripId: trip.id, at }))) return
    await tellPassengers(tx, deps, { bookings, at })
    await tellHome(tx, deps, { tripId: trip.id })
  })
}

async function tellPassengers(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'secrets'>,
  { bookings, at }: { bookings: readonly Booking[]; at: Date },
): Promise<void> {
  for (const { id, status, passengerId: userId, picksUpAt } of bookings) {
    if (status !== 'confirmed' || isOldNews(deps, { at, picksUpAt })) continue
    const data = { path: `/bookings/${id}`, picksUpAt: picksUpAt.toISOString() }
    await tellUser(tx, deps, driverStarted, { userId, data })
  }
}

/** Whether a press waited so long on the phone that this passenger was picked up, or is not. */
function isOldNews({ clock }: Pick<Deps, 'clock'>, press: { at: Date; picksUpAt: Date }): boolean {
  const now = clock.now()
  return press.picksUpAt <= now && now.getTime() - press.at.getTime() > OLD_NEWS_MS
}

/**
 * Records that the car is at a stop. A repeat changes nothing. Errors: `trip_not_found`,
 * `stop_not_found`, `journey_not_started`, `journey_stop_passed`, `journey_over`.
 */
export function recordArrival(deps: DriveDeps, actor: ActorId, asked: AskedStop) {
  return inTransaction(deps.db, async (tx) => {
    const { trip, bookings, journey } = await lockOwnTrip(tx, actor, asked)
    const seq = seqOf(trip, asked.stopId)
    const { press } = asked
    const taken = await takePress(tx, deps, { trip, journey, press, kind: 'arrive', seq })
    if (taken.isRepeat) return
    const { at, receivedAt } = taken
    if (journey.arrivals.some((arrival) => arrival.seq === seq)) return
    if (!runStops(trip, bookings).some((stop) => stop.seq === seq)) {
      throw new AppError('stop_not_found')
    }
    if (stateOf(journey) === 'not_started') throw new AppError('journey_not_started')
    if (!isMoving(trip, journey, at)) throw new AppError('journey_over')
    if (seq < (lastArrival(journey)?.seq ?? -1)) throw new AppError('journey_stop_passed')
    await insertArrival(tx, { tripId: trip.id, seq, at, receivedAt })
    await tellNextStop(tx, deps, { trip, bookings, arrival: { seq, at } })
    await tellHome(tx, deps, { tripId: trip.id, afterMs: UNDO_MS })
  })
}

/** Tells passengers of the next stop to get ready, each once. */
async function tellNextStop(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'secrets'>,
  run: { trip: TripFacts; bookings: readonly Booking[]; arrival: Arrival },
): Promise<void> {
  const { trip, bookings, arrival } = run
  const { seq, at } = arrival
  const next = runStops(trip, bookings).find((stop) => stop.seq > seq)
  const passed = placeAt(trip, seq).name
  for (const { id: cause, status, fromSeq, passengerId: userId, picksUpAt } of bookings) {
    if (status !== 'confirmed' || fromSeq !== next?.seq) continue
    if (isOldNews(deps, { at, picksUpAt })) continue
    const data = { path: `/bookings/${cause}`, passed, picksUpAt: picksUpAt.toISOString() }
    await tellUser(tx, deps, driverNear, { userId, data, cause })
  }
}

/**
 * Undoes the last arrival, recorded by mistake. A repeat changes nothing.
 * Errors: `trip_not_found`, `stop_not_found`, `journey_undo_late`, `journey_over`.
 */
export function undoArrival(deps: DriveDeps, actor: ActorId, asked: AskedStop) {
  return inTransaction(deps.db, async (tx) => {
    const { trip, journey } = await lockOwnTrip(tx, actor, asked)
    const seq = seqOf(trip, asked.stopId)
    if (!journey.arrivals.some((arrival) => arrival.seq === seq)) return
    if (stateOf(journey) === 'finished') throw new AppError('journey_over')
    if (undoable(trip, journey, deps.clock.now())?.seq !== seq) {
      throw new AppError('journey_undo_late')
    }
    await deleteArrival(tx, { tripId: trip.id, seq })
  })
}

/**
 * Finishes the journey. Moves no money: bookings without check-in follow their own rules. A repeat
 * changes nothing. Errors: `trip_not_found`, `journey_not_started`, `journey_not_arrived`.
 */
export function finishJourney(deps: DriveDeps, actor: ActorId, asked: Asked): Promise<void> {
  return inTransaction(deps.db, async (tx) => {
    const { trip, bookings, journey } = await lockOwnTrip(tx, actor, asked)
    const { press } = asked
    const taken = await takePress(tx, deps, { trip, journey, press, kind: 'finish', seq: null })
    if (journey.finishedAt || taken.isRepeat) return
    const { at } = taken
    if (!journey.startedAt) throw new AppError('journey_not_started')
    if (!mayFinish(trip, journey, runStops(trip, bookings), at)) {
      throw new AppError('journey_not_arrived')
    }
    await finishJourneyRow(tx, { tripId: trip.id, at })
    await tellHome(tx, deps, { tripId: trip.id })
  })
}

/** Reads the driver's own trip with its bookings, and locks its journey. */
async function lockOwnTrip(tx: Tx, { userId }: ActorId, { tripId }: Asked) {
  const trip = await findTripFacts(tx, tripId)
  if (trip?.driverId !== userId) throw new AppError('trip_not_found')
  const bookings = await listTripBookings(tx, trip.id)
  return { trip, bookings, journey: await lockJourney(tx, trip.id) }
}
