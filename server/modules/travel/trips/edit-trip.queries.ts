import { sql } from 'kysely'
import type { ShownTerms } from '#contract/trips.ts'
import { run, type Tx } from '#server/platform/db/tx.ts'
import { termsRow } from './trips.queries.ts'

/** Locks the trip and its seats, so that nobody changes, closes or books it. */
export async function lockTrip(tx: Tx, tripId: string): Promise<void> {
  await sql`select id from trips where id = ${tripId} for no key update`.execute(tx)
  await sql`select trip_id from trip_seats where trip_id = ${tripId} for update`.execute(tx)
}

/** Changes the capacity of every leg; returns false when more seats are booked on some leg. */
export function resizeTrip(tx: Tx, { tripId, seats }: { tripId: string; seats: number }) {
  return run.changedOne(tx)`
    update trip_seats
    set capacity = ${seats}::smallint, seats_left = (
      select array_agg((leg.free + ${seats} - capacity)::smallint order by leg.no)
      from unnest(seats_left) with ordinality as leg (free, no))
    where trip_id = ${tripId} and capacity - ${seats} <= all (seats_left)`
}

export async function updateTerms(tx: Tx, tripId: string, terms: ShownTerms) {
  await tx.updateTable('trips').set(termsRow(terms)).where('id', '=', tripId).execute()
}

export type TripOffer = {
  tripId: string
  departsAt: Date
  arrivesAt: Date
  seatPrice: number
  declaredSeqs: number[]
  priceCumulative: number[]
  quote: unknown
}

/** Writes a new departure, price or choice of stops. */
export async function updateOffer(tx: Tx, offer: TripOffer): Promise<void> {
  await sql`
    update trips set departs_at = ${offer.departsAt}, arrives_at = ${offer.arrivesAt},
      seat_price = ${offer.seatPrice}, price_cumulative = ${offer.priceCumulative}::bigint[],
      declared_seqs = ${offer.declaredSeqs}::smallint[],
      quote = ${JSON.stringify(offer.quote)}
    where id = ${offer.tripId}`.execute(tx)
  // A place that people booked at once has perhaps become a stop.
  await sql`select free_extra_stops(${offer.tripId})`.execute(tx)
}

/** Removes the driver's meeting points at these positions. */
export async function deleteStopPoints(tx: Tx, tripId: string, seqs: readonly number[]) {
  await sql`
    delete from trip_stop_points
    where trip_id = ${tripId} and seq = any (${[...seqs]}::smallint[])`.execute(tx)
}

/** Increments the revision, so that bookings planned on the old one are refused. */
export async function raiseRevision(tx: Tx, tripId: string): Promise<void> {
  await sql`update trips set revision = revision + 1 where id = ${tripId}`.execute(tx)
  await sql`update trip_seats set revision = revision + 1 where trip_id = ${tripId}`.execute(tx)
}

/** Writes today's quote when only the seats change. */
export async function updateQuote(tx: Tx, tripId: string, quote: unknown) {
  await sql`
    update trips set quote = ${JSON.stringify(quote)} where id = ${tripId}`.execute(tx)
}
