import type { z } from 'zod'
import type { backOffice } from '#contract/back-office.ts'
import type { DeskTrip, TripOverview } from '#contract/back-office-trips.ts'
import { tripStateTexts } from '#contract/trip-state-words.ts'
import type { TripState } from '#contract/trips.ts'
import {
  expectedArrival,
  findTripFacts,
  findTripSigns,
  statusOf,
  tripStateAt,
} from '#server/modules/travel/trips/index.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import type { ActDeps, Deps, ReadDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { instantsOf, iso, namesOf } from './desk-lists.ts'
import { bookingsOfTrip } from './list-bookings.ts'
import { listSought, type SoughtList, writeSought } from './sought-list.ts'
import {
  findTripDetails,
  listFoundTrips,
  listTripEvents,
  listTripRows,
  type TripRow,
} from './trips.queries.ts'

type Listed = z.output<typeof backOffice.listTrips.query>
type Filters = Omit<Listed, 'after' | 'sort' | 'dir'>

type ListedTrip = TripRow & { state: TripState }

const trips: SoughtList<Filters, ListedTrip> = {
  read: async (deps, { status = null, person = null, ...days }, page) => {
    const filter = { ...page, status, driverId: person, ...instantsOf(days) }
    return withStates(deps, deps.db, await listTripRows(deps.db, filter))
  },
  place: ({ departsAt, id }) => ({ at: departsAt, id }),
  values: {
    departsAt: ({ departsAt }) => departsAt.getTime(),
    seatPrice: ({ seatPrice }) => seatPrice,
    sold: ({ sold }) => sold,
  },
  file: {
    name: 'viajes',
    head: ['Viaje', 'Estado', 'Sale', 'Desde', 'Hasta', 'Placa', 'Conductor', 'Cupos', 'Vendidos'],
    people: ({ driverId }) => [driverId],
    line: (row, who) => [
      ...[row.id, tripStateTexts[row.state], row.departsAt],
      ...[row.start, row.finish, row.plate],
      ...[who(row.driverId), row.seats, row.sold],
    ],
  },
}

/** Lists a page of trips; with a text those with this id, plate or driver. */
export async function listTrips(
  deps: ActDeps,
  actor: Actor,
  asked: Listed & { text?: string },
): Promise<z.input<typeof backOffice.listTrips.ok>> {
  const { shown, ...page } = await listSought(deps, actor, trips, asked)
  return { ...page, items: await presentListed(deps.db, shown) }
}

async function withStates(
  { clock }: Pick<Deps, 'clock'>,
  reader: Reader,
  rows: readonly TripRow[],
): Promise<ListedTrip[]> {
  const ids = rows.map(({ id }) => id)
  const signs = await findTripSigns(reader, ids)
  const now = clock.now()
  return rows.map((row) => ({ ...row, state: tripStateAt(row, signs(row.id), now) }))
}

export async function presentTrips(
  deps: Pick<Deps, 'clock'>,
  reader: Reader,
  rows: readonly TripRow[],
): Promise<TripOverview[]> {
  return presentListed(reader, await withStates(deps, reader, rows))
}

async function presentListed(reader: Reader, rows: readonly ListedTrip[]): Promise<TripOverview[]> {
  const drivers = rows.map(({ driverId }) => driverId)
  const names = await namesOf(reader, drivers)
  return rows.map(({ start, finish, driverId, ...row }) => ({
    ...row,
    status: statusOf(row),
    from: start,
    to: finish,
    departsAt: row.departsAt.toISOString(),
    expectedAt: expectedArrival(row).toISOString(),
    driver: names(driverId),
  }))
}

/** Writes the list of trips as CSV, with drivers as initials. Errors: `forbidden`. */
export function writeTrips(
  deps: ActDeps,
  actor: Actor,
  asked: z.output<typeof backOffice.downloadTrips.body>,
): Promise<AsyncGenerator<string>> {
  return writeSought(deps, actor, trips, asked)
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
