import type { z } from 'zod'
import type { backOffice } from '#contract/back-office.ts'
import type { DeskTrip, TripOverview } from '#contract/back-office-trips.ts'
import { DESK_FILE_LINES } from '#contract/limits.ts'
import { tripStateTexts } from '#contract/trip-state-words.ts'
import {
  expectedArrival,
  findTripFacts,
  findTripSigns,
  statusOf,
  tripStateAt,
} from '#server/modules/travel/trips/index.ts'
import { csvList } from '#server/platform/csv-list.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import type { ActDeps, Deps, ReadDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { instantsOf, iso, namesOf, personCell, readSorted } from './desk-lists.ts'
import { bookingsOfTrip } from './list-bookings.ts'
import { keysFor, type ListKeys } from './list-keys.ts'
import { recordExport } from './record-export.ts'
import {
  findTripDetails,
  listFoundTrips,
  listTripEvents,
  listTripRows,
  type TripRow,
} from './trips.queries.ts'

type Listed = z.output<typeof backOffice.listTrips.query>
type Asked = Omit<Listed, 'after' | 'sort' | 'dir'>

const filterOf = ({ status, person, ...days }: Asked, keys: ListKeys | null) => ({
  keys,
  status: status ?? null,
  driverId: person ?? null,
  ...instantsOf(days),
})

const placeOf = ({ departsAt, id }: TripRow) => ({ at: departsAt, id })

const values = {
  departsAt: ({ departsAt }: TripRow) => departsAt.getTime(),
  seatPrice: ({ seatPrice }: TripRow) => seatPrice,
  sold: ({ sold }: TripRow) => sold,
}

/** Lists a page of trips; with a text those with this id, plate or driver. */
export async function listTrips(
  deps: ActDeps,
  actor: Actor,
  { after, sort, dir, text, ...asked }: Listed & { text?: string },
): Promise<z.input<typeof backOffice.listTrips.ok>> {
  const { keys, partial } = await keysFor(deps, actor, text)
  const filter = filterOf(asked, keys)
  const page = await readSorted<TripRow>(
    { after, sort, dir },
    {
      read: (place, limit) => listTripRows(deps.db, { ...filter, after: place, limit }),
      place: placeOf,
      values,
    },
  )
  const items = await presentTrips(deps, deps.db, page.shown)
  return { items, next: page.next, partial: partial || page.partial }
}

export async function presentTrips(
  { clock }: Pick<Deps, 'clock'>,
  reader: Reader,
  rows: readonly TripRow[],
): Promise<TripOverview[]> {
  const drivers = rows.map(({ driverId }) => driverId)
  const names = await namesOf(reader, drivers)
  const ids = rows.map(({ id }) => id)
  const signs = await findTripSigns(reader, ids)
  const now = clock.now()
  return rows.map(({ start, finish, driverId, ...row }) => ({
    ...row,
    status: statusOf(row),
    state: tripStateAt(row, signs(row.id), now),
    from: start,
    to: finish,
    departsAt: row.departsAt.toISOString(),
    expectedAt: expectedArrival(row).toISOString(),
    driver: names(driverId),
  }))
}

/** Writes the list of trips as CSV, in parts, with drivers as initials. Errors: `forbidden`. */
export async function writeTrips(
  deps: ActDeps,
  actor: Actor,
  asked: z.output<typeof backOffice.downloadTrips.body>,
): Promise<AsyncGenerator<string>> {
  await recordExport(deps, actor, { list: 'viajes', asked })
  const { reason: _reason, text, ...filters } = asked
  const filter = filterOf(filters, (await keysFor(deps, actor, text)).keys)
  return csvList<TripRow & { driver: string; state: string }>({
    head: ['Viaje', 'Estado', 'Sale', 'Desde', 'Hasta', 'Placa', 'Conductor', 'Cupos', 'Vendidos'],
    read: async (after, limit) => {
      const rows = await listTripRows(deps.db, { ...filter, after, limit })
      const drivers = rows.map(({ driverId }) => driverId)
      const names = await namesOf(deps.db, drivers)
      const ids = rows.map(({ id }) => id)
      const signs = await findTripSigns(deps.db, ids)
      const now = deps.clock.now()
      return rows.map((row) => ({
        ...row,
        driver: personCell(names(row.driverId)),
        state: tripStateTexts[tripStateAt(row, signs(row.id), now)],
      }))
    },
    place: placeOf,
    line: (row) => [
      ...[row.id, row.state, row.departsAt],
      ...[row.start, row.finish, row.plate],
      ...[row.driver, row.seats, row.sold],
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
  const asked = { id: tripId, now: deps.clock.now(), limit: 1 }
  const [row] = await listFoundTrips(deps.db, asked)
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
