import type { Press } from '#contract/journeys.ts'
import { tellUser } from '#server/modules/people/users/index.ts'
import { type Booking, listTripBookings } from '#server/modules/travel/bookings/index.ts'
import {
  placeAt,
  requireOwnTrip,
  seqOf,
  setSales,
  type TripFacts,
} from '#server/modules/travel/trips/index.ts'
import { addMs, MINUTE_MS } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { ActDeps, Deps, TellDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import {
  FINISH_UNDO_MS,
  isAwaited,
  isClosed,
  isLate,
  isMoving,
  isTooEarly,
  type Journey,
  lastArrival,
  mayFinish,
  mayStart,
  mayUndoFinish,
  NOT_STARTED,
  startWindow,
  stateOf,
  UNDO_MS,
  undoable,
} from './journey.ts'
import { driverHere, driverNear, driverStarted, pressDoubted } from './journeys.messages.ts'
import {
  deleteArrival,
  findCar,
  insertArrival,
  insertJourney,
  lockJourney,
  setDelay,
  setFinish,
} from './journeys.queries.ts'
import { runStops } from './run-stops.ts'
import { takePress } from './take-press.ts'

type Asked = { tripId: string; press?: Press | undefined }
type AskedStop = Asked & { stopId: string }
type PressedAt = { seq: number; at: Date }

/** Age in ms from which a press is no news to people whose planned pick-up has passed. */
const OLD_NEWS_MS = 10 * MINUTE_MS

/** Job of a higher layer that tells trusted contacts about the trip. */
export const JOURNEY_JOB = 'safety.journey'

/** Tells trusted contacts; a press is told when it can no longer be undone. */
async function tellHome(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { tripId, runAt = clock.now() }: { tripId: string; runAt?: Date },
): Promise<void> {
  await enqueue(tx, clock, { name: JOURNEY_JOB, payload: { tripId }, runAt })
}

/**
 * Starts the journey as the driver. Passengers with a confirmed seat are told once. A repeat
 * changes nothing. Errors: `trip_not_found`, `journey_too_early`, `journey_over`.
 */
export function startJourney(deps: ActDeps, actor: ActorId, asked: Asked): Promise<void> {
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
    await setDelay(tx, { tripId: trip.id, delayMs: delayOf({ plan: trip.departsAt, at }) })
    await tellPassengers(tx, deps, { trip, bookings, at })
    await tellHome(tx, deps, { tripId: trip.id })
  })
}

const delayOf = ({ plan, at }: { plan: Date; at: Date }) =>
  Math.max(0, at.getTime() - plan.getTime())

/** Tells the driver about the first press in doubt, unless the phone asked before it sent it. */
async function tellDoubt(
  tx: Tx,
  deps: TellDeps,
  { trip, journey, seq, at, press }: Asked & PressedAt & { trip: TripFacts; journey: Journey },
): Promise<void> {
  if (press?.isSure || journey.arrivals.some(({ countsAt }) => countsAt !== null)) return
  const { name, at: plan } = placeAt(trip, seq)
  const data = { path: `/trips/${trip.id}/run`, place: name, at: at.toISOString() }
  const facts = { ...data, plan: plan.toISOString() }
  await tellUser(tx, deps, pressDoubted, { userId: trip.driverId, data: facts })
}

async function tellPassengers(
  tx: Tx,
  deps: TellDeps,
  { trip, bookings, at }: { trip: TripFacts; bookings: readonly Booking[]; at: Date },
): Promise<void> {
  const delayMs = delayOf({ plan: trip.departsAt, at })
  for (const booking of bookings) {
    const { status, passengerId: userId, picksUpAt } = booking
    if (status !== 'confirmed' || isOldNews(deps, { at, picksUpAt })) continue
    await tellUser(tx, deps, driverStarted, { userId, data: comingTo(booking, delayMs) })
  }
}

/** When the car comes to a passenger, with the delay of the last press. */
function comingTo({ id, picksUpAt }: Booking, delayMs: number) {
  const expectedAt = isLate(NOT_STARTED, delayMs / MINUTE_MS)
    ? addMs(picksUpAt, delayMs).toISOString()
    : undefined
  return { path: `/bookings/${id}`, picksUpAt: picksUpAt.toISOString(), expectedAt }
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
export function recordArrival(deps: ActDeps, actor: ActorId, asked: AskedStop) {
  return inTransaction(deps.db, async (tx) => {
    const { trip, bookings, journey } = await lockOwnTrip(tx, actor, asked)
    const seq = seqOf(trip, asked.stopId)
    const { press } = asked
    const taken = await takePress(tx, deps, { trip, journey, press, kind: 'arrive', seq })
    if (taken.isRepeat) return
    const { at, receivedAt } = taken
    if (journey.arrivals.some((arrival) => arrival.seq === seq)) return
    const stops = runStops(trip, bookings)
    if (!stops.some((stop) => stop.seq === seq)) throw new AppError('stop_not_found')
    if (stateOf(journey) === 'not_started') throw new AppError('journey_not_started')
    if (!isMoving(trip, journey, at)) throw new AppError('journey_over')
    if (seq < (lastArrival(journey)?.seq ?? -1)) throw new AppError('journey_stop_passed')
    const plan = placeAt(trip, seq).at
    const isDoubted = isTooEarly(stops, journey, { seq, at })
    const tripId = trip.id
    await insertArrival(tx, { tripId, seq, at, receivedAt, countsAt: isDoubted ? plan : null })
    if (isDoubted) return await tellDoubt(tx, deps, { ...asked, trip, journey, seq, at })
    await setDelay(tx, { tripId, delayMs: delayOf({ plan, at }) })
    await tellNextStop(tx, deps, { trip, bookings, arrival: { seq, at } })
    await tellHome(tx, deps, { tripId, runAt: addMs(deps.clock.now(), UNDO_MS) })
  })
}

/**
 * Tells passengers of the stop that the car is there, and those who get on at the next one where
 * it stops, each once.
 */
async function tellNextStop(
  tx: Tx,
  deps: TellDeps,
  run: { trip: TripFacts; bookings: readonly Booking[]; arrival: PressedAt },
): Promise<void> {
  const { trip, bookings, arrival } = run
  const { seq, at } = arrival
  const next = trip.places.find((place) => place.seq > seq && isAwaited(bookings, place.seq))
  const { name, at: plan } = placeAt(trip, seq)
  const car = await findCar(tx, trip.id)
  for (const booking of bookings) {
    const { id: cause, status, fromSeq, passengerId: userId, picksUpAt } = booking
    if (status !== 'confirmed' || isOldNews(deps, { at, picksUpAt })) continue
    const coming = comingTo(booking, delayOf({ plan, at }))
    if (fromSeq === seq) {
      const data = { ...coming, place: name, ...car }
      await tellUser(tx, deps, driverHere, { userId, data, cause })
    } else if (fromSeq === next?.seq) {
      await tellUser(tx, deps, driverNear, { userId, data: { ...coming, passed: name }, cause })
    }
  }
}

/**
 * Undoes the last arrival, recorded by mistake: within two minutes, and while it is in doubt. A
 * repeat changes nothing.
 * Errors: `trip_not_found`, `stop_not_found`, `journey_undo_late`, `journey_over`.
 */
export function undoArrival(deps: ActDeps, actor: ActorId, asked: AskedStop) {
  return inTransaction(deps.db, async (tx) => {
    const { trip, journey } = await lockOwnTrip(tx, actor, asked)
    const seq = seqOf(trip, asked.stopId)
    if (!journey.arrivals.some((arrival) => arrival.seq === seq)) return
    if (stateOf(journey) === 'finished') throw new AppError('journey_over')
    if (undoable(trip, journey, deps.clock.now())?.seq !== seq) {
      throw new AppError('journey_undo_late')
    }
    await deleteArrival(tx, { tripId: trip.id, seq })
    await setDelay(tx, { tripId: trip.id, delayMs: delayWithout(trip, journey, seq) })
  })
}

/** Delay at the last credible press when the arrival at a stop is taken back, in ms. */
function delayWithout(trip: TripFacts, { arrivals, startedAt }: Journey, seq: number): number {
  const last = arrivals.findLast((each) => each.seq < seq && each.countsAt === null)
  if (last) return delayOf({ plan: placeAt(trip, last.seq).at, at: last.at })
  return startedAt ? delayOf({ plan: trip.departsAt, at: startedAt }) : 0
}

/**
 * Finishes the journey: from now on it sells nothing. Moves no money: bookings without check-in
 * follow their own rules. Others learn of it when it counts: when it can no longer be undone and,
 * while it is in doubt, at the planned arrival. A repeat changes nothing. Errors:
 * `trip_not_found`, `journey_not_started`, `journey_not_arrived`.
 */
export function finishJourney(deps: ActDeps, actor: ActorId, asked: Asked): Promise<void> {
  return inTransaction(deps.db, async (tx) => {
    const { trip, bookings, journey } = await lockOwnTrip(tx, actor, asked)
    const { press } = asked
    const taken = await takePress(tx, deps, { trip, journey, press, kind: 'finish', seq: null })
    if (journey.finishedAt || taken.isRepeat) return
    const { at } = taken
    if (!journey.startedAt) throw new AppError('journey_not_started')
    const stops = runStops(trip, bookings)
    if (!mayFinish(trip, journey, stops, at)) throw new AppError('journey_not_arrived')
    const tripId = trip.id
    const seq = trip.places.length - 1
    const settled = addMs(at, FINISH_UNDO_MS)
    const isSure = journey.arrivals.some((each) => each.seq === seq && each.countsAt === null)
    const isEarly = !isSure && isTooEarly(stops, journey, { seq, at })
    const isDoubted = isEarly && trip.arrivesAt > settled
    const countsAt = isDoubted ? trip.arrivesAt : settled
    await setFinish(tx, { tripId, at, countsAt })
    await setSales(tx, { tripId, open: false })
    if (isDoubted) await tellDoubt(tx, deps, { ...asked, trip, journey, seq, at })
    await tellHome(tx, deps, { tripId, runAt: countsAt })
  })
}

/**
 * Takes back the end of the journey until it counts; the trip is sold again unless it is paused. A
 * repeat changes nothing. Errors: `trip_not_found`, `journey_finish_counts`.
 */
export function undoFinish(deps: ActDeps, actor: ActorId, asked: Asked): Promise<void> {
  return inTransaction(deps.db, async (tx) => {
    const { trip, journey } = await lockOwnTrip(tx, actor, asked)
    if (!journey.finishedAt) return
    const closed = isClosed(trip, deps.clock.now())
    if (closed || !mayUndoFinish(journey, deps.clock.now())) {
      throw new AppError('journey_finish_counts')
    }
    const tripId = trip.id
    await setFinish(tx, { tripId, at: null, countsAt: null })
    await setSales(tx, { tripId, open: true })
  })
}

/** Reads the driver's own trip with its bookings, and locks its journey. */
async function lockOwnTrip(tx: Tx, driver: ActorId, { tripId }: Asked) {
  const trip = await requireOwnTrip(tx, driver, tripId)
  const bookings = await listTripBookings(tx, trip.id)
  return { trip, bookings, journey: await lockJourney(tx, trip.id) }
}
