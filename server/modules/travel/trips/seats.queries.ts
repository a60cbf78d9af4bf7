// The counter row of a trip holds the free seats per leg of its corridor.
import { sql } from 'kysely'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import { assert } from '#server/platform/errors.ts'

/** A number of seats on the legs between two positions of the corridor. */
export type SeatSlice = {
  tripId: string
  fromSeq: number
  toSeq: number
  seats: number
  /** Revision of the trip when it was read; without it any revision is accepted. */
  revision?: number
}

function assertSlice({ fromSeq, toSeq, seats }: SeatSlice): void {
  const whole = [fromSeq, toSeq, seats].every((value) => Number.isInteger(value))
  assert(whole && fromSeq >= 0 && fromSeq < toSeq && seats > 0, 'no slice of legs')
}

export async function insertSeats(tx: Tx, trip: { tripId: string; legs: number; seats: number }) {
  await sql`
    insert into trip_seats (trip_id, seats_left, capacity)
    values (${trip.tripId}, array_fill(${trip.seats}::smallint, array[${trip.legs}::int]),
            ${trip.seats})`.execute(tx)
}

/**
 * Takes seats on every leg of the slice, or none. Returns false when one leg has too few, sales are
 * closed or the revision is stale. Locks the row until the transaction ends, so call it last.
 */
export function takeSeats(tx: Tx, slice: SeatSlice): Promise<boolean> {
  assertSlice(slice)
  const { tripId, fromSeq, toSeq, seats, revision = null } = slice
  return run.value<{ taken: boolean }>(tx, false)`
    select take_seats(${tripId}, ${fromSeq}, ${toSeq}, ${seats}, ${revision}) as taken`
}

/** Returns seats to their legs, also when sales are closed. */
export async function returnSeats(tx: Tx, slice: SeatSlice): Promise<void> {
  assertSlice(slice)
  const { tripId, fromSeq, toSeq, seats } = slice
  const isReturned = await run.value<{ returned: boolean }>(tx, false)`
    select return_seats(${tripId}, ${fromSeq}, ${toSeq}, ${seats}) as returned`
  assert(isReturned, 'seats returned to no trip')
}

/**
 * Opens or closes the sales of a published trip. The caller has locked the trip. A closed trip is
 * not found by searches and takes no bookings; its existing bookings stay. A trip that is
 * paused or that its driver finished does not open.
 */
export async function setSales(tx: Tx, input: { tripId: string; open: boolean }) {
  await sql`
    update trip_seats set open = ${input.open}
    where trip_id = ${input.tripId} and open <> ${input.open} and not (${input.open} and exists (
      select from journeys j where j.trip_id = ${input.tripId} and j.finished_at is not null
      union all
      select from trip_pauses p where p.trip_id = ${input.tripId} and p.ended_at is null)
    )`.execute(tx)
}

/** Returns the free seats per leg; empty when there is no such trip. */
export async function listSeatsLeft(reader: Reader, tripId: string): Promise<number[]> {
  return (await findSeatState(reader, tripId)).seatsLeft
}

/** Returns the free seats per leg, whether sales are open, and the extra stops in use. */
export async function findSeatState(reader: Reader, tripId: string) {
  const row = await run.row<{ seats_left: number[]; open: boolean; extra_stops: number[] }>(reader)`
    select seats_left, open, extra_stops from trip_seats where trip_id = ${tripId}`
  const { seats_left: seatsLeft = [], open = false, extra_stops: extraStops = [] } = row ?? {}
  return { seatsLeft, open, extraStops }
}
