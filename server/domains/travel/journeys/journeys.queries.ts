import { sql } from 'kysely'
import type { Reader, Tx } from '#server/platform/db/tx.ts'
import { type Arrival, type Journey, NOT_STARTED } from './journey.ts'

/** Reads the journey of a trip; without a row it has not started. */
export async function findJourney(reader: Reader, tripId: string): Promise<Journey> {
  const { rows } = await sql<{ startedAt: Date; finishedAt: Date | null }>`
    select started_at as "startedAt", finished_at as "finishedAt"
    from journeys where trip_id = ${tripId}`.execute(reader)
  const [row] = rows
  if (!row) return NOT_STARTED
  const arrivals = await sql<Arrival>`
    select seq, at from journey_arrivals where trip_id = ${tripId} order by seq`.execute(reader)
  return { ...row, arrivals: arrivals.rows }
}

/** Reads the journey and locks its row until the transaction ends. */
export async function lockJourney(tx: Tx, tripId: string): Promise<Journey> {
  await sql`select from journeys where trip_id = ${tripId} for update`.execute(tx)
  return findJourney(tx, tripId)
}

/** Adds the journey of a trip; returns false when it was started before. */
export async function insertJourney(tx: Tx, journey: { tripId: string; at: Date }) {
  const result = await sql`
    insert into journeys (trip_id, started_at) values (${journey.tripId}, ${journey.at})
    on conflict (trip_id) do nothing`.execute(tx)
  return result.numAffectedRows === 1n
}

/** Adds an arrival. `receivedAt`: when the server learned of it; null when that is `at`. */
export async function insertArrival(
  tx: Tx,
  { tripId, seq, at, receivedAt }: Arrival & { tripId: string; receivedAt: Date | null },
) {
  await sql`
    insert into journey_arrivals (trip_id, seq, at, received_at)
    values (${tripId}, ${seq}, ${at}, ${receivedAt})`.execute(tx)
}

/** A press of the driver, as recorded. */
export type PressRow = {
  id: string
  tripId: string
  kind: 'start' | 'arrive' | 'finish'
  /** Position of the stop; null for start and finish. */
  seq: number | null
  claimedAt: Date
  at: Date
  receivedAt: Date
}

/** Adds a press; returns false when its id is known. */
export async function insertPress(tx: Tx, press: PressRow): Promise<boolean> {
  const { id, tripId, kind, seq, claimedAt, at, receivedAt } = press
  const result = await sql`
    insert into journey_presses (id, trip_id, kind, seq, claimed_at, at, received_at)
    values (${id}, ${tripId}, ${kind}, ${seq}, ${claimedAt}, ${at}, ${receivedAt})
    on conflict (id) do nothing`.execute(tx)
  return result.numAffectedRows === 1n
}

export async function findPress(reader: Reader, id: string): Promise<PressRow | undefined> {
  const { rows } = await sql<PressRow>`
    select id, trip_id as "tripId", kind, seq, claimed_at as "claimedAt", at,
      received_at as "receivedAt"
    from journey_presses where id = ${id}`.execute(reader)
  return rows[0]
}

export async function deleteArrival(tx: Tx, { tripId, seq }: { tripId: string; seq: number }) {
  await sql`
    delete from journey_arrivals where trip_id = ${tripId} and seq = ${seq}`.execute(tx)
}

export async function finishJourneyRow(tx: Tx, { tripId, at }: { tripId: string; at: Date }) {
  await sql`
    update journeys set finished_at = ${at}
    where trip_id = ${tripId} and finished_at is null`.execute(tx)
}
