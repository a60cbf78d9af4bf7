import { z } from 'zod'
import {
  CalendarDate,
  distinct,
  Id,
  Instant,
  longText,
  Pesos,
  PlaceId,
  queryInt,
  StopId,
} from './common.ts'
import { SEATS_MAX, STOPS_BETWEEN_MAX, TRIP_NOTES_MAX } from './limits.ts'
import { RoadAsked, RoadStop, RoadTerms } from './road-stops.ts'
import { get, post } from './route.ts'
import { SafePointKind } from './safe-points.ts'
import { RatingSummary } from './standing.ts'
import { preferenceDefaults, tripDefaults } from './trip-defaults.ts'

export const PaymentMode = z.enum(['billetera', 'directo'])
export type PaymentMode = z.infer<typeof PaymentMode>

/** Errors that refuse the seats of a trip, for a booking or for keeping seats. */
export const seatErrors = [
  'account_suspended',
  'account_closing',
  'trip_not_found',
  'stop_not_found',
  'stops_out_of_order',
  'stop_not_offered',
  'own_trip',
  'trip_unavailable',
  'women_only',
  'verified_only',
  'one_seat_each',
  'already_booked',
  'overlapping_booking',
  'seats_unavailable',
  'trip_departed',
  'request_too_late',
  'trip_not_bookable',
  'payment_mode_not_offered',
  'price_changed',
  'busy',
] as const

export const TripStatus = z.enum(['draft', 'published', 'in_progress', 'completed', 'cancelled'])

/** Where a trip is, from presses and positions instead of the plan. */
export const TripState = z.enum([
  'draft',
  'to_leave',
  'late_to_leave',
  'on_the_way',
  'late_to_arrive',
  'no_news',
  'finished',
  'cancelled',
])
export type TripState = z.infer<typeof TripState>

/** Stored and sent as JSON: an absent key means its default, an unknown one is refused. */
export const Preferences = z.strictObject({
  luggage: z.enum(['none', 'small', 'large']).default(preferenceDefaults.luggage),
  pets: z.boolean().default(preferenceDefaults.pets),
  smoking: z.boolean().default(preferenceDefaults.smoking),
  music: z.boolean().default(preferenceDefaults.music),
  talk: z.enum(['quiet', 'some', 'lots']).default(preferenceDefaults.talk),
  maxTwoInBack: z.boolean().default(preferenceDefaults.maxTwoInBack),
  /** Only women with a verified identity, and each must book her own seat. */
  womenOnly: z.boolean().default(preferenceDefaults.womenOnly),
  /** Only passengers with a verified identity, and each must book their own seat. */
  verifiedOnly: z.boolean().default(preferenceDefaults.verifiedOnly),
  wheelchair: z.boolean().default(preferenceDefaults.wheelchair),
  childSeat: z.boolean().default(preferenceDefaults.childSeat),
})
export type Preferences = z.infer<typeof Preferences>

export const DriverCard = z.object({
  id: Id,
  name: z.string(),
  /** Small square picture; null without a photo. */
  photoUrl: z.string().nullable(),
  verified: z.boolean(),
  tripsCompleted: z.int(),
  memberSince: Instant,
  rating: RatingSummary,
})
export type DriverCard = z.infer<typeof DriverCard>

/** Meeting point at a stop: the SafePoint that the driver chose, with its current data. */
export const StopPoint = z.object({
  id: Id,
  name: z.string(),
  address: z.string(),
  kind: SafePointKind,
  lat: z.number(),
  lng: z.number(),
  /** Whether the coordinates are only near the place. */
  approximate: z.boolean(),
  /** False when the point left the list after the trip was published with it. */
  listed: z.boolean(),
})
export type StopPoint = z.infer<typeof StopPoint>

/** Place on the trip's corridor. Undeclared ends of a booking need the driver's approval. */
export const TripStop = z.object({
  id: StopId,
  placeId: PlaceId,
  name: z.string(),
  department: z.string(),
  lat: z.number(),
  lng: z.number(),
  at: Instant,
  km: z.number(),
  declared: z.boolean(),
  ...RoadStop.shape,
  /** Meeting point; null: to be agreed. */
  point: StopPoint.nullable(),
})
export type TripStop = z.infer<typeof TripStop>

/** The part of a trip that a passenger asks for. */
const Segment = z.object({
  fromStopId: StopId,
  toStopId: StopId,
  /** Final price of one seat. */
  price: Pesos,
  seatsLeft: z.int(),
  departsAt: Instant,
  arrivesAt: Instant,
  km: z.number(),
  /** Whether the driver must approve the booking. */
  needsApproval: z.boolean(),
  /** Deadline of the driver for a request made now; null where none is needed. */
  answerUntil: Instant.nullable(),
})

/**
 * The sheet of a trip: what its driver sets, each a column of `trips`. Bounds only, no default and
 * no null, so that an edit is its partial (docs/decisions/0004).
 */
export const TripTerms = z.object({
  seats: z.int().min(1).max(SEATS_MAX),
  /** Price of one seat for the whole trip. */
  seatPrice: Pesos,
  paymentModes: z.array(PaymentMode).min(1).max(2).check(distinct),
  instant: z.boolean(),
  ...RoadTerms.shape,
  preferences: Preferences,
  notes: longText(TRIP_NOTES_MAX),
})
export type TripTerms = z.infer<typeof TripTerms>

/** The terms as answers show them: also those of trips from before a bound. */
export const ShownTerms = z.object({
  ...TripTerms.shape,
  seats: z.int(),
  paymentModes: z.array(PaymentMode),
  notes: z.string().nullable(),
})
export type ShownTerms = z.infer<typeof ShownTerms>

/** Who stopped the sales: the driver, or Cupo because of a document or a decision about them. */
export const TripPause = z.enum(['driver', 'cupo'])
export type TripPause = z.infer<typeof TripPause>

const may = z.boolean()

export const TripView = z.object({
  ...ShownTerms.shape,
  id: Id,
  status: TripStatus,
  driver: DriverCard,
  vehicle: z.object({
    id: Id,
    brand: z.string(),
    model: z.string(),
    color: z.string(),
    year: z.int(),
    /** Shown only to the driver and to passengers with a confirmed seat. */
    plate: z.string().nullable(),
  }),
  /** Declared stops in order. */
  stops: z.array(TripStop),
  /** Every place that the trip passes, including declared stops. */
  corridor: z.array(TripStop),
  /** Stretches between consecutive declared stops. */
  legs: z.array(
    z.object({ fromStopId: StopId, toStopId: StopId, price: Pesos, seatsLeft: z.int() }),
  ),
  departsAt: Instant,
  arrivesAt: Instant,
  distanceKm: z.number(),
  durationMinutes: z.int(),
  viewer: z.enum(['driver', 'passenger', 'visitor']),
  /** Why the viewer cannot take the requested seats of that part; null when possible. */
  bookingRefusal: z.string().nullable(),
  /** What the viewer lacks for it and can give, and whether all of that waits for a review. */
  bookingDoor: z
    .object({ needs: z.enum(['women_only', 'verified_only']), inReview: z.boolean() })
    .nullable(),
  /** Who stopped the sales, for the driver only; null while the trip is sold. */
  paused: TripPause.nullable(),
  /** For its driver: also the pressed end, and net pesos of one more seat; null for others. */
  own: z.object({ state: TripState, finishedAt: Instant.nullable(), seatEarns: Pesos }).nullable(),
  can: z.object({ book: may, cancel: may, pause: may, resume: may, checkIn: may }),
  segment: Segment.nullable(),
})
export type TripView = z.infer<typeof TripView>

export const TripSummary = z.object({
  id: Id,
  status: TripStatus,
  state: TripState,
  departsAt: Instant,
  arrivesAt: Instant,
  stops: z.array(z.object({ name: z.string(), at: Instant })),
  seats: z.int(),
  seatsSold: z.int(),
  requestsPending: z.int(),
  /** Who stopped the sales; null while the trip is sold. */
  paused: TripPause.nullable(),
  /** Whether the run sheet is open: the trip departs within a day or is under way. */
  runSheet: z.boolean(),
  seatPrice: Pesos,
})
export type TripSummary = z.infer<typeof TripSummary>

/** `details` of `overlapping_booking` and `trip_overlaps`: what the person has at that time. */
export const Overlap = z.object({
  /** `booking`: a seat that the person booked. `trip`: a trip that the person drives. */
  kind: z.enum(['booking', 'trip']),
  id: Id,
  tripId: Id,
  /** Title such as `Bogotá → Cali`. */
  route: z.string(),
  at: Instant,
})
export type Overlap = z.infer<typeof Overlap>

export const LegPrices = z.array(Pesos).min(1).max(7)

export const PublishBody = z.strictObject({
  vehicleId: Id,
  stops: z
    .array(
      z
        .strictObject({
          placeId: PlaceId,
          safePointId: Id.optional(),
          /** Whether the route only passes this place; never the first or last one. */
          via: z.boolean().default(false),
        })
        .refine((stop) => !(stop.via && stop.safePointId)),
    )
    .min(2)
    .max(STOPS_BETWEEN_MAX + 2),
  departsAt: Instant,
  // In the order of 0.1.0, whose idempotency keys have the hash of the text (docs/decisions/0055).
  ...TripTerms.pick({ seats: true, seatPrice: true }).shape,
  /** Of each leg between declared stops; the sum must equal `seatPrice`. */
  legPrices: LegPrices.optional(),
  ...TripTerms.pick({ paymentModes: true, instant: true }).shape,
  ...RoadAsked.shape,
  ...TripTerms.omit({ roadStops: true, extraMax: true }).shape,
  paymentModes: TripTerms.shape.paymentModes.default(tripDefaults.paymentModes),
  instant: TripTerms.shape.instant.default(tripDefaults.instant),
  preferences: TripTerms.shape.preferences.optional(),
  notes: TripTerms.shape.notes.optional(),
  /** The same stops in reverse order; when one of both trips is refused, neither is published. */
  returnTrip: z
    .strictObject({ departsAt: Instant, seatPrice: Pesos, legPrices: LegPrices.optional() })
    .optional(),
})

/** Trip to check before it is published. Without a vehicle, papers and overlaps are not checked. */
const CheckBody = z.strictObject({
  ...PublishBody.pick({
    stops: true,
    departsAt: true,
    seats: true,
    paymentModes: true,
    preferences: true,
    notes: true,
  }).shape,
  vehicleId: Id.optional(),
  returnAt: Instant.optional(),
})

/** Why a trip would not be published. */
export const PublishRefusal = z.object({
  code: z.string(),
  message: z.string(),
  /** The trip that it is about, where only one of both is refused. */
  trip: z.enum(['outward', 'return']),
  overlap: Overlap.nullable(),
})
export type PublishRefusal = z.infer<typeof PublishRefusal>

/** A warning before publishing; it does not prevent publishing. */
export const TripWarning = z.object({
  kind: z.enum(['pico_y_placa', 'pico_y_placa_regional']),
  title: z.string(),
  detail: z.string(),
  date: CalendarDate,
})
export type TripWarning = z.infer<typeof TripWarning>

/** Errors that refuse the publication of a trip: about its driver, car, time, route or price. */
export const offerErrors = [
  'email_unconfirmed',
  'profile_incomplete',
  'terms_required',
  'identity_not_verified',
  'profile_photo_needed',
  'women_only_driver',
  'driver_underage',
  'vehicle_not_found',
  'vehicle_not_verified',
  'documents_not_valid_on_date',
  'trip_departs_in_past',
  'trip_too_far_ahead',
  'trip_seats_exceed_vehicle',
  'trip_overlaps',
  'trip_daily_cap',
  'publish_balance_required',
  'debt_open',
  'price_above_ceiling',
  'price_below_floor',
  'place_not_found',
  'route_not_found',
  'route_stops_invalid',
] as const

export const trips = {
  publish: post('/trips', {
    auth: 'live',
    summary: 'Publish a trip',
    description:
      'Publishes a trip of a verified driver, with its return trip when asked for: both or ' +
      'neither. With the same `Idempotency-Key` it is the same trip.',
    body: PublishBody,
    ok: z.object({ trip: TripView, returnTrip: TripView.nullable() }),
    status: 201,
    idempotent: { except: ['roadStops', 'extraMax'] },
    limit: { max: 60, windowSeconds: 3600, by: 'user' },
    errors: [...offerErrors, 'safe_point_not_found', 'contact_in_text', 'publishing_off'],
  }),
  check: post('/trips/check', {
    auth: 'live',
    summary: 'Check what would refuse a trip',
    description:
      'Returns what would refuse the publication of a trip, so that each step of publishing can ' +
      'say it. Nothing is saved, and publishing checks everything again.',
    body: CheckBody,
    ok: z.object({ refusals: z.array(PublishRefusal) }),
    limit: { max: 300, windowSeconds: 3600, by: 'user' },
  }),
  warnings: post('/trips/warnings', {
    auth: 'live',
    summary: 'List driving restrictions that a trip meets',
    description:
      'Returns driving restrictions by plate (pico y placa) that a trip would meet. They are ' +
      'warnings: they forbid nothing and nothing is saved.',
    body: z.strictObject({
      vehicleId: Id,
      stops: z
        .array(PlaceId)
        .min(2)
        .max(STOPS_BETWEEN_MAX + 2),
      departsAt: Instant,
    }),
    ok: z.object({ warnings: z.array(TripWarning) }),
    errors: ['vehicle_not_found', 'place_not_found', 'route_not_found', 'route_stops_invalid'],
  }),
  show: get('/trips/:tripId', {
    auth: 'optional',
    summary: 'Show a trip',
    description:
      'Returns a published trip as the caller may see it; with `from` and `to`, also the price ' +
      'and free seats of that part. `bookingRefusal` says why `seats` of it (1 without it) ' +
      'cannot be booked. The plate is only for the driver and for passengers with a confirmed ' +
      'seat.',
    query: z.strictObject({
      from: StopId.optional(),
      to: StopId.optional(),
      seats: queryInt(1, SEATS_MAX).optional(),
    }),
    ok: z.object({ trip: TripView }),
    errors: ['trip_not_found', 'stop_not_found', 'stops_out_of_order'],
  }),
  mine: get('/trips/mine', {
    auth: 'live',
    summary: 'List the trips one published',
    description: 'Returns the trips that the signed-in person published, latest departure first.',
    ok: z.object({ trips: z.array(TripSummary) }),
  }),
}
