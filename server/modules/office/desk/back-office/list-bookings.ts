import type { z } from 'zod'
import type { backOffice } from '#contract/back-office.ts'
import type { BookingSummary, DeskBooking } from '#contract/back-office-bookings.ts'
import { bookingTexts, wordOf } from '#contract/desk-words.ts'
import { pointsId, walletId } from '#server/modules/bank/ledger/index.ts'
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
import { instantsOf, iso, namesOf } from './desk-lists.ts'
import { moneyOf } from './ledger-lines.ts'
import { listSought, type SoughtList, writeSought } from './sought-list.ts'

type Listed = z.output<typeof backOffice.listBookings.query>
type Filters = Omit<Listed, 'after' | 'sort' | 'dir'>

const bookings: SoughtList<Filters, BookingRow> = {
  read: ({ db }, { status = null, person = null, trip = null, ...days }, page) => {
    const filter = { status, personId: person, tripId: trip, passengerId: null }
    return listBookingRows(db, { ...page, ...filter, ...instantsOf(days) })
  },
  place: ({ picksUpAt, id }) => ({ at: picksUpAt, id }),
  values: {
    picksUpAt: ({ picksUpAt }) => picksUpAt.getTime(),
    farePesos: ({ farePesos }) => farePesos,
    seats: ({ seats }) => seats,
  },
  file: {
    name: 'reservas',
    head: [
      ...['Reserva', 'Viaje', 'Estado', 'Sube', 'Desde', 'Hasta', 'Pasajero', 'Conductor'],
      ...['Cupos', 'Precio', 'Pago'],
    ],
    people: ({ passengerId, driverId }) => [passengerId, driverId],
    line: (row, who) => [
      ...[row.id, row.tripId, bookingTexts[row.status], row.picksUpAt, row.start, row.finish],
      ...[who(row.passengerId), who(row.driverId), row.seats, row.farePesos],
      wordOf(row.paymentMode),
    ],
  },
}

/** Lists a page of bookings; with a text those with this id, code, plate or person. */
export async function listBookings(
  deps: ActDeps,
  actor: Actor,
  asked: Listed & { text?: string },
): Promise<z.input<typeof backOffice.listBookings.ok>> {
  const { shown, ...page } = await listSought(deps, actor, bookings, asked)
  return { ...page, items: await presentBookings(deps.db, shown) }
}

/** Upper bound of the bookings of one trip. */
const OF_TRIP_MAX = 200

export async function bookingsOfTrip({ db }: ReadDeps, tripId: string): Promise<BookingSummary[]> {
  const any = { status: null, personId: null, passengerId: null, since: null, until: null }
  const rows = await listBookingRows(db, { ...any, tripId, after: null, limit: OF_TRIP_MAX })
  return presentBookings(db, rows)
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

/** Writes the list of bookings as CSV, with people as initials. Errors: `forbidden`. */
export function writeBookings(
  deps: ActDeps,
  actor: Actor,
  asked: z.output<typeof backOffice.downloadBookings.body>,
): Promise<AsyncGenerator<string>> {
  return writeSought(deps, actor, bookings, asked)
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
