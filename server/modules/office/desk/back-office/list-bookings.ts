import type { z } from 'zod'
import type { backOffice } from '#contract/back-office.ts'
import type { BookingSummary, DeskBooking } from '#contract/back-office-bookings.ts'
import { bookingTexts, wordOf } from '#contract/desk-words.ts'
import { pointsId, walletId } from '#server/modules/bank/ledger/index.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { isoDates } from '#server/platform/iso-dates.ts'
import {
  type BookingRow,
  findBookingDetails,
  listBookingEvents,
  listBookingRows,
  listFoundBookings,
} from './bookings.queries.ts'
import { instantsOf, namesOf } from './desk-lists.ts'
import { moneyOf } from './ledger-lines.ts'
import type { SoughtList } from './sought-list.ts'

type Filters = Omit<z.output<typeof backOffice.listBookings.query>, 'after' | 'sort' | 'dir'>

/** The bookings; with a text those with this id, code, plate or person. */
export const bookingList: SoughtList<Filters, BookingRow, BookingSummary> = {
  read: ({ db }, { status = null, person = null, trip = null, ...days }, page) => {
    const filter = { status, personId: person, tripId: trip }
    return listBookingRows(db, { ...page, ...filter, ...instantsOf(days) })
  },
  place: ({ picksUpAt, id }) => ({ at: picksUpAt, id }),
  values: {
    picksUpAt: ({ picksUpAt }) => picksUpAt.getTime(),
    farePesos: ({ farePesos }) => farePesos,
    seats: ({ seats }) => seats,
  },
  present: ({ db }, rows) => presentBookings(db, rows),
  file: {
    name: 'reservas',
    head: [
      ...['Reserva', 'Viaje', 'Estado', 'Sube', 'Desde', 'Hasta', 'Pasajero', 'Conductor'],
      ...['Cupos', 'Precio', 'Pago'],
    ],
    people: ({ passengerId, driverId }) => [passengerId, driverId],
    line: (row, who) => [
      ...[row.id, row.tripId, bookingTexts[row.status], row.picksUpAt, row.from, row.to],
      ...[who(row.passengerId), who(row.driverId), row.seats, row.farePesos],
      wordOf(row.paymentMode),
    ],
  },
}

/** Upper bound of the bookings of one trip. */
const OF_TRIP_MAX = 200

export async function bookingsOfTrip({ db }: ReadDeps, tripId: string): Promise<BookingSummary[]> {
  const any = { keys: null, status: null, personId: null, since: null, until: null, after: null }
  return presentBookings(db, await listBookingRows(db, { ...any, tripId, limit: OF_TRIP_MAX }))
}

export async function presentBookings(
  reader: Reader,
  rows: readonly BookingRow[],
): Promise<BookingSummary[]> {
  const people = rows.flatMap(({ passengerId, driverId }) => [passengerId, driverId])
  const names = await namesOf(reader, people)
  return rows.map((row) => ({
    ...isoDates(row),
    passenger: names(row.passengerId),
    driver: names(row.driverId),
  }))
}

/** Shows a booking with its events and its money movements. Errors: `booking_not_found`. */
export async function showBooking(
  deps: ReadDeps,
  { bookingId }: { bookingId: string },
): Promise<DeskBooking> {
  const asked = { id: bookingId, now: deps.clock.now(), limit: 1 }
  const found = await listFoundBookings(deps.db, asked)
  const [summary] = await presentBookings(deps.db, found)
  const more = await findBookingDetails(deps.db, bookingId)
  if (!summary || !more) throw new AppError('booking_not_found')
  const events = await listBookingEvents(deps.db, bookingId)
  const actors = events.map(({ actorId }) => actorId)
  const names = await namesOf(deps.db, actors)
  const people = [summary.passenger, summary.driver]
  const accounts = people.flatMap(({ id }) => [walletId(id), pointsId(id)])
  return {
    ...summary,
    ...isoDates(more),
    events: events.map(({ actorId, ...event }) => ({
      ...isoDates(event),
      by: actorId === null ? null : names(actorId),
    })),
    money: await moneyOf(deps.db, { accounts, causeId: bookingId }),
  }
}
