import { z } from 'zod'
import { BookingSummary } from './back-office-bookings.ts'
import { Id, Instant, Pesos } from './common.ts'
import {
  deskFilters,
  deskListOf,
  deskSort,
  EXPORT_TEXT,
  FILE_TEXT,
  SORT_TEXT,
} from './desk-filters.ts'
import { get, post } from './route.ts'
import { TripState, TripStatus } from './trips.ts'

export const TripOverview = z.object({
  id: Id,
  status: TripStatus,
  state: TripState,
  from: z.string(),
  to: z.string(),
  departsAt: Instant,
  /** Planned arrival, moved by the delay at the driver's last press. */
  expectedAt: Instant,
  plate: z.string(),
  driver: z.object({ id: Id, name: z.string() }),
  seats: z.int(),
  seatPrice: Pesos,
  /** Seats of bookings that were not cancelled or refused. */
  sold: z.int(),
})
export type TripOverview = z.infer<typeof TripOverview>

export const DeskTrip = TripOverview.extend({
  arrivesAt: Instant,
  createdAt: Instant,
  cancelledAt: Instant.nullable(),
  cancelReason: z.string().nullable(),
  startedAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
  instant: z.boolean(),
  paymentModes: z.array(z.string()),
  /** Seats sold and free on every leg, from the seat counter. */
  legs: z.array(z.object({ from: z.string(), to: z.string(), sold: z.int(), left: z.int() })),
  /** Events of the trip and its bookings, in order of time. */
  events: z.array(
    z.object({
      id: z.string(),
      at: Instant,
      event: z.string(),
      bookingId: Id.nullable(),
      by: z.string().nullable(),
    }),
  ),
  bookings: z.array(BookingSummary),
})
export type DeskTrip = z.infer<typeof DeskTrip>

const view = { permission: 'people.view' } as const
/** `status`: the state that the list shows. */
const filters = { ...deskFilters, status: TripState.optional() }
const trips = deskListOf(TripOverview, filters, deskSort('departsAt', 'seatPrice', 'sold'))

export const tripCalls = {
  listTrips: get('/admin/trips', {
    auth: view,
    summary: 'List trips',
    description:
      'Returns trips by state, day of departure and driver, the latest departure first. `next` ' +
      'of the answer is the `after` of the next page. ' +
      SORT_TEXT,
    ...trips.list,
  }),
  findTrips: post('/admin/trips/find', {
    auth: view,
    summary: 'Find trips',
    description:
      'Returns trips with this id or display code, of cars with this plate, or of drivers found ' +
      'by name, e-mail address, telephone or document. The text is in the body, because browsers ' +
      'and logs keep addresses.',
    ...trips.find,
  }),
  downloadTrips: post('/admin/trips/file', {
    auth: { permission: 'people.export' },
    summary: 'Download trips as CSV',
    description: `Returns the list of trips as a file. ${FILE_TEXT} ${EXPORT_TEXT}`,
    ...trips.file,
  }),
  showTrip: get('/admin/trips/:tripId', {
    auth: view,
    summary: 'Show a trip to the team',
    description: 'Returns a trip with its seats by leg, its bookings and its events in order.',
    ok: z.object({ trip: DeskTrip }),
    errors: ['trip_not_found'],
  }),
}
