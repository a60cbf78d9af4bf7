import { z } from 'zod'
import { Id, Instant, longText, Pesos, PesosSum } from './common.ts'
import { CANCEL_REASON_MAX, SEATS_MAX, TRIP_NOTES_MAX } from './limits.ts'
import { Quote } from './pricing.ts'
import { route } from './route.ts'
import { LegPrices, offerErrors, PaymentMode, Preferences, TripView } from './trips.ts'

/** What may change until the trip departs; what is left out stays. */
export const EditBody = z.strictObject({
  /** Empty removes them. */
  notes: longText(TRIP_NOTES_MAX).optional(),
  /** With bookings, none that makes the trip worse for who booked. */
  preferences: Preferences.optional(),
  instant: z.boolean().optional(),
  enRoutePickups: z.boolean().optional(),
  /** Of bookings to come. */
  paymentModes: z
    .array(PaymentMode)
    .min(1)
    .max(2)
    .refine((modes) => new Set(modes).size === modes.length)
    .optional(),
  /** Not below those taken on any leg. */
  seats: z.int().min(1).max(SEATS_MAX).optional(),
  /** With bookings: until 2 h before departure, and at most 48 h from the hour they booked. */
  departsAt: Instant.optional(),
  /** Of bookings to come: who booked pays what was agreed. */
  seatPrice: Pesos.optional(),
  legPrices: LegPrices.optional(),
})

/** What moving a trip would do to the people who booked it. */
export const ChangePreview = z.object({
  /** Whether the hour may change at all by now, with these people on it. */
  movable: z.boolean(),
  /** Somebody has booked: the limits of moves hold, and a new price is for those who come later. */
  booked: z.boolean(),
  /** Why this moment would be refused; null when it would not. */
  refusal: z.string().nullable(),
  /** Who would be told of the new hour, in the order in which they get on. */
  told: z.array(
    z.object({
      bookingId: Id,
      name: z.string(),
      /** Where they get on, when by now, and when then. */
      from: z.string(),
      before: Instant,
      after: Instant,
      /** They could leave at no cost. */
      mayLeaveFree: z.boolean(),
    }),
  ),
  /** It would be on the driver's public record. */
  marked: z.boolean(),
})
export type ChangePreview = z.infer<typeof ChangePreview>

/** What cancelling a trip would do now. */
export const CancelPreview = z.object({
  /** Why it would be refused; null when it would not. */
  refusal: z.string().nullable(),
  /** How many bookings and requests would end. */
  bookings: z.int(),
  /** Pesos that would return to wallets. */
  refundPesos: PesosSum,
  /** It would be on the driver's public record. */
  marked: z.boolean(),
})
export type CancelPreview = z.infer<typeof CancelPreview>

const TripAnswer = z.object({ trip: TripView })
const tripParams = z.strictObject({ tripId: Id })

/** What a driver does to a trip that people may have booked. */
export const tripChanges = {
  edit: route({
    method: 'PATCH',
    path: '/trips/:tripId',
    auth: 'live',
    summary: 'Cambiar un viaje publicado antes de su salida; sus pasajeros reciben un aviso',
    description:
      "Changes the driver's own trip before it departs; absent fields stay. Its bookings move " +
      'with it, keep their price, and every passenger is told.',
    params: tripParams,
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
      'contact_in_text',
      'busy',
    ],
  }),
  preview: route({
    method: 'POST',
    path: '/trips/:tripId/change-preview',
    auth: 'live',
    summary:
      'Qué pasaría al mover mi viaje: a quién se avisa, quién puede salirse, si queda marcado',
    description:
      "What moving the driver's own trip to another time would do to its passengers: who is " +
      'told, who could leave at no cost, whether it is marked. Saves nothing.',
    params: tripParams,
    body: z.strictObject({ departsAt: Instant }),
    ok: z.object({ preview: ChangePreview }),
    errors: ['trip_not_found', 'trip_not_editable'],
  }),
  quote: route({
    method: 'POST',
    path: '/trips/:tripId/quote',
    auth: 'live',
    summary: 'El precio permitido de mi viaje a otra hora o con otros cupos, por su misma ruta',
    description:
      "The allowed price of the driver's own trip at another time or with other seats. Saves " +
      'nothing.',
    params: tripParams,
    body: z.strictObject({ departsAt: Instant, seats: z.int().min(1).max(SEATS_MAX) }),
    ok: Quote,
    errors: ['trip_not_found', 'trip_not_editable', 'route_not_found'],
  }),
  cancelPreview: route({
    method: 'GET',
    path: '/trips/:tripId/cancel-preview',
    auth: 'live',
    summary: 'Qué pasaría al cancelar mi viaje: reservas, dinero que vuelve, si queda marcado',
    description:
      "What cancelling the driver's own trip would do now: how many bookings end, how much " +
      'returns to their passengers, whether it is marked. Saves nothing.',
    params: tripParams,
    ok: z.object({ preview: CancelPreview }),
    errors: ['trip_not_found'],
  }),
  cancelTrip: route({
    method: 'POST',
    path: '/trips/:tripId/cancel',
    auth: 'live',
    summary: 'Cancelar un viaje; todos los pasajeros recuperan su dinero',
    description:
      "Cancels the driver's own trip before it departs; every passenger gets all their money " +
      'back. Repeating it answers the same trip.',
    params: tripParams,
    body: z.strictObject({ reason: longText(CANCEL_REASON_MAX).optional() }),
    ok: TripAnswer,
    errors: ['trip_not_found', 'trip_not_cancellable'],
  }),
}
