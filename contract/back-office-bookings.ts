import { z } from 'zod'
import { LedgerLine } from './back-office-ledger.ts'
import { BookingStatus } from './booking-view.ts'
import { Id, Instant, Pesos, PesosSum } from './common.ts'
import {
  deskFilters,
  deskListOf,
  deskSort,
  EXPORT_TEXT,
  FILE_TEXT,
  SORT_TEXT,
} from './desk-filters.ts'
import { get, post } from './route.ts'

export const BookingSummary = z.object({
  id: Id,
  tripId: Id,
  status: BookingStatus,
  from: z.string(),
  to: z.string(),
  picksUpAt: Instant,
  passenger: z.object({ id: Id, name: z.string() }),
  driver: z.object({ id: Id, name: z.string() }),
  seats: z.int(),
  farePesos: Pesos,
  paymentMode: z.string(),
})
export type BookingSummary = z.infer<typeof BookingSummary>

export const DeskBooking = BookingSummary.extend({
  createdAt: Instant,
  dropsOffAt: Instant,
  closedAt: Instant.nullable(),
  chargedPesos: PesosSum.nullable(),
  refundedPesos: PesosSum.nullable(),
  /** Commission in hundredths of a percent. */
  commissionBp: z.int(),
  disputed: z.boolean(),
  /** The booking of the other car of a trip with one change; null for others. */
  otherPartId: Id.nullable(),
  /** Events in order of time; `by` is the passenger, the driver, a team member or nobody. */
  events: z.array(
    z.object({
      id: Id,
      at: Instant,
      event: z.string(),
      by: z.object({ id: Id, name: z.string() }).nullable(),
      details: z.record(z.string(), z.unknown()),
    }),
  ),
  money: z.array(LedgerLine),
})
export type DeskBooking = z.infer<typeof DeskBooking>

const view = { permission: 'people.view' } as const
const filters = { ...deskFilters, status: BookingStatus.optional(), trip: Id.optional() }
const bookings = deskListOf(BookingSummary, filters, deskSort('picksUpAt', 'farePesos', 'seats'))

export const bookingCalls = {
  listBookings: get('/admin/bookings', {
    auth: view,
    summary: 'List bookings',
    description:
      'Returns bookings by state, day of the pick-up, trip and passenger or driver, the latest ' +
      'pick-up first. `next` of the answer is the `after` of the next page. ' +
      SORT_TEXT,
    ...bookings.list,
  }),
  findBookings: post('/admin/bookings/find', {
    auth: view,
    summary: 'Find bookings',
    description:
      'Returns bookings with this id, this ticket code of six, this display code, which several ' +
      'can have, this plate, or of passengers and drivers found by name, e-mail address, ' +
      'telephone or document. The text is in the body, because browsers and logs keep addresses.',
    ...bookings.find,
  }),
  downloadBookings: post('/admin/bookings/file', {
    auth: { permission: 'people.export' },
    summary: 'Download bookings as CSV',
    description: `Returns the list of bookings as a file. ${FILE_TEXT} ${EXPORT_TEXT}`,
    ...bookings.file,
  }),
  showBooking: get('/admin/bookings/:bookingId', {
    auth: view,
    summary: 'Show a booking to the team',
    description: 'Returns a booking with its events in order and its movements in the ledger.',
    ok: z.object({ booking: DeskBooking }),
    errors: ['booking_not_found'],
  }),
}
