import { type Booking, type BookSeat, bookParts } from '#server/modules/travel/bookings/index.ts'
import { findTripsFacts, seqOf, type TripFacts } from '#server/modules/travel/trips/index.ts'
import { MINUTE_MS } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import type { CallKey } from '#server/platform/idempotency.queries.ts'
import { neededChangeMinutes } from './change-minutes.ts'

type Part = { tripId: string; fromStopId: string; toStopId: string }

export type BookConnection = {
  parts: readonly [Part, Part]
  /** SafePoint at which the passenger changes cars. */
  changePointId: string
  fromPointId?: string | undefined
  toPointId?: string | undefined
  seats: number
  /** Pesos for both parts and all seats. */
  expectedPrice?: number | undefined
  idempotencyKey?: CallKey | undefined
  /** The rescue that this takes, and the seats that are kept for it. */
  rescueOf?: BookSeat['rescueOf']
  keepIds?: readonly string[]
  /** The alert that buys. */
  list?: BookSeat['list']
}

/** Books both parts of a trip with one change of car, or neither. Errors: of `connections.book`. */
export async function bookConnection(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  actor: ActorId,
  { parts, changePointId, fromPointId, toPointId, idempotencyKey, ...asked }: BookConnection,
): Promise<Booking[]> {
  const [first, second] = parts
  if (first.tripId.toLowerCase() === second.tripId.toLowerCase()) {
    throw new AppError('stops_out_of_order')
  }
  const ids = parts.map(({ tripId }) => tripId.toLowerCase())
  const trips = await findTripsFacts(deps.db, ids)
  const [off, on] = [endOf(trips, first, 'toStopId'), endOf(trips, second, 'fromStopId')]
  const points = [off.pointId ?? changePointId, on.pointId ?? changePointId]
  if (off.placeId !== on.placeId || points.some((point) => point !== changePointId)) {
    throw new AppError('parts_apart')
  }
  const { seats, rescueOf, keepIds, list } = asked
  const common = { seats, paymentMode: 'billetera' as const, idempotencyKey, rescueOf, list }
  const own = (end: { pointId: string | undefined }) => (end.pointId ? undefined : changePointId)
  return await bookParts(deps, actor, {
    parts: [
      { ...first, ...common, fromPointId, toPointId: own(off), keepId: keepIds?.[0] },
      { ...second, ...common, fromPointId: own(on), toPointId, keepId: keepIds?.[1] },
    ],
    check: (one, two) => assertFits(one, two, trips.get(one.tripId), asked.expectedPrice),
  })
}

/** Place and driver's point of one end of a part; both undefined for an unknown stop. */
function endOf(trips: ReadonlyMap<string, TripFacts>, part: Part, end: 'fromStopId' | 'toStopId') {
  const trip = trips.get(part.tripId.toLowerCase())
  if (!trip) throw new AppError('trip_not_found')
  const seq = seqOf(trip, part[end])
  const pointId = trip.stopPoints.find((point) => point.seq === seq)?.safePointId
  return { placeId: trip.places[seq]?.placeId, pointId }
}

function assertFits(
  first: Booking,
  second: Booking,
  trip: TripFacts | undefined,
  expectedPrice: number | undefined,
): void {
  assert(trip, 'a planned booking of an unknown trip')
  const firstMs = first.dropsOffAt.getTime() - first.picksUpAt.getTime()
  const needed = neededChangeMinutes(firstMs / MINUTE_MS, trip)
  const ms = second.picksUpAt.getTime() - first.dropsOffAt.getTime()
  if (ms < needed * MINUTE_MS) {
    throw new AppError('change_too_short', { details: { minutes: Math.floor(ms / MINUTE_MS) } })
  }
  const price = first.farePesos + second.farePesos
  if (expectedPrice !== undefined && price !== expectedPrice) {
    throw new AppError('price_changed', { details: { price } })
  }
}
