import { z } from 'zod'
import { AboardSaid } from './booking-view.ts'
import { Id, Instant, Pesos, StopId } from './common.ts'
import { route } from './route.ts'
import { PaymentMode, StopPoint } from './trips.ts'

export const JourneyState = z.enum(['not_started', 'on_the_way', 'finished'])
export type JourneyState = z.infer<typeof JourneyState>

/** A stop on the day of travel. */
const JourneyStop = z.object({
  id: StopId,
  name: z.string(),
  department: z.string(),
  /** Null: to be agreed. */
  point: StopPoint.nullable(),
  plannedAt: Instant,
  /** The planned time with the delay of now; of a stop reached, when that was. */
  expectedAt: Instant,
  arrivedAt: Instant.nullable(),
  /** Reached, or left behind without a word. */
  passed: z.boolean(),
})
export type JourneyStop = z.infer<typeof JourneyStop>

/** How much longer the way is because of the meeting points; an estimate. */
const Detour = z.object({ km: z.number(), minutes: z.int() })

export const Boarding = z.enum(['waiting', 'aboard', 'arrived', 'no_show'])
export type Boarding = z.infer<typeof Boarding>

/** Somebody who gets on, as their driver sees them. Never with the code of the ticket. */
const RunPassenger = z.object({
  bookingId: Id,
  name: z.string(),
  /** A small square picture; null without one. */
  photoUrl: z.string().nullable(),
  seats: z.int(),
  /** While the seat is confirmed and the trip is not long over. */
  phone: z.string().nullable(),
  boarding: Boarding,
  /** The passenger says to be aboard: since when, and when that is paid unless undone. */
  aboardSaid: AboardSaid.nullable(),
  /** The driver may say now that they did not come. */
  canClaimNoShow: z.boolean(),
  paymentMode: PaymentMode,
  /** What the passenger pays by hand; null when the wallet pays. */
  collect: Pesos.nullable(),
  /** Where they get off. */
  to: z.string(),
})
export type RunPassenger = z.infer<typeof RunPassenger>

/** Where the car waits at a stop, and for which bookings. */
const RunMeeting = z.object({
  /** Null: to be agreed. */
  point: StopPoint.nullable(),
  getsOn: z.array(Id),
  getsOff: z.array(Id),
})
export type RunMeeting = z.infer<typeof RunMeeting>

/** `point` is that of its only meeting; null when there are several, or none with a point. */
const RunStop = JourneyStop.extend({
  getsOn: z.array(RunPassenger),
  getsOff: z.array(z.object({ bookingId: Id, name: z.string(), seats: z.int() })),
  /** In the order that makes the way shortest; empty where nobody moves and no point was chosen. */
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
  /** Late enough to say so, while the trip is not finished. */
  isLate: z.boolean(),
  /** In the order that makes the way shortest without leaving that of the corridor. */
  stops: z.array(RunStop),
  detour: Detour,
  /** Requests that the driver has not answered. */
  requests: z.int(),
  /** From and until when the journey may be started. */
  startsFrom: Instant,
  startsUntil: Instant,
  can: z.object({
    start: z.boolean(),
    /** The stops that may be marked as reached; the next one first. */
    arrive: z.array(StopId),
    /** The last arrival, while it can be taken back. */
    undo: StopId.nullable(),
    finish: z.boolean(),
  }),
  asOf: Instant,
})
export type RunSheet = z.infer<typeof RunSheet>

export const JourneyView = z.object({
  tripId: Id,
  state: JourneyState,
  startedAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
  delayMinutes: z.int(),
  /** Late enough to say so, while the trip is not finished. */
  isLate: z.boolean(),
  /** Those that the driver declared, and those of the viewer. */
  stops: z.array(JourneyStop),
  lastArrival: z.object({ name: z.string(), at: Instant }).nullable(),
  /** Where the viewer gets on and off; null for the driver. */
  mine: z.object({ from: StopId, to: StopId }).nullable(),
  /** `phone`: for passengers with a confirmed seat. */
  driver: z.object({ name: z.string(), phone: z.string().nullable() }),
  asOf: Instant,
})
export type JourneyView = z.infer<typeof JourneyView>

const params = z.strictObject({ tripId: Id })
const sheet = z.object({ sheet: RunSheet })
const stopBody = z.strictObject({ stopId: StopId })

export const journeys = {
  runSheet: route({
    method: 'GET',
    path: '/trips/:tripId/run-sheet',
    auth: 'live',
    summary: 'La hoja de ruta de mi viaje: paradas en orden, quién sube y quién baja',
    description:
      "The driver's own trip on the day of travel: stops in order, who gets on and off, and " +
      'what was recorded.',
    params,
    ok: sheet,
    errors: ['trip_not_found'],
  }),
  show: route({
    method: 'GET',
    path: '/trips/:tripId/journey',
    auth: 'live',
    summary: 'Cómo va un viaje en el que participo',
    description:
      'How a trip goes, for its driver and for passengers with a seat or a request. Everybody ' +
      'else gets `trip_not_found`.',
    params,
    ok: z.object({ journey: JourneyView }),
    errors: ['trip_not_found'],
  }),
  start: route({
    method: 'POST',
    path: '/trips/:tripId/start',
    auth: 'live',
    summary: 'Empezar el viaje (desde 60 minutos antes de la salida)',
    description:
      'The driver starts the trip, from 60 minutes before departure; passengers with a ' +
      'confirmed seat are told once. Safe to repeat.',
    params,
    body: z.strictObject({}),
    ok: sheet,
    whenExpelled: true,
    errors: ['trip_not_found', 'journey_too_early', 'journey_over'],
  }),
  arrive: route({
    method: 'POST',
    path: '/trips/:tripId/arrivals',
    auth: 'live',
    summary: 'Registrar la llegada a una parada; se puede saltar hacia adelante',
    description:
      'The driver records the arrival at a stop; stops may be skipped forward. Safe to repeat.',
    params,
    body: stopBody,
    ok: sheet,
    whenExpelled: true,
    errors: [
      'trip_not_found',
      'stop_not_found',
      'journey_not_started',
      'journey_stop_passed',
      'journey_over',
    ],
  }),
  undoArrival: route({
    method: 'POST',
    path: '/trips/:tripId/arrivals/undo',
    auth: 'live',
    summary: 'Deshacer la última llegada (en los 2 minutos siguientes)',
    description: 'The driver takes back the last arrival, within 2 minutes of it. Safe to repeat.',
    params,
    body: stopBody,
    ok: sheet,
    whenExpelled: true,
    errors: ['trip_not_found', 'stop_not_found', 'journey_undo_late', 'journey_over'],
  }),
  finish: route({
    method: 'POST',
    path: '/trips/:tripId/finish',
    auth: 'live',
    summary: 'Terminar el viaje',
    description:
      'The driver ends the trip at its last stop. It moves no money, and is safe to repeat.',
    params,
    body: z.strictObject({}),
    ok: sheet,
    whenExpelled: true,
    errors: ['trip_not_found', 'journey_not_started', 'journey_not_arrived'],
  }),
}
