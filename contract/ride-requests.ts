import { z } from 'zod'
import { AlertTrip } from './alerts.ts'
import { CalendarDate, Id, Instant, Pesos, PlaceId, StopId } from './common.ts'
import { SEATS_MAX } from './limits.ts'
import { places } from './places.ts'
import { BookingParty } from './profiles.ts'
import { get, post } from './route.ts'

const Place = z.object({ placeId: PlaceId, name: z.string() })

/** Conditions of the trip that a passenger looks for. */
const Terms = z.object({
  from: Place,
  to: Place,
  /** First and last instant of boarding. */
  earliest: Instant,
  latest: Instant,
  seats: z.int(),
  /** Highest price in pesos for one seat. */
  maxPrice: Pesos,
})

/** An invitation by a driver to a trip. `gone`: it no longer fits or can no longer be booked. */
const Invitation = z.object({
  tripId: Id,
  createdAt: Instant,
  status: z.enum(['open', 'declined', 'gone']),
  /** Null when `gone`. The booking is a normal one, at the normal price. */
  trip: AlertTrip.nullable(),
})
export type Invitation = z.infer<typeof Invitation>

export const RideRequestView = Terms.extend({
  id: Id,
  /** The alert for the same way and day, which the request has found or made. */
  alertId: Id,
  /** `open`: still looking. `booked`: has a seat for that route. `over`: the time has passed. */
  status: z.enum(['open', 'booked', 'withdrawn', 'over']),
  createdAt: Instant,
  can: z.object({ withdraw: z.boolean() }),
  invitations: z.array(Invitation),
})
export type RideRequestView = z.infer<typeof RideRequestView>

/** A passenger who looks for a seat, as a driver sees them beside one of their own trips. */
export const WantedSeat = Terms.extend({
  rideRequestId: Id,
  passenger: BookingParty,
  fromStopId: StopId,
  toStopId: StopId,
  /** Time at which this trip passes the place of boarding. */
  boardsAt: Instant,
  /** Price of one seat of this trip for that part. */
  price: Pesos,
  invited: z.boolean(),
  /** Why the driver cannot invite now: the price is too high, or too few seats. */
  refusal: z.enum(['price', 'seats']).nullable(),
})
export type WantedSeat = z.infer<typeof WantedSeat>

/** People who look for a route on a day; each counts once, with an alert and a request too. */
export const DemandRow = z.object({
  from: Place,
  to: Place,
  date: CalendarDate,
  people: z.int(),
  seats: z.int(),
  /** Highest price that a passenger offers for a seat; null when nobody named a price. */
  maxPrice: Pesos.nullable(),
})
export type DemandRow = z.infer<typeof DemandRow>

/** Demand along a way that the driver has driven lately. */
export const UsualDemandRow = DemandRow.extend({
  /** The driver's latest trip on that way, which can be published again. */
  tripId: Id,
  /** Straight-line distance in whole km of the farther place from the way; 0: on the way. */
  awayKm: z.int(),
})
export type UsualDemandRow = z.infer<typeof UsualDemandRow>

export const rideRequests = {
  create: post('/ride-requests', {
    auth: 'live',
    summary: 'Publish a ride request',
    description:
      'Tells drivers along the way that the signed-in person looks for seats, and keeps an alert ' +
      'for the same days. The price offered cannot exceed the ceiling of that way.',
    body: z.strictObject({
      from: PlaceId,
      to: PlaceId,
      earliest: Instant,
      latest: Instant,
      seats: z.int().min(1).max(SEATS_MAX).default(1),
      maxPrice: Pesos,
    }),
    ok: z.object({ request: RideRequestView }),
    idempotent: true,
    limit: { max: 30, windowSeconds: 3600, by: 'user' },
    errors: [
      'place_not_found',
      'route_not_found',
      'route_stops_invalid',
      'price_above_ceiling',
      'ride_request_exists',
      'ride_request_limit',
      'alert_limit',
      'email_unconfirmed',
      'terms_required',
      'ride_requests_off',
    ],
  }),
  mine: get('/ride-requests', {
    auth: 'live',
    summary: "List one's ride requests with invitations",
    description: 'Returns what the signed-in person looks for, newest first, with the invitations.',
    ok: z.object({ open: z.array(RideRequestView), past: z.array(RideRequestView) }),
  }),
  withdraw: post('/ride-requests/:rideRequestId/withdraw', {
    auth: 'live',
    summary: 'End a ride request',
    description: 'Ends a request, and the alert that was made with it. Safe to repeat.',
    ok: z.object({ request: RideRequestView }),
    errors: ['ride_request_not_found'],
  }),
  decline: post('/ride-requests/:rideRequestId/decline', {
    auth: 'live',
    summary: 'Decline an invitation to a trip',
    description: 'Declines the invitation to one trip. Safe to repeat.',
    body: z.strictObject({ tripId: Id }),
    ok: z.object({ request: RideRequestView }),
    errors: ['ride_request_not_found'],
  }),
  demand: get('/demand', {
    auth: 'live',
    summary: 'Count people who look for seats',
    description:
      'Returns numbers only: with two places and a day, how many people look for that way or a ' +
      'part of it; without, the ways most looked for in the next days.',
    query: z.strictObject({
      from: PlaceId.optional(),
      to: PlaceId.optional(),
      date: CalendarDate.optional(),
    }),
    ok: z.object({ people: z.int(), rows: z.array(DemandRow) }),
    limit: { max: 240, windowSeconds: 3600, by: 'user' },
    errors: ['place_not_found', 'route_not_found', 'route_stops_invalid'],
  }),
  placesWithoutPoint: get('/admin/places-without-point', {
    auth: { permission: 'safe_points.vet' },
    summary: 'List places most asked for that have no vetted meeting point',
    description:
      'Counts ride requests and searches without a result of the last 28 days per place, most ' +
      'first. Needs the permission `safe_points.vet`.',
    ok: z.object({
      places: z.array(
        z.object({ placeId: PlaceId, name: z.string(), department: z.string(), wishes: z.int() }),
      ),
    }),
  }),
  road: get('/demand/road', {
    auth: 'live',
    summary: 'Count searches that stops on the road would serve',
    description:
      'Returns how many searches of the last 28 days without a result were for parts of this way ' +
      'that can be booked at once only with stops on the road. A number only.',
    query: places.way.query.pick({ stops: true, via: true }),
    ok: z.object({ searches: z.int() }),
    limit: { max: 240, windowSeconds: 3600, by: 'user' },
    errors: ['place_not_found', 'route_not_found', 'route_stops_invalid'],
  }),
  usual: get('/demand/usual', {
    auth: 'live',
    summary: "Count people who look for seats on one's usual ways",
    description:
      'Returns who looks for seats in the next days along the ways that the signed-in person ' +
      'has driven lately, also some km off the way. Numbers only.',
    ok: z.object({ rows: z.array(UsualDemandRow) }),
    limit: { max: 240, windowSeconds: 3600, by: 'user' },
  }),
  forTrip: get('/trips/:tripId/demand', {
    auth: 'live',
    summary: 'List ride requests that fit a trip',
    description:
      'Returns the passengers whose way and hours a published trip fits, to its driver only.',
    ok: z.object({
      wanted: z.array(WantedSeat),
      /** Number of people with only an alert: the alert notifies them of the trip. */
      alerted: z.int(),
    }),
    errors: ['trip_not_found'],
  }),
  invite: post('/trips/:tripId/invitations', {
    auth: 'live',
    summary: 'Invite a passenger to a trip',
    description:
      'Invites a passenger to book one of the signed-in person’s trips, which stays for sale at ' +
      'its own price. Safe to repeat.',
    body: z.strictObject({ rideRequestId: Id }),
    ok: z.object({ wanted: WantedSeat }),
    limit: { max: 60, windowSeconds: 3600, by: 'user' },
    errors: [
      'trip_not_found',
      'ride_request_not_found',
      'invitation_price_high',
      'seats_unavailable',
    ],
  }),
}
