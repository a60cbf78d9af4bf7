import { z } from 'zod'
import { BookingView, bookerErrors } from './booking-view.ts'
import { Id, Instant, Pesos, PesosSum, StopId } from './common.ts'
import { get, post, put } from './route.ts'
import { SearchDriver } from './search.ts'
import { seatErrors } from './trips.ts'

/** Minutes for which drivers who must answer are asked, when no car can be booked at once. */
export const RESCUE_ASK_MINUTES = 20
/** Hours after the keep in which the same car is still offered, while it has seats. */
export const RESCUE_TAKE_HOURS = 2
/** Hours ahead until which the pick-ups are for which another car is sought. */
export const RESCUE_AHEAD_HOURS = 48
/** Another car leaves from these hours before the failed one to these hours after it. */
export const RESCUE_BEFORE_HOURS = 3
export const RESCUE_AFTER_HOURS = 6

const OVER = ['taken', 'declined', 'expired', 'none'] as const
export const RescueStatus = z.enum(['waiting', 'asked', 'offered', ...OVER])
export type RescueStatus = z.infer<typeof RescueStatus>

const End = z.object({ id: StopId, name: z.string(), at: Instant })

/** A term that the failed trip offered and another car lacks. */
export const LostTerm = z.enum([
  'luggage',
  'pets',
  'wheelchair',
  'childSeat',
  'noSmoking',
  'maxTwoInBack',
])
export type LostTerm = z.infer<typeof LostTerm>

/** A journey in one car, or in two with a change, instead of a booking that a driver failed. */
export const RescueCar = z.object({
  parts: z.array(
    z.object({
      ...{ tripId: Id, driver: SearchDriver, from: End, to: End },
      /** Name of the listed point where the person gets in; null when both agree on one. */
      meetingPoint: z.string().nullable(),
    }),
  ),
  /** Price of all seats. */
  price: Pesos,
  /** `same_driver`: of the driver who failed. `audience`: also for others than the failed one. */
  note: z.enum(['same_driver', 'audience']).nullable(),
  /** Terms that the failed trip offered and one of these cars lacks. */
  lacks: z.array(LostTerm),
})
export type RescueCar = z.infer<typeof RescueCar>

export const RescueView = z.object({
  /**
   * `waiting`: found and kept from `expiresAt` on. `asked`: drivers may answer until then. `none`:
   * no car could be kept.
   */
  status: RescueStatus,
  kept: RescueCar.nullable(),
  /** Shown beside it, and not kept. */
  others: z.array(RescueCar),
  mayTake: z.boolean(),
  /** Fare of what failed, which was returned. */
  fareBefore: PesosSum,
  /** Part of the new fare that Cupo pays. */
  cover: PesosSum,
  /** What the person pays above `fareBefore`. */
  more: PesosSum,
  /** What the balance lacks to take it now. */
  missing: PesosSum,
  byWallet: z.boolean(),
  /** Number of drivers who were asked. */
  asked: z.int(),
  /** Price of all seats up to which a car is taken as soon as its driver agrees. */
  takeUpTo: PesosSum.nullable(),
  /** End of the keep. */
  expiresAt: Instant,
  newBookingIds: z.array(Id),
  /** Server time of the answer; a countdown uses it to correct the device's clock. */
  serverTime: Instant,
})
export type RescueView = z.infer<typeof RescueView>

/** The question to a driver whether they take a passenger whose own driver failed. */
export const RescueAsk = z.object({
  /**
   * `kept`: the driver agreed, and the seats are kept until `until`. `not_taken`: they were, and
   * are on sale again. `changed`: nothing is kept, for the driver changed or cancelled the trip.
   * `ended`: the person booked it, and no longer travels with this driver. `found`: the person
   * found a car before.
   */
  status: z.enum([
    'open',
    'declined',
    'kept',
    'booked',
    'ended',
    'not_taken',
    'changed',
    'found',
    'over',
  ]),
  firstName: z.string(),
  /** Mean of the stars; null without ratings. */
  rating: z.number().nullable(),
  ...{ tripId: Id, from: End, to: End, seats: z.int(), until: Instant },
})
export type RescueAsk = z.infer<typeof RescueAsk>

/** Calls of the group `connections` about another car after a driver failed. */
export const rescueCalls = {
  rescue: get('/bookings/:bookingId/rescue', {
    auth: 'live',
    summary: 'Show the other car that is kept after a driver failed',
    description:
      "Returns what was found for the person's own booking that its driver failed: the car that " +
      'is kept for 20 minutes, and at most two others; null when nothing was looked for.',
    ok: z.object({ rescue: RescueView.nullable() }),
    errors: ['booking_not_found'],
  }),
  takeRescue: post('/bookings/:bookingId/rescue/take', {
    auth: 'live',
    summary: 'Take the other car after a driver failed',
    description:
      'Books the kept car with the part of its fare that Cupo pays, in one transaction. Within ' +
      'two hours after the keep the same car is booked while it has seats. With the same ' +
      '`Idempotency-Key` it is the same booking.',
    body: z.strictObject({
      /** Price of all seats that the person saw; refused when it has changed. */
      expectedPrice: Pesos.optional(),
      /**
       * What Cupo pays of it, as the person saw; refused (`price_changed`) when it is less now. Not
       * compared for a page of 0.2.0, which sends none (decision 76).
       */
      expectedCover: PesosSum.optional(),
    }),
    ok: z.object({ bookings: z.array(BookingView).min(1).max(2) }),
    status: 201,
    idempotent: true,
    limit: { max: 60, windowSeconds: 600, by: 'user' },
    errors: [
      'booking_not_found',
      'rescue_not_found',
      'rescue_ended',
      ...seatErrors,
      ...bookerErrors,
      'driver_balance_low',
      'change_too_short',
      'parts_apart',
    ],
  }),
  declineRescue: post('/bookings/:bookingId/rescue/decline', {
    auth: 'live',
    summary: 'Decline the other car after a driver failed',
    description: 'Gives up the kept car, so that others can book its seats. Safe to repeat.',
    ok: z.object({ rescue: RescueView.nullable() }),
    errors: ['booking_not_found', 'rescue_not_found'],
  }),
  limitRescue: put('/bookings/:bookingId/rescue/limit', {
    auth: 'live',
    summary: 'Say up to which price another car is taken',
    description:
      'While drivers are asked: the car of the first who agrees is booked at once when all seats ' +
      'cost at most this; null books nothing without a press. Safe to repeat.',
    body: z.strictObject({ upTo: Pesos.nullable() }),
    ok: z.object({ rescue: RescueView.nullable() }),
    errors: ['booking_not_found', 'rescue_not_found', 'rescue_ended'],
  }),
  ask: get('/bookings/:bookingId/rescue/ask', {
    auth: 'live',
    summary: 'Show for whom a driver is asked for a seat',
    description:
      'Returns, to a driver who was asked, who looks for a car because another driver failed ' +
      '(first name, rating, part of the trip, seats) and what became of it.',
    ok: z.object({ ask: RescueAsk }),
    errors: ['ask_not_found'],
  }),
  answerAsk: post('/bookings/:bookingId/rescue/ask', {
    auth: 'live',
    summary: 'Answer whether a seat is free for a person without a car',
    description:
      'The first driver who agrees keeps the seats for ten minutes; nothing is booked before the ' +
      'person takes them. Safe to repeat.',
    body: z.strictObject({ agrees: z.boolean() }),
    ok: z.object({ ask: RescueAsk }),
    limit: { max: 60, windowSeconds: 600, by: 'user' },
    errors: ['ask_not_found', 'ask_found', 'ask_over', 'seats_unavailable'],
  }),
}
