import { z } from 'zod'
import { BookingView, bookerErrors } from './booking-view.ts'
import { bookings } from './bookings.ts'
import {
  CalendarDate,
  Id,
  Instant,
  Pesos,
  PesosSum,
  PlaceId,
  queryInt,
  queryList,
  StopId,
} from './common.ts'
import { rescueCalls } from './connections-rescues.ts'
import { SEATS_MAX } from './limits.ts'
import { get, post } from './route.ts'
import { SearchFilter, SearchResult } from './search.ts'
import { StopPoint, seatErrors } from './trips.ts'

/** A trip with one change of car: two parts, which are booked, and returned, together. */
export const Connection = z.object({
  /** First part, then second part. */
  parts: z.tuple([SearchResult.omit({ awayKm: true }), SearchResult.omit({ awayKm: true })]),
  /** Where the passenger leaves the first car and boards the second: the same SafePoint. */
  changeAt: z.object({ placeId: PlaceId, name: z.string(), point: StopPoint }),
  /** Minutes between the planned arrival of the first car and the departure of the second. */
  changeMinutes: z.int(),
  /** `ample`: at least twice the minutes that this change needs. */
  slack: z.enum(['ample', 'normal']),
  departsAt: Instant,
  arrivesAt: Instant,
  /** Price of one seat for both parts. */
  price: Pesos,
})
export type Connection = z.infer<typeof Connection>

/** Most connections of one answer. */
export const CONNECTIONS_MAX = 20

/** A part of a trip, as it is booked or kept. */
export const ConnectionPart = z.strictObject({ tripId: Id, fromStopId: StopId, toStopId: StopId })
const Both = z.object({ connectionId: Id, bookings: z.tuple([BookingView, BookingView]) })

export const connections = {
  find: get('/connections', {
    auth: 'optional',
    summary: 'Search trips with one change of car',
    description:
      'Returns pairs of trips of a day that lead from one place to another with one change of ' +
      'car at a vetted meeting point, latest departure first. Both parts can be booked at once, ' +
      'without an answer of a driver.',
    query: z.strictObject({
      from: PlaceId,
      to: PlaceId,
      date: CalendarDate,
      seats: queryInt(1, SEATS_MAX).optional(),
      filters: queryList(SearchFilter).optional(),
    }),
    ok: z.object({ connections: z.array(Connection) }),
    // Four times as much work as a search of trips; without a session by network.
    limit: { max: 60, windowSeconds: 60, by: 'user' },
    errors: ['place_not_found', 'route_stops_invalid'],
  }),
  book: post('/connections', {
    auth: 'live',
    summary: 'Book both parts of a trip with one change',
    description:
      'Books both parts in one transaction, or neither: the sum of both fares is held in the ' +
      "passenger's wallet. With the same `Idempotency-Key` it is the same connection, or the " +
      'same refusal; `details.part` says which part a refusal is about.',
    body: z.strictObject({
      parts: z.tuple([ConnectionPart, ConnectionPart]),
      changePointId: Id,
      fromPointId: Id.optional(),
      toPointId: Id.optional(),
      seats: z.int().min(1).max(SEATS_MAX).default(1),
      /** Total of both parts that the person saw; refused when a price has changed. */
      expectedPrice: Pesos.optional(),
    }),
    ok: Both,
    status: 201,
    idempotent: true,
    limit: { max: 60, windowSeconds: 600, by: 'user' },
    errors: [
      ...seatErrors,
      'safe_point_not_found',
      'point_not_offered',
      ...bookerErrors,
      'change_too_short',
      'parts_apart',
      'connection_needs_wallet',
      'connection_needs_answer',
      'too_many_connections',
      'connections_paused',
    ],
  }),
  cancel: post('/connections/:connectionId/cancel', {
    auth: 'live',
    summary: 'Cancel both parts of a trip with one change',
    description:
      'Cancels the parts that are still open, each with the refund of the cancellation table, ' +
      'in one transaction. A refund below `expectedRefund` is refused. Safe to repeat.',
    body: z.strictObject({ expectedRefund: PesosSum.min(0).optional() }),
    ok: Both,
    limit: { max: 60, windowSeconds: 600, by: 'user' },
    errors: ['booking_not_found', 'booking_not_cancellable', 'aboard_said', 'price_changed'],
  }),
  giveBack: post('/connections/:connectionId/give-back', {
    auth: 'live',
    summary: 'Give back some seats of both parts of a trip with one change',
    description:
      'The passenger gives back as many seats of both cars, in one transaction: each part as ' +
      '`POST /bookings/{bookingId}/give-back`. `expectedRefund` is the sum of both.',
    body: z.strictObject({
      seats: z.int().min(1).max(SEATS_MAX),
      expectedRefund: PesosSum.min(0).optional(),
    }),
    ok: Both.extend({ refunded: PesosSum }),
    idempotent: true,
    limit: { max: 60, windowSeconds: 600, by: 'user' },
    errors: bookings.giveBack.errors,
  }),
  missed: post('/connections/:connectionId/missed', {
    auth: 'live',
    summary: 'Say that the second car was missed',
    description:
      'The passenger says that the first car arrived too late for the second. When the recorded ' +
      'arrival agrees, the second part is released at no cost; else it becomes an objection ' +
      'that the team decides, and the seat stays until boarding ends. Without a believed arrival ' +
      '`position` within 2 km of the point agrees too; it is compared and not stored. `undo` ' +
      'takes it back while the seat is hers. Safe to repeat.',
    body: z.strictObject({
      undo: z.boolean().optional(),
      position: z
        .strictObject({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) })
        .optional(),
    }),
    ok: Both,
    errors: ['booking_not_found', 'change_not_missed'],
  }),
  ...rescueCalls,
}
