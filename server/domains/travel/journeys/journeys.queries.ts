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
export async function insertJourney(tx: Tx, journey: { tripId: string; now: Date }) {
  const result = await sql`
    insert into journeys (trip_id, started_at) values (${journey.tripId}, ${journey.now})
    on conflict (trip_id) do nothing`.execute(tx)
  return result.numAffectedRows === 1n
}

export async function insertArrival(tx: Tx, { tripId, seq, at }: Arrival & { tripId: string }) {
  await sql`
    insert into journey_arrivals (trip_id, seq, at) values (${tripId}, ${seq}, ${at})`.execute(tx)
}

export async function deleteArrival(tx: Tx, { tripId, seq }: { tripId: string; seq: number }) {
  await sql`
    delete from journey_arrivals where trip_id = ${tripId} and seq = ${seq}`.execute(tx)
}

export async function finishJourneyRow(tx: Tx, { tripId, now }: { tripId: string; now: Date }) {
  await sql`
    update journeys set finished_at = ${now}
    where trip_id = ${tripId} and finished_at is null`.execute(tx)
}
