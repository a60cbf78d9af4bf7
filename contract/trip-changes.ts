import { z } from 'zod'
import { Id, Instant, longText, PesosSum, PlaceId } from './common.ts'
import { CANCEL_REASON_MAX, SEATS_MAX, STOPS_BETWEEN_MAX } from './limits.ts'
import { Quote } from './pricing.ts'
import { get, patch, post } from './route.ts'
import { LegPrices, offerErrors, TripTerms, TripView } from './trips.ts'

/**
 * Terms that can change until the trip departs; absent ones stay as they are, empty notes are
 * removed. With bookings, preferences cannot get worse for these passengers, seats not fall below
 * those taken on any leg, and prices and payment modes are for future bookings.
 */
export const EditBody = z.strictObject({
  ...TripTerms.partial().shape,
  /** As 0.1.0 sends it; without effect beside `roadStops`. Until 2027-02-01. */
  enRoutePickups: z.boolean().optional(),
  /** With bookings: until 2 h before departure, at most 48 h from the booked time. */
  departsAt: Instant.optional(),
  legPrices: LegPrices.optional(),
  /**
   * All stops in order, with the meeting points that they have from now on. They are places of the
   * trip's corridor; the first and the last one stay. With bookings, a stop that somebody booked
   * stays, and a changed meeting point lets these passengers leave at no cost.
   */
  stops: z
    .array(z.strictObject({ placeId: PlaceId, safePointId: Id.optional() }))
    .min(2)
    .max(STOPS_BETWEEN_MAX + 2)
    .optional(),
})

export const ChangePreview = z.object({
  /** Whether the departure can still change, given the time left and the bookings. */
  movable: z.boolean(),
  /** Whether there are bookings: moves are limited, a new price is for later ones. */
  booked: z.boolean(),
  /** Reason why this departure would be refused; null when it is allowed. */
  refusal: z.string().nullable(),
  /** People who would be told of the new departure, in order of boarding. */
  told: z.array(
    z.object({
      bookingId: Id,
      name: z.string(),
      /** Stop of boarding, its current time and its new time. */
      from: z.string(),
      before: Instant,
      after: Instant,
      /** Whether the person could cancel at no cost. */
      mayLeaveFree: z.boolean(),
      /** Pesos that come back to their wallet if they leave at no cost; 0 for direct payment. */
      refundPesos: PesosSum,
    }),
  ),
  /** Number of these people who have another journey at the new time; not which. */
  crossed: z.int(),
  /** Number of these people who would have no time left to change to or from another car. */
  changesLost: z.int(),
  /** Whether the change would appear on the driver's public record. */
  marked: z.boolean(),
  /** Places where people get on or off, which stay stops of the trip, and how many people. */
  bookedStops: z.array(z.object({ placeId: PlaceId, people: z.int() })),
})
export type ChangePreview = z.infer<typeof ChangePreview>

export const CancelPreview = z.object({
  /** Reason why the cancellation would be refused; null when it is allowed. */
  refusal: z.string().nullable(),
  /** Number of bookings and requests that would end. */
  bookings: z.int(),
  refundPesos: PesosSum,
  /** How many of them could book another car at once, near the same hour. */
  withOther: z.int(),
  /** Whether the cancellation would appear on the driver's public record. */
  marked: z.boolean(),
})
export type CancelPreview = z.infer<typeof CancelPreview>

const TripAnswer = z.object({ trip: TripView })

export const tripChanges = {
  edit: patch('/trips/:tripId', {
    auth: 'live',
    summary: 'Edit a published trip',
    description:
      "Changes the driver's own trip before it departs; absent fields stay. Its bookings move " +
      'with it, keep their price, and every passenger is told.',
    body: EditBody,
    ok: TripAnswer,
    limit: { max: 60, windowSeconds: 3600, by: 'user' },
    errors: [
      'trip_not_found',
      'trip_not_editable',
      'trip_has_bookings',
      'trip_change_too_late',
      'trip_change_too_far',
      'seats_below_sold',
      ...offerErrors,
      'safe_point_not_found',
      'contact_in_text',
      'busy',
    ],
  }),
  preview: post('/trips/:tripId/change-preview', {
    auth: 'live',
    summary: 'Preview moving a trip',
    description:
      "Returns what moving the driver's own trip to another time would do to its passengers: " +
      'who is told, who could leave at no cost, whether it is marked. Saves nothing.',
    body: z.strictObject({ departsAt: Instant }),
    ok: z.object({ preview: ChangePreview }),
    errors: ['trip_not_found', 'trip_not_editable'],
  }),
  quote: post('/trips/:tripId/quote', {
    auth: 'live',
    summary: 'Quote the price of a changed trip',
    description:
      "Returns the allowed price of the driver's own trip at another time or with other seats. " +
      'Saves nothing.',
    body: z.strictObject({ departsAt: Instant, seats: z.int().min(1).max(SEATS_MAX) }),
    ok: Quote,
    errors: ['trip_not_found', 'trip_not_editable', 'route_not_found'],
  }),
  cancelPreview: get('/trips/:tripId/cancel-preview', {
    auth: 'live',
    summary: 'Preview cancelling a trip',
    description:
      "Returns what cancelling the driver's own trip would do now: how many bookings end, how " +
      'much returns to their passengers, whether it is marked. Saves nothing.',
    ok: z.object({ preview: CancelPreview }),
    errors: ['trip_not_found'],
  }),
  cancelTrip: post('/trips/:tripId/cancel', {
    auth: 'live',
    summary: 'Cancel a trip with full refunds',
    description:
      "Cancels the driver's own trip before it departs; every passenger gets all their money " +
      'back. Repeating it answers the same trip.',
    body: z.strictObject({ reason: longText(CANCEL_REASON_MAX).optional() }),
    ok: TripAnswer,
    errors: ['trip_not_found', 'trip_not_cancellable', 'contact_in_text'],
  }),
}
