import type { z } from 'zod'
import type { backOffice } from '#contract/back-office.ts'
import type { BookingSummary, DeskBooking } from '#contract/back-office-bookings.ts'
import { typedDisplayCode } from '#contract/display-code.ts'
import { DESK_FILE_LINES } from '#contract/limits.ts'
import { pointsId, walletId } from '#server/domains/bank/ledger/ledger.public.ts'
import { csvList } from '#server/platform/csv-list.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { readPlace } from '#server/platform/page-place.ts'
import {
  type BookingRow,
  findBookingDetails,
  listBookingEvents,
  listBookingRows,
  listFoundBookings,
} from './bookings.queries.ts'
import { idIn, instantsOf, iso, namesOf, PAGE_SIZE, pageOf } from './desk-lists.ts'
import { moneyOf } from './ledger-lines.ts'

type ReadDeps = Pick<Deps, 'db'>
type Asked = z.output<typeof backOffice.downloadBookings.query>

const filterOf = ({ status, person, trip, ...days }: Asked) => ({
  status: status ?? null,
  tripId: trip ?? null,
  personId: person ?? null,
  passengerId: null,
  ...instantsOf(days),
})

const placeOf = ({ picksUpAt, id }: BookingRow) => ({ at: picksUpAt, id })

/** Lists a page of bookings, the latest pick-up first. */
export async function listBookings(
  deps: ReadDeps,
  _actor: Actor,
  { after, ...asked }: z.output<typeof backOffice.listBookings.query>,
): Promise<{ items: BookingSummary[]; next: string | null }> {
  const page = { after: readPlace(after), limit: PAGE_SIZE + 1 }
  const rows = await listBookingRows(deps.db, { ...filterOf(asked), ...page })
  const { shown, next } = pageOf(rows, placeOf)
  return { items: await presentBookings(deps.db, shown), next }
}

/** Finds bookings by id, ticket code or display code, the latest pick-up first. */
export async function findBookings(
  deps: ReadDeps,
  _actor: Actor,
  { text }: { text: string },
): Promise<{ items: BookingSummary[] }> {
  const code = text.replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase()
  const digits = typedDisplayCode(text)
  const asked = { id: idIn(text), code, digits, limit: PAGE_SIZE }
  const rows = await listFoundBookings(deps.db, asked)
  return { items: await presentBookings(deps.db, rows) }
}

/** Upper bound of the bookings of one trip. */
const OF_TRIP_MAX = 200

export async function bookingsOfTrip(deps: ReadDeps, tripId: string): Promise<BookingSummary[]> {
  const page = { after: null, limit: OF_TRIP_MAX }
  const rows = await listBookingRows(deps.db, { ...filterOf({ trip: tripId }), ...page })
  return presentBookings(deps.db, rows)
}

export async function presentBookings(
  reader: Reader,
  rows: readonly BookingRow[],
): Promise<BookingSummary[]> {
  const people = rows.flatMap(({ passengerId, driverId }) => [passengerId, driverId])
  const names = await namesOf(reader, people)
  return rows.map(({ start, finish, passengerId, driverId, picksUpAt, ...row }) => ({
    ...row,
    from: start,
    to: finish,
    picksUpAt: picksUpAt.toISOString(),
    passenger: names(passengerId),
    driver: names(driverId),
  }))
}

/** Writes the list of bookings as CSV, in parts. */
export function writeBookings(deps: ReadDeps, _actor: Actor, asked: Asked): AsyncGenerator<string> {
  const filter = filterOf(asked)
  return csvList<BookingRow>({
    head: [
      ...['Reserva', 'Viaje', 'Estado', 'Sube', 'Desde', 'Hasta', 'Pasajero', 'Conductor'],
      ...['Cupos', 'Precio', 'Pago'],
    ],
    read: (after, limit) => listBookingRows(deps.db, { ...filter, after, limit }),
    place: placeOf,
    line: (row) => [
      ...[row.id, row.tripId, row.status, row.picksUpAt.toISOString(), row.start, row.finish],
      ...[row.passengerId, row.driverId, row.seats, row.farePesos, row.paymentMode],
    ],
    max: DESK_FILE_LINES,
  })
}

/** Shows a booking with its events and its money movements. Errors: `booking_not_found`. */
export async function showBooking(
  deps: ReadDeps,
  _actor: Actor,
  { bookingId }: { bookingId: string },
): Promise<DeskBooking> {
  const [row] = await listFoundBookings(deps.db, { id: bookingId, limit: 1 })
  const more = await findBookingDetails(deps.db, bookingId)
  if (!row || !more) throw new AppError('booking_not_found')
  const [summary] = await presentBookings(deps.db, [row])
  const events = await listBookingEvents(deps.db, bookingId)
  const actors = events.map(({ actorId }) => actorId)
  const names = await namesOf(deps.db, actors)
  const people = [row.passengerId, row.driverId]
  const accounts = people.flatMap((id) => [walletId(id), pointsId(id)])
  return {
    ...(summary as BookingSummary),
    ...more,
    createdAt: more.createdAt.toISOString(),
    dropsOffAt: more.dropsOffAt.toISOString(),
    closedAt: iso(more.closedAt),
    events: events.map(({ at, actorId, ...event }) => ({
      ...event,
      at: at.toISOString(),
      by: actorId === null ? null : names(actorId),
    })),
    money: await moneyOf(deps.db, { accounts, causeId: bookingId }),
  }
}
