import { z } from 'zod'
import { LedgerLine } from './back-office-ledger.ts'
import { BookingStatus } from './booking-view.ts'
import { Id, Instant, Pesos, PesosSum, text } from './common.ts'
import { DESK_FIND_LIMIT, deskFile, deskFilters, deskPage, FILE_TEXT } from './desk-filters.ts'
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

export const bookingCalls = {
  listBookings: get('/admin/bookings', {
    auth: view,
    summary: 'Reservas, la subida más lejana primero',
    description:
      'Bookings by state, day of the pick-up, trip and passenger or driver, the latest pick-up ' +
      'first. `next` of the answer is the `after` of the next page. Needs `people.view`.',
    query: z.strictObject({ ...filters, ...deskPage }),
    ok: z.object({ items: z.array(BookingSummary), next: z.string().nullable() }),
  }),
  findBookings: post('/admin/bookings/find', {
    auth: view,
    summary: 'Buscar una reserva por su número, su código o su referencia corta',
    description:
      'The newest bookings with this id, this ticket code of six, or this display code, which ' +
      'several can have. In the body, because an address is kept by browsers and logs. Needs ' +
      '`people.view`.',
    body: z.strictObject({ text: text(60) }),
    ok: z.object({ items: z.array(BookingSummary) }),
    limit: DESK_FIND_LIMIT,
  }),
  downloadBookings: get('/admin/bookings/file', {
    auth: view,
    summary: 'Reservas, como archivo CSV',
    description: `The list of bookings. ${FILE_TEXT} Needs \`people.view\`.`,
    query: z.strictObject(filters),
    ...deskFile,
  }),
  showBooking: get('/admin/bookings/:bookingId', {
    auth: view,
    summary: 'Una reserva con lo que pasó y su dinero',
    description:
      'A booking with its events in order and its movements in the ledger. Needs `people.view`.',
    params: z.strictObject({ bookingId: Id }),
    ok: z.object({ booking: DeskBooking }),
    errors: ['booking_not_found'],
  }),
}
