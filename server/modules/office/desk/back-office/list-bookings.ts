import type { z } from 'zod'
import type { backOffice } from '#contract/back-office.ts'
import type { BookingSummary, DeskBooking } from '#contract/back-office-bookings.ts'
import { bookingTexts, wordOf } from '#contract/desk-words.ts'
import { DESK_FILE_LINES } from '#contract/limits.ts'
import { pointsId, walletId } from '#server/modules/bank/ledger/index.ts'
import { csvList } from '#server/platform/csv-list.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import type { ActDeps, ReadDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import {
  type BookingRow,
  findBookingDetails,
  listBookingEvents,
  listBookingRows,
  listFoundBookings,
} from './bookings.queries.ts'
import { instantsOf, iso, namesOf, personCell, readSorted } from './desk-lists.ts'
import { moneyOf } from './ledger-lines.ts'
import { keysFor, type ListKeys } from './list-keys.ts'
import { recordExport } from './record-export.ts'

type Listed = z.output<typeof backOffice.listBookings.query>
type Asked = Omit<Listed, 'after' | 'sort' | 'dir'>

const filterOf = ({ status, person, trip, ...days }: Asked, keys: ListKeys | null = null) => ({
  keys,
  status: status ?? null,
  tripId: trip ?? null,
  personId: person ?? null,
  passengerId: null,
  ...instantsOf(days),
})

const placeOf = ({ picksUpAt, id }: BookingRow) => ({ at: picksUpAt, id })

const values = {
  picksUpAt: ({ picksUpAt }: BookingRow) => picksUpAt.getTime(),
  farePesos: ({ farePesos }: BookingRow) => farePesos,
  seats: ({ seats }: BookingRow) => seats,
}

/** Lists a page of bookings; with a text those with this id, code, plate or person. */
export async function listBookings(
  deps: ActDeps,
  actor: Actor,
  { after, sort, dir, text, ...asked }: Listed & { text?: string },
): Promise<z.input<typeof backOffice.listBookings.ok>> {
  const { keys, partial } = await keysFor(deps, actor, text)
  const filter = filterOf(asked, keys)
  const page = await readSorted<BookingRow>(
    { after, sort, dir },
    {
      read: (place, limit) => listBookingRows(deps.db, { ...filter, after: place, limit }),
      place: placeOf,
      values,
    },
  )
  const items = await presentBookings(deps.db, page.shown)
  return { items, next: page.next, partial: partial || page.partial }
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

/** Writes the list of bookings as CSV, in parts, with people as initials. Errors: `forbidden`. */
export async function writeBookings(
  deps: ActDeps,
  actor: Actor,
  asked: z.output<typeof backOffice.downloadBookings.body>,
): Promise<AsyncGenerator<string>> {
  await recordExport(deps, actor, { list: 'reservas', asked })
  const { reason: _reason, text, ...filters } = asked
  const filter = filterOf(filters, (await keysFor(deps, actor, text)).keys)
  return csvList<BookingRow & { passenger: string; driver: string }>({
    head: [
      ...['Reserva', 'Viaje', 'Estado', 'Sube', 'Desde', 'Hasta', 'Pasajero', 'Conductor'],
      ...['Cupos', 'Precio', 'Pago'],
    ],
    read: async (after, limit) => {
      const rows = await listBookingRows(deps.db, { ...filter, after, limit })
      const people = rows.flatMap(({ passengerId, driverId }) => [passengerId, driverId])
      const names = await namesOf(deps.db, people)
      return rows.map((row) => ({
        ...row,
        passenger: personCell(names(row.passengerId)),
        driver: personCell(names(row.driverId)),
      }))
    },
    place: placeOf,
    line: (row) => [
      ...[row.id, row.tripId, bookingTexts[row.status], row.picksUpAt, row.start, row.finish],
      ...[row.passenger, row.driver, row.seats, row.farePesos, wordOf(row.paymentMode)],
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
  const asked = { id: bookingId, now: deps.clock.now(), limit: 1 }
  const [row] = await listFoundBookings(deps.db, asked)
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
