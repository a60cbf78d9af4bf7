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
import type { Deps, ReadDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { isoDates } from '#server/platform/iso-dates.ts'
import { instantsOf, namesOf } from './desk-lists.ts'
import { bookingsOfTrip } from './list-bookings.ts'
import { NO_KEYS } from './list-keys.ts'
import type { SoughtList } from './sought-list.ts'
import {
  findTripDetails,
  listFoundTrips,
  listTripEvents,
  listTripRows,
  type TripRow,
} from './trips.queries.ts'

type Filters = Omit<z.output<typeof backOffice.listTrips.query>, 'after' | 'sort' | 'dir'>

type ListedTrip = TripRow & { state: TripState }

/** The trips; with a text those with this id, plate or driver. */
export const tripList: SoughtList<Filters, ListedTrip, TripOverview> = {
  read: async (deps, { status: state = null, person = null, ...days }, page) => {
    const now = deps.clock.now()
    const filter = { ...page, state, now, driverId: person, ...instantsOf(days) }
    return withStates(deps, deps.db, await listTripRows(deps.db, filter))
  },
  place: ({ departsAt, id }) => ({ at: departsAt, id }),
  values: {
    departsAt: ({ departsAt }) => departsAt.getTime(),
    seatPrice: ({ seatPrice }) => seatPrice,
    sold: ({ sold }) => sold,
  },
  present: ({ db }, rows) => presentListed(db, rows),
  file: {
    name: 'viajes',
    head: ['Viaje', 'Estado', 'Sale', 'Desde', 'Hasta', 'Placa', 'Conductor', 'Cupos', 'Vendidos'],
    people: ({ driverId }) => [driverId],
    line: (row, who) => [
      ...[row.id, tripStateTexts[row.state], row.departsAt],
      ...[row.from, row.to, row.plate],
      ...[who(row.driverId), row.seats, row.sold],
    ],
  },
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
) {
  return presentListed(reader, await withStates(deps, reader, rows))
}

async function presentListed(reader: Reader, rows: readonly ListedTrip[]) {
  const drivers = rows.map(({ driverId }) => driverId)
  const names = await namesOf(reader, drivers)
  return rows.map((row) => ({
    ...isoDates(row),
    status: statusOf(row),
    expectedAt: expectedArrival(row).toISOString(),
    driver: names(row.driverId),
  }))
}

/** Shows a trip with its bookings, seats by leg and events. Errors: `trip_not_found`. */
export async function showTrip(deps: ReadDeps, { tripId }: { tripId: string }): Promise<DeskTrip> {
  const asked = { keys: { ...NO_KEYS, id: tripId }, now: deps.clock.now(), limit: 1 }
  const [overview] = await presentTrips(deps, deps.db, await listFoundTrips(deps.db, asked))
  const more = await findTripDetails(deps.db, tripId)
  const facts = await findTripFacts(deps.db, tripId)
  if (!overview || !more || !facts) throw new AppError('trip_not_found')
  const events = await listTripEvents(deps.db, tripId)
  const actors = events.map(({ actorId }) => actorId)
  const names = await namesOf(deps.db, actors)
  const { capacity, left } = more
  return {
    ...overview,
    ...isoDates(more),
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
