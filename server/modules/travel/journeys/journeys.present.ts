import type {
  Boarding,
  JourneyStop,
  JourneyView,
  RunPassenger,
  RunSheet,
} from '#contract/journeys.ts'
import type { TripState } from '#contract/trips.ts'
import {
  aboardSaidOf,
  type Booking,
  hasArrived,
  may,
} from '#server/modules/travel/bookings/index.ts'
import { placeAt, stopId, type TripPlace } from '#server/modules/travel/trips/index.ts'
import {
  believed,
  delayMinutes,
  expectedAt,
  isClosed,
  isFinishDoubtful,
  isLate,
  isMoving,
  lastArrival,
  mayFinish,
  mayStart,
  mayUndoFinish,
  startWindow,
  stateOf,
  stopsAhead,
  undoable,
} from './journey.ts'
import type { FollowedJourney, RunFacts } from './read-journey.ts'
import { mayArrive, planRun, type RunMeeting, runStops } from './run-stops.ts'

type Shared = Pick<RunFacts, 'trip' | 'points' | 'journey' | 'now'>

/** Presents the run sheet to the driver. */
export function presentRunSheet(run: RunFacts): RunSheet {
  const { trip, journey, bookings, now } = run
  const plan = planRun(run)
  const places = plan.stops.map(({ place }) => place)
  const delay = delayMinutes(journey, { places: trip.places, riders: bookings }, now)
  const undo = undoable(trip, journey, now)
  const window = startWindow(trip)
  const arrive = isMoving(trip, journey, now) ? stopsAhead(places, journey) : []
  return {
    tripId: trip.id,
    ...presentState(run),
    departsAt: trip.departsAt.toISOString(),
    delayMinutes: delay,
    isLate: isLate(journey, delay),
    stops: plan.stops.map(({ place, meetings, detour }) => ({
      ...presentStop(run, place, delay),
      ...presentMeetings(run, meetings),
      detour,
    })),
    detour: plan.detour,
    requests: bookings.filter(({ status }) => status === 'requested').length,
    startsFrom: window.from.toISOString(),
    startsUntil: window.until.toISOString(),
    can: {
      start: mayStart(trip, journey, now),
      arrive: arrive.map(({ seq }) => stopId(trip.id, seq)),
      undo: undo ? stopId(trip.id, undo.seq) : null,
      finish: mayFinish(trip, journey, places, now),
      undoFinishUntil: undoFinishUntil(run),
    },
    finishDoubtful: isFinishDoubtful(journey) && mayUndoFinish(journey, now),
    asOf: now.toISOString(),
    timeProof: run.timeProof,
  }
}

function undoFinishUntil({ trip, journey, now }: RunFacts): string | null {
  if (isClosed(trip, now) || !mayUndoFinish(journey, now)) return null
  return journey.finishCountsAt?.toISOString() ?? null
}

/** Presents the journey to one of its passengers, without presses in doubt. */
export function presentJourney(asked: FollowedJourney): JourneyView {
  const journey = believed(asked.journey, asked.now)
  const followed = { ...asked, journey }
  const { trip, booking, riders, driver, now, state, arrived } = followed
  const pressed = asked.journey.arrivals.find(({ seq }) => seq >= (booking?.toSeq ?? 0))
  const isDoubted = (pressed?.countsAt ?? now) > now
  const places = runStops(trip, booking ? [{ ...booking, status: 'confirmed' }] : [])
  const last = lastArrival(journey)
  const delay = delayMinutes(journey, { places: trip.places, riders }, now)
  return {
    tripId: trip.id,
    ...presentState(followed),
    delayMinutes: delay,
    isLate: isLate(journey, delay),
    stops: places.map((place) => presentStop(followed, place, delay)),
    lastArrival: last ? { name: placeAt(trip, last.seq).name, at: last.at.toISOString() } : null,
    mine: booking && { from: stopId(trip.id, booking.fromSeq), to: stopId(trip.id, booking.toSeq) },
    driver,
    tripState: state,
    asks:
      booking && arrived === null && mayArrive(booking, now) ? whyAsked(state, isDoubted) : null,
    arrived,
    asOf: now.toISOString(),
  }
}

function whyAsked(state: TripState, isDoubted: boolean): JourneyView['asks'] {
  if (state === 'no_news') return state
  return isDoubted ? 'doubt' : null
}

function presentState({ journey }: Pick<Shared, 'journey'>) {
  return {
    state: stateOf(journey),
    startedAt: journey.startedAt?.toISOString() ?? null,
    finishedAt: journey.finishedAt?.toISOString() ?? null,
  }
}

function presentStop(shared: Shared, place: TripPlace, delay: number): JourneyStop {
  const { trip, points, journey } = shared
  const arrival = journey.arrivals.find(({ seq }) => seq === place.seq)
  return {
    id: stopId(trip.id, place.seq),
    name: place.name,
    department: place.department,
    point: points.get(place.seq) ?? null,
    plannedAt: place.at.toISOString(),
    expectedAt: expectedAt(place, journey, delay).toISOString(),
    arrivedAt: arrival?.at.toISOString() ?? null,
    passed: place.seq <= (lastArrival(journey)?.seq ?? -1),
    doubtful: (arrival?.countsAt ?? shared.now) > shared.now,
  }
}

function presentMeetings(run: RunFacts, meetings: readonly RunMeeting[]) {
  const idsOf = (bookings: readonly Booking[]) => bookings.map(({ id }) => id)
  return {
    point: meetings.length === 1 ? (meetings[0]?.point ?? null) : null,
    getsOn: meetings.flatMap(({ getsOn }) =>
      getsOn.map((booking) => presentPassenger(run, booking)),
    ),
    getsOff: meetings.flatMap(({ getsOff }) =>
      getsOff.map((booking) => {
        const { id: bookingId, seats } = booking
        const connection = run.connections.get(bookingId) ?? null
        return { bookingId, name: nameOf(run, booking), seats, connection }
      }),
    ),
    meetings: meetings.map(({ point, getsOn, getsOff }) => {
      return { point, getsOn: idsOf(getsOn), getsOff: idsOf(getsOff) }
    }),
  }
}

function presentPassenger(run: RunFacts, booking: Booking): RunPassenger {
  const { id: bookingId, seats, paymentMode, farePesos, toSeq } = booking
  const facts = run.facts.get(bookingId)
  return {
    bookingId,
    name: nameOf(run, booking),
    photoUrl: run.people.get(booking.passengerId)?.photo?.small ?? null,
    seats,
    phone: run.phones.get(booking.passengerId) ?? null,
    boarding: boardingOf(run, booking),
    aboardSaid: aboardSaidOf(booking),
    canClaimNoShow: may('claim_no_show', { booking, by: 'driver', now: run.now, facts }),
    paymentMode,
    collect: paymentMode === 'directo' ? farePesos : null,
    to: placeAt(run.trip, toSeq).name,
    connection: run.connections.get(bookingId) ?? null,
    rescued: run.rescued.includes(bookingId),
  }
}

function boardingOf({ facts, now }: RunFacts, booking: Booking): Boarding {
  if (booking.status === 'no_show') return 'no_show'
  if (booking.status === 'confirmed') return 'waiting'
  return hasArrived(booking, now, facts.get(booking.id)) ? 'arrived' : 'aboard'
}

function nameOf(run: RunFacts, booking: Booking): string {
  return run.people.get(booking.passengerId)?.name ?? 'Pasajero'
}
