import { TRAVELS } from '#contract/moments.ts'
import type { TripSummary, TripView } from '#contract/trips.ts'
import { areBlocked } from '#server/modules/people/users/index.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import type { Deps, ReadDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { needsRunSheet, parseStopId, placeAt, statusOf, type TripFacts } from './trip.ts'
import { tripStateAt } from './trip-state.ts'
import { presentTrip } from './trips.present.ts'
import {
  findPauses,
  findSeatsTaken,
  findTripFacts,
  findTripSigns,
  findTripsFacts,
  listBookingStatusesOf,
  listTripIdsOf,
} from './trips.queries.ts'

const ACTIVE = new Set(['requested', 'confirmed', 'checked_in'])

/** A trip, two of its stops, and the number of seats that the viewer wants. */
type Asked = {
  tripId: string
  from?: string | undefined
  to?: string | undefined
  seats?: number | undefined
}

/**
 * Reads one trip, with the part between two of its stops when asked for, and the reason why its
 * seats cannot be booked. Errors: `trip_not_found`, `stop_not_found`, `stops_out_of_order`.
 */
export async function showTrip(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  viewer: ActorId | null,
  { tripId, ...asked }: Asked,
): Promise<TripView> {
  const viewerId = viewer?.userId ?? null
  const facts = await findTripFacts(deps.db, tripId)
  if (!facts || (facts.status === 'draft' && facts.driverId !== viewerId)) {
    throw new AppError('trip_not_found')
  }
  const statuses = viewerId
    ? await listBookingStatusesOf(deps.db, { tripId, passengerId: viewerId })
    : []
  // After a block, a person who has a booking still sees the trip; for the others it does not
  // exist.
  if (viewerId && statuses.length === 0 && (await areBlocked(deps.db, viewerId, facts.driverId))) {
    throw new AppError('trip_not_found')
  }
  return presentTrip(deps, deps.db, facts, {
    viewerId,
    ...readPart(facts, asked),
    seats: asked.seats,
    isPassenger: statuses.some((status) => ACTIVE.has(status)),
    plateVisible: statuses.some((status) => TRAVELS.includes(status)),
  })
}

/** Reads a driver's own trip. Errors: `trip_not_found`, also for somebody else's. */
export async function requireOwnTrip(
  reader: Reader,
  { userId }: ActorId,
  tripId: string,
): Promise<TripFacts> {
  const trip = await findTripFacts(reader, tripId)
  if (trip?.driverId !== userId) throw new AppError('trip_not_found')
  return trip
}

function readPart(facts: TripFacts, part: Omit<Asked, 'tripId'>) {
  if (part.from === undefined && part.to === undefined) return {}
  const fromSeq = part.from === undefined ? 0 : seqOf(facts, part.from)
  const toSeq = part.to === undefined ? facts.places.length - 1 : seqOf(facts, part.to)
  if (fromSeq >= toSeq) throw new AppError('stops_out_of_order')
  return { fromSeq, toSeq }
}

/** Returns the position of a stop of the trip. Errors: `stop_not_found`. */
export function seqOf(facts: TripFacts, id: string): number {
  const stop = parseStopId(id)
  if (stop?.tripId !== facts.id || stop.seq >= facts.places.length) {
    throw new AppError('stop_not_found')
  }
  return stop.seq
}

/** Lists the trips that this person published, the latest departure first. */
export async function listOwnTrips(
  deps: ReadDeps,
  { userId: driverId }: ActorId,
): Promise<TripSummary[]> {
  const ids = await listTripIdsOf(deps.db, driverId)
  const all = await findTripsFacts(deps.db, ids)
  const taken = await findSeatsTaken(deps.db, ids)
  const paused = await findPauses(deps.db, ids)
  const signs = await findTripSigns(deps.db, ids)
  const now = deps.clock.now()
  return ids.flatMap((id) => {
    const facts = all.get(id)
    if (!facts) return []
    return {
      id,
      status: statusOf(facts),
      state: tripStateAt(facts, signs(id), now),
      departsAt: facts.departsAt.toISOString(),
      arrivesAt: facts.arrivesAt.toISOString(),
      stops: facts.declaredSeqs.map((seq: number) => {
        const { name, at } = placeAt(facts, seq)
        return { name, at: at.toISOString() }
      }),
      seats: facts.seats,
      seatsSold: taken.get(id)?.sold ?? 0,
      requestsPending: taken.get(id)?.pending ?? 0,
      paused: paused.get(id) ?? null,
      runSheet: needsRunSheet(facts, now),
      seatPrice: facts.seatPrice,
    }
  })
}
