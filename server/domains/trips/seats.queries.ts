// The counter row of a trip: free seats per leg of its corridor.
import { sql } from 'kysely'
import type { Reader, Tx } from '#server/platform/db/tx.ts'
import { assert } from '#server/platform/errors.ts'

/** Seats over the legs between two positions of the corridor. */
export type SeatSlice = {
  tripId: string
  fromSeq: number
  toSeq: number
  seats: number
  /** Of the trip as it was read; without it, whatever its moment and price are by now. */
  revision?: number
}

function assertSlice({ fromSeq, toSeq, seats }: SeatSlice): void {
  const whole = [fromSeq, toSeq, seats].every((value) => Number.isInteger(value))
  assert(whole && fromSeq >= 0 && fromSeq < toSeq && seats > 0, 'no slice of legs')
}

export async function insertSeats(
  tx: Tx,
  trip: { tripId: string; legs: number; seats: number },
): Promise<void> {
  await sql`
    insert into trip_seats (trip_id, seats_left, capacity)
    values (${trip.tripId}, array_fill(${trip.seats}::smallint, array[${trip.legs}::int]),
            ${trip.seats})`.execute(tx)
}

/**
 * Takes seats on every leg of the slice, or none. False when one leg has too few, sales are closed,
 * or the trip's moment or price is no longer the one that was read. The row stays locked until the
 * end of the transaction, so this comes last in it.
 */
export async function takeSeats(tx: Tx, slice: SeatSlice): Promise<boolean> {
  assertSlice(slice)
  // The slice counts from 1 and includes both ends; an index past the end would be an empty slice,
  // of which everything is true.
  const [first, last] = [slice.fromSeq + 1, slice.toSeq]
  const result = await sql`
    update trip_seats
    set seats_left[${first}::int:${last}::int] = (
      select array_agg(leg.free - ${slice.seats}::smallint order by leg.no)
      from unnest(seats_left[${first}::int:${last}::int]) with ordinality as leg (free, no))
    where trip_id = ${slice.tripId} and open
      and revision = coalesce(${slice.revision ?? null}::int, revision)
      and cardinality(seats_left) >= ${last}::int
      and ${slice.seats}::smallint <= all (seats_left[${first}::int:${last}::int])`.execute(tx)
  return result.numAffectedRows === 1n
}

/**
 * Whether the seats of the trip may be sold at the moment and price that were read, for seats that
 * are taken already. Until the end of the transaction nobody changes that, so this comes last too.
 */
export async function lockOpenSeats(
  tx: Tx,
  { tripId, revision }: { tripId: string; revision: number },
): Promise<boolean> {
  const { rows } = await sql`
    select trip_id from trip_seats
    where trip_id = ${tripId} and open and revision = ${revision}::int
    for no key update`.execute(tx)
  return rows.length === 1
}

/** Gives seats back to the legs they were taken from, open or not. */
export async function returnSeats(tx: Tx, slice: SeatSlice): Promise<void> {
  assertSlice(slice)
  const [first, last] = [slice.fromSeq + 1, slice.toSeq]
  const result = await sql`
    update trip_seats
    set seats_left[${first}::int:${last}::int] = (
      select array_agg(leg.free + ${slice.seats}::smallint order by leg.no)
      from unnest(seats_left[${first}::int:${last}::int]) with ordinality as leg (free, no))
    where trip_id = ${slice.tripId} and cardinality(seats_left) >= ${last}::int`.execute(tx)
  assert(result.numAffectedRows === 1n, 'seats returned to no trip')
}

/** Free seats per leg; empty when there is no such trip. */
export async function seatsLeft(reader: Reader, tripId: string): Promise<number[]> {
  return (await seatState(reader, tripId)).seatsLeft
}

/** Free seats per leg, and whether seats may still be taken. */
export async function seatState(
  reader: Reader,
  tripId: string,
): Promise<{ seatsLeft: number[]; open: boolean }> {
  const { rows } = await sql<{ seats_left: number[]; open: boolean }>`
    select seats_left, open from trip_seats where trip_id = ${tripId}`.execute(reader)
  const [row] = rows
  return { seatsLeft: row?.seats_left ?? [], open: row?.open ?? false }
}
