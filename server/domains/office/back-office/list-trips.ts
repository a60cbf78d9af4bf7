import type { z } from 'zod'
import type { backOffice } from '#contract/back-office.ts'
import type { DeskTrip, TripOverview } from '#contract/back-office-trips.ts'
import { DESK_FILE_LINES } from '#contract/limits.ts'
import { findTripFacts, statusAt } from '#server/domains/travel/trips/trips.public.ts'
import { csvList } from '#server/platform/csv-list.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { readPlace } from '#server/platform/page-place.ts'
import { idIn, instantsOf, iso, namesOf, PAGE_SIZE, pageOf } from './desk-lists.ts'
import { bookingsOfTrip } from './list-bookings.ts'
import {
  findTripDetails,
  listFoundTrips,
  listTripEvents,
  listTripRows,
  type TripRow,
} from './trips.queries.ts'

type ReadDeps = Pick<Deps, 'db' | 'clock'>
type Asked = z.output<typeof backOffice.downloadTrips.query>

const filterOf = ({ status, person, ...days }: Asked) => ({
  status: status ?? null,
  driverId: person ?? null,
  ...instantsOf(days),
})

const placeOf = ({ departsAt, id }: TripRow) => ({ at: departsAt, id })

/** Lists a page of trips, the latest departure first. */
export async function listTrips(
  deps: ReadDeps,
  _actor: Actor,
  { after, ...asked }: z.output<typeof backOffice.listTrips.query>,
): Promise<{ items: TripOverview[]; next: string | null }> {
  const page = { after: readPlace(after), limit: PAGE_SIZE + 1 }
  const rows = await listTripRows(deps.db, { ...filterOf(asked), ...page })
  const { shown, next } = pageOf(rows, placeOf)
  return { items: await presentTrips(deps, deps.db, shown), next }
}

/** Finds trips by id or plate, the latest departure first. */
export async function findTrips(
  deps: ReadDeps,
  _actor: Actor,
  { text }: { text: string },
): Promise<{ items: TripOverview[] }> {
  const plate = text.replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase()
  const rows = await listFoundTrips(deps.db, { id: idIn(text), plate, limit: PAGE_SIZE })
  return { items: await presentTrips(deps, deps.db, rows) }
}

export async function presentTrips(
  { clock }: Pick<Deps, 'clock'>,
  reader: Reader,
  rows: readonly TripRow[],
): Promise<TripOverview[]> {
  const drivers = rows.map(({ driverId }) => driverId)
  const names = await namesOf(reader, drivers)
  const now = clock.now()
  return rows.map(({ start, finish, driverId, departsAt, ...row }) => ({
    ...row,
    status: statusAt({ status: row.status, departsAt }, now),
    from: start,
    to: finish,
    departsAt: departsAt.toISOString(),
    driver: names(driverId),
  }))
}

/** Writes the list of trips as CSV, in parts. */
export function writeTrips(deps: ReadDeps, _actor: Actor, asked: Asked): AsyncGenerator<string> {
  const filter = filterOf(asked)
  return csvList<TripRow>({
    head: ['Viaje', 'Estado', 'Sale', 'Desde', 'Hasta', 'Placa', 'Conductor', 'Cupos', 'Vendidos'],
    read: (after, limit) => listTripRows(deps.db, { ...filter, after, limit }),
    place: placeOf,
    line: (row) => [
      ...[row.id, row.status, row.departsAt.toISOString(), row.start, row.finish, row.plate],
      ...[row.driverId, row.seats, row.sold],
    ],
    max: DESK_FILE_LINES,
  })
}

/** Shows a trip with its bookings, seats by leg and events. Errors: `trip_not_found`. */
export async function showTrip(
  deps: ReadDeps,
  _actor: Actor,
  { tripId }: { tripId: string },
): Promise<DeskTrip> {
  const [row] = await listFoundTrips(deps.db, { id: tripId, plate: null, limit: 1 })
  const more = await findTripDetails(deps.db, tripId)
  const facts = await findTripFacts(deps.db, tripId)
  if (!row || !more || !facts) throw new AppError('trip_not_found')
  const [overview] = await presentTrips(deps, deps.db, [row])
  const events = await listTripEvents(deps.db, tripId)
  const actors = events.map(({ actorId }) => actorId)
  const names = await namesOf(deps.db, actors)
  const { capacity, left } = more
  return {
    ...(overview as TripOverview),
    arrivesAt: facts.arrivesAt.toISOString(),
    createdAt: more.createdAt.toISOString(),
    cancelledAt: iso(more.cancelledAt),
    cancelReason: more.cancelReason,
    completedAt: iso(more.completedAt),
    startedAt: iso(more.startedAt),
    finishedAt: iso(more.finishedAt),
    instant: facts.instant,
    paymentModes: facts.paymentModes,
    legs: (left ?? []).map((free, leg) => ({
      from: facts.places[leg]?.name ?? '',
      to: facts.places[leg + 1]?.name ?? '',
      sold: (capacity ?? 0) - free,
      left: free,
    })),
    events: events.map(({ at, event, bookingId, actorId }, index) => ({
      id: `${tripId}.${index}`,
      at: at.toISOString(),
      event,
      bookingId,
      by: actorId && names(actorId).name,
    })),
    bookings: await bookingsOfTrip(deps, tripId),
  }
}
