import { z } from 'zod'
import { BOARDING_OPENS_HOURS } from './booking-limits.ts'
import { AboardSaid, BookingConnection } from './booking-view.ts'
import { Id, Instant, inputText, Pesos, StopId } from './common.ts'
import { FINISH_UNDO_MINUTES } from './press-rules.ts'
import { get, post } from './route.ts'
import { PaymentMode, StopPoint, TripState } from './trips.ts'

export const JourneyState = z.enum(['not_started', 'on_the_way', 'finished'])
export type JourneyState = z.infer<typeof JourneyState>

const JourneyStop = z.object({
  id: StopId,
  name: z.string(),
  department: z.string(),
  /** Meeting point; null: to be agreed. */
  point: StopPoint.nullable(),
  plannedAt: Instant,
  /** Planned time plus the current delay; for a reached stop, the time of arrival. */
  expectedAt: Instant,
  arrivedAt: Instant.nullable(),
  /** Whether the car reached the stop, or passed it without recording an arrival. */
  passed: z.boolean(),
  /** Whether the arrival came too early to be true, and nobody has confirmed it. */
  doubtful: z.boolean(),
})
export type JourneyStop = z.infer<typeof JourneyStop>

/** Estimated extra length of the route because of the meeting points. */
const Detour = z.object({ km: z.number(), minutes: z.int() })

export const Boarding = z.enum(['waiting', 'aboard', 'arrived', 'no_show'])
export type Boarding = z.infer<typeof Boarding>

/** A passenger who boards, as the driver sees them; never with the code of the ticket. */
const RunPassenger = z.object({
  bookingId: Id,
  name: z.string(),
  /** Small square picture; null without a photo. */
  photoUrl: z.string().nullable(),
  seats: z.int(),
  /** Shown while the seat is confirmed, until some time after the trip. */
  phone: z.string().nullable(),
  boarding: Boarding,
  /** When the passenger declared to be aboard, and when the fare is paid unless undone. */
  aboardSaid: AboardSaid.nullable(),
  /** Whether the driver can claim now that the passenger did not come. */
  canClaimNoShow: z.boolean(),
  paymentMode: PaymentMode,
  /** Pesos that the passenger pays by hand; null when the wallet pays. */
  collect: Pesos.nullable(),
  /** Name of the stop where the passenger leaves the car. */
  to: z.string(),
  /** The other car of a trip with one change; null for others. */
  connection: BookingConnection.nullable(),
  /** Whether the passenger booked this seat because another driver cancelled. */
  rescued: z.boolean(),
})
export type RunPassenger = z.infer<typeof RunPassenger>

const RunMeeting = z.object({
  /** Meeting point; null: to be agreed. */
  point: StopPoint.nullable(),
  getsOn: z.array(Id),
  getsOff: z.array(Id),
})
export type RunMeeting = z.infer<typeof RunMeeting>

/** `point`: the only meeting point of the stop; null when there are several, or none was chosen. */
const RunStop = JourneyStop.extend({
  getsOn: z.array(RunPassenger),
  getsOff: z.array(
    RunPassenger.pick({ bookingId: true, name: true, seats: true, connection: true }),
  ),
  /** Meeting points in the order of the shortest route; empty without boarding or points. */
  meetings: z.array(RunMeeting),
  detour: Detour,
})
export type RunStop = z.infer<typeof RunStop>

export const RunSheet = z.object({
  tripId: Id,
  state: JourneyState,
  departsAt: Instant,
  startedAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
  delayMinutes: z.int(),
  /** Whether the car is so late that the screen says so; false once the trip is finished. */
  isLate: z.boolean(),
  /** Stops in the order with the shortest route that keeps the order of the corridor. */
  stops: z.array(RunStop),
  detour: Detour,
  requests: z.int(),
  /** First and last instant at which the journey can be started. */
  startsFrom: Instant,
  startsUntil: Instant,
  can: z.object({
    start: z.boolean(),
    /** Stops that the driver can mark as reached; the next stop first. */
    arrive: z.array(StopId),
    /** Stop of the last arrival, while the driver can undo it. */
    undo: StopId.nullable(),
    finish: z.boolean(),
    /** Until when the end can be taken back; null when it cannot. */
    undoFinishUntil: Instant.nullable(),
  }),
  /** Whether the end came too early to be true, and nobody has confirmed it. */
  finishDoubtful: z.boolean(),
  asOf: Instant,
  /** Signature of the server over `asOf`; the phone returns it with what the driver presses. */
  timeProof: z.string(),
})
export type RunSheet = z.infer<typeof RunSheet>

export const JourneyView = z.object({
  tripId: Id,
  state: JourneyState,
  startedAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
  delayMinutes: z.int(),
  /** Whether the car is so late that the screen says so; false once the trip is finished. */
  isLate: z.boolean(),
  /** Stops that the driver declared, and the viewer's own stops. */
  stops: z.array(JourneyStop),
  lastArrival: z.object({ name: z.string(), at: Instant }).nullable(),
  /** Stops where the viewer boards and leaves; null for the driver. */
  mine: z.object({ from: StopId, to: StopId }).nullable(),
  /** `phone`: shown to passengers with a confirmed seat, null to others. */
  driver: z.object({ name: z.string(), phone: z.string().nullable() }),
  tripState: TripState,
  /** Why the viewer is asked whether they arrived; null: they are not asked. */
  asks: z.enum(['no_news', 'doubt']).nullable(),
  /** What the viewer said about their own arrival. */
  arrived: z.boolean().nullable(),
  asOf: Instant,
})
export type JourneyView = z.infer<typeof JourneyView>

const sheet = z.object({ sheet: RunSheet })
const stopBody = z.strictObject({ stopId: StopId })

/** A press of the driver's button. The phone makes the id: a press sent twice counts once. */
const Press = z.strictObject({
  id: Id,
  /** Time on the phone's clock, corrected by the last server time that it received. */
  at: Instant,
  timeProof: inputText().max(200).optional(),
  /** Whether the phone asked because the press is too early, and the driver said yes. */
  isSure: z.boolean().optional(),
})
export type Press = z.infer<typeof Press>

const pressBody = z.strictObject({ press: Press.optional() })

const PRESS_SENTENCE =
  'A press too early to be true is recorded in doubt. A press that the phone stored without a ' +
  'network counts from its own time, if that is after the signed time and at most a day ago, ' +
  'else from its receipt; the same press counts once.'

export const journeys = {
  runSheet: get('/trips/:tripId/run-sheet', {
    auth: 'live',
    summary: "Show the run sheet of one's trip",
    description:
      "Returns the driver's own trip on the day of travel: stops in order, who gets on and off, " +
      'and what was recorded.',
    ok: sheet,
    errors: ['trip_not_found'],
  }),
  show: get('/trips/:tripId/journey', {
    auth: 'live',
    summary: 'Show how a trip goes',
    description:
      'Returns how a trip goes, for its driver and for passengers with a seat or a request. ' +
      'Everybody else gets `trip_not_found`.',
    ok: z.object({ journey: JourneyView }),
    errors: ['trip_not_found'],
  }),
  sayArrival: post('/trips/:tripId/arrival-word', {
    auth: 'live',
    summary: 'Say whether one arrived',
    description:
      'A passenger says whether they arrived; the last answer counts. It ends the doubt about ' +
      'what the driver pressed, and with a yes the link of who follows the passenger ends.',
    body: z.strictObject({ arrived: z.boolean() }),
    ok: z.object({ journey: JourneyView }),
    whenExpelled: true,
    errors: ['trip_not_found', 'arrival_word_early', 'journey_over'],
  }),
  start: post('/trips/:tripId/start', {
    auth: 'live',
    summary: 'Start a trip',
    description:
      `The driver starts the trip, from ${BOARDING_OPENS_HOURS} hours before departure; ` +
      'passengers with a confirmed seat are told once. Safe to repeat. ' +
      PRESS_SENTENCE,
    body: pressBody,
    ok: sheet,
    whenExpelled: true,
    errors: ['trip_not_found', 'journey_too_early', 'journey_over', 'idempotency_mismatch'],
  }),
  arrive: post('/trips/:tripId/arrivals', {
    auth: 'live',
    summary: 'Record the arrival at a stop',
    description:
      'The driver records the arrival at a stop; stops may be skipped forward. Safe to repeat. ' +
      PRESS_SENTENCE,
    body: stopBody.extend(pressBody.shape),
    ok: sheet,
    whenExpelled: true,
    errors: [
      'trip_not_found',
      'stop_not_found',
      'journey_not_started',
      'journey_stop_passed',
      'journey_over',
      'idempotency_mismatch',
    ],
  }),
  undoArrival: post('/trips/:tripId/arrivals/undo', {
    auth: 'live',
    summary: 'Undo the last arrival',
    description:
      'The driver takes back the last arrival, within 2 minutes of it or while it is in doubt. ' +
      'Safe to repeat.',
    body: stopBody,
    ok: sheet,
    whenExpelled: true,
    errors: ['trip_not_found', 'stop_not_found', 'journey_undo_late', 'journey_over'],
  }),
  finish: post('/trips/:tripId/finish', {
    auth: 'live',
    summary: 'End a trip',
    description:
      'The driver ends the trip at its last stop, which ends its sales. It moves no money, and ' +
      `can be undone for ${FINISH_UNDO_MINUTES} minutes. Safe to repeat. ` +
      PRESS_SENTENCE,
    body: pressBody,
    ok: sheet,
    whenExpelled: true,
    errors: [
      'trip_not_found',
      'journey_not_started',
      'journey_not_arrived',
      'idempotency_mismatch',
    ],
  }),
  undoFinish: post('/trips/:tripId/finish/undo', {
    auth: 'live',
    summary: 'Undo the end of a trip',
    description:
      `The driver takes back the end of the trip, within ${FINISH_UNDO_MINUTES} minutes of it or ` +
      'while it is in doubt; its sales go on. Safe to repeat.',
    body: z.strictObject({}),
    ok: sheet,
    whenExpelled: true,
    errors: ['trip_not_found', 'journey_finish_counts'],
  }),
}
