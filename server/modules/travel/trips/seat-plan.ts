import type { Overlap, PaymentMode } from '#contract/trips.ts'
import type { Reader, Tx } from '#server/platform/db/tx.ts'
import { AppError } from '#server/platform/errors.ts'
import type { RoadPart } from './road-stops.queries.ts'
import { notForSale, refusalOfPart } from './seat-refusal.ts'
import { findSeatState } from './seats.queries.ts'
import { bothDeclared, parseStopId, placeAt, segmentPrice, type TripFacts } from './trip.ts'
import { type Crossing, findCrossing, findTripFacts } from './trips.queries.ts'

/** A request for seats on a segment of a trip. */
export type SeatsAsked = {
  passengerId: string
  fromStopId: string
  toStopId: string
  seats: number
  paymentMode: PaymentMode
  /** Price in pesos for all the seats, as shown to the person. */
  expectedPrice?: number | undefined
}

/** A validated request, with its price and times. */
export type SeatsPlan = {
  tripId: string
  passengerId: string
  fromSeq: number
  toSeq: number
  seats: number
  /** Revision of the trip when it was read. */
  revision: number
  farePesos: number
  picksUpAt: Date
  dropsOffAt: Date
  /** Whether the booking is confirmed without the driver's answer. */
  instant: boolean
}

/**
 * Validates a request for seats without the database; free seats are checked later. `road`: of a
 * part that `findRoadPart` found on sale at once. Errors:
 * `stop_not_found`, `stops_out_of_order`, `own_trip`, `trip_not_bookable`, `trip_departed`,
 * `stop_not_offered`, `request_too_late`, `payment_mode_not_offered`, `price_changed`.
 */
export function planSeats(
  trip: TripFacts,
  asked: SeatsAsked,
  now: Date,
  road?: RoadPart,
): SeatsPlan {
  const { fromSeq, toSeq } = segmentOf(trip, asked)
  const picksUpAt = placeAt(trip, fromSeq).at
  if (trip.driverId === asked.passengerId) throw new AppError('own_trip')
  const refusal = refusalOfPart(trip, { fromSeq, toSeq }, now)
  if (refusal) throw refusal
  if (!trip.paymentModes.includes(asked.paymentMode)) throw new AppError('payment_mode_not_offered')
  const farePesos = segmentPrice(trip, fromSeq, toSeq) * asked.seats
  if (asked.expectedPrice !== undefined && asked.expectedPrice !== farePesos) {
    throw new AppError('price_changed', { details: { price: farePesos } })
  }
  return {
    tripId: trip.id,
    passengerId: asked.passengerId,
    fromSeq,
    toSeq,
    seats: asked.seats,
    revision: trip.revision,
    farePesos,
    picksUpAt,
    dropsOffAt: placeAt(trip, toSeq).at,
    instant: trip.instant && (bothDeclared(trip, fromSeq, toSeq) || road !== undefined),
  }
}

export function segmentOf(trip: TripFacts, asked: Pick<SeatsAsked, 'fromStopId' | 'toStopId'>) {
  const [from, to] = [parseStopId(asked.fromStopId), parseStopId(asked.toStopId)]
  const known = [from, to].every((stop) => stop?.tripId === trip.id && trip.places[stop.seq])
  if (!from || !to || !known) throw new AppError('stop_not_found')
  if (from.seq >= to.seq) throw new AppError('stops_out_of_order')
  return { fromSeq: from.seq, toSeq: to.seq }
}

/** Returns the reason why taking seats failed, for a caller that had read the trip as `before`. */
export async function whyNoSeats(reader: Reader, before: TripFacts): Promise<AppError> {
  const trip = await findTripFacts(reader, before.id)
  if (trip?.status !== 'published' || trip.finishedAt) return new AppError('trip_not_bookable')
  if (!(await findSeatState(reader, trip.id)).open) return notForSale()
  if (trip.revision === before.revision) return new AppError('seats_unavailable')
  const message = 'El conductor cambió el viaje. Revísalo antes de reservar.'
  return new AppError('price_changed', { message })
}

/**
 * Refuses a booking that overlaps another booking or trip of the person. Locks the person's row
 * until the transaction ends. Errors: `overlapping_booking`, with the overlapping one in `details`.
 */
export async function requireFreeTime(
  tx: Tx,
  asked: { userId: string; tripId: string; from: Date; to: Date },
): Promise<void> {
  const crossing = await findCrossing(tx, asked)
  if (!crossing) return
  const details = await nameCrossing(tx, crossing)
  const what = details.kind === 'booking' ? 'tu reserva' : 'el viaje que publicaste'
  const message = `Se cruza con ${what} ${details.route}.`
  throw new AppError('overlapping_booking', { message, details })
}

/** Names the overlapping booking, or the person's own trip. */
export async function nameCrossing(tx: Tx, crossing: Crossing): Promise<Overlap> {
  const { kind, id, tripId, fromSeq, toSeq, at } = crossing
  const trip = await findTripFacts(tx, tripId)
  const from = trip && placeAt(trip, fromSeq).name
  const to = trip && placeAt(trip, toSeq ?? trip.places.length - 1).name
  return { kind, id, tripId, route: `${from} → ${to}`, at: at.toISOString() }
}
