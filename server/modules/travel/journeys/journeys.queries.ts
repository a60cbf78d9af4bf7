import { sql } from 'kysely'
import { FINISH_UNDO_MINUTES } from '#contract/press-rules.ts'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import { assert } from '#server/platform/errors.ts'
import { type Arrival, type Journey, NOT_STARTED } from './journey.ts'

/** Reads the journey of a trip; without a row it has not started. */
export async function findJourney(reader: Reader, tripId: string): Promise<Journey> {
  const rows = await run.rows<Omit<Journey, 'arrivals'> & { startedAt: Date }>(reader)`
    select started_at as "startedAt", finished_at as "finishedAt",
      coalesce(finish_counts_at, finished_at) as "finishCountsAt"
    from journeys where trip_id = ${tripId}`
  const [row] = rows
  if (!row) return NOT_STARTED
  const arrivals = await sql<Arrival>`
    select seq, at, counts_at as "countsAt" from journey_arrivals
    where trip_id = ${tripId} order by seq`.execute(reader)
  return { ...row, arrivals: arrivals.rows }
}

/** Reads the journey and locks its row until the transaction ends. */
export async function lockJourney(tx: Tx, tripId: string): Promise<Journey> {
  await sql`select from journeys where trip_id = ${tripId} for update`.execute(tx)
  return findJourney(tx, tripId)
}

/** Adds the journey of a trip; returns false when it was started before. */
export function insertJourney(tx: Tx, journey: { tripId: string; at: Date }) {
  return run.changedOne(tx)`
    insert into journeys (trip_id, started_at) values (${journey.tripId}, ${journey.at})
    on conflict (trip_id) do nothing`
}

/** Adds an arrival. `receivedAt`: when the server learned of it; null when that is `at`. */
export async function insertArrival(
  tx: Tx,
  { tripId, seq, at, receivedAt, countsAt }: Arrival & { tripId: string; receivedAt: Date | null },
) {
  await sql`
    insert into journey_arrivals (trip_id, seq, at, received_at, counts_at)
    values (${tripId}, ${seq}, ${at}, ${receivedAt}, ${countsAt})`.execute(tx)
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
export function insertPress(tx: Tx, press: PressRow) {
  const { id, tripId, kind, seq, claimedAt, at, receivedAt } = press
  return run.changedOne(tx)`
    insert into journey_presses (id, trip_id, kind, seq, claimed_at, at, received_at)
    values (${id}, ${tripId}, ${kind}, ${seq}, ${claimedAt}, ${at}, ${receivedAt})
    on conflict (id) do nothing`
}

export function findPress(reader: Reader, id: string) {
  return run.row<PressRow>(reader)`
    select id, trip_id as "tripId", kind, seq, claimed_at as "claimedAt", at,
      received_at as "receivedAt"
    from journey_presses where id = ${id}`
}

export async function deleteArrival(tx: Tx, { tripId, seq }: { tripId: string; seq: number }) {
  await sql`
    delete from journey_arrivals where trip_id = ${tripId} and seq = ${seq}`.execute(tx)
}

/** What a person aboard said about their arrival; null: asked, and not answered. */
export type ArrivalWord = {
  userId: string
  askedAt: Date | null
  arrived: boolean | null
  answeredAt: Date | null
}

export function listWords(reader: Reader, tripId: string) {
  return run.rows<ArrivalWord>(reader)`
    select user_id as "userId", asked_at as "askedAt", arrived, answered_at as "answeredAt"
    from arrival_words where trip_id = ${tripId}`
}

type Word = { tripId: string; userId: string; arrived: boolean; at: Date }

/** Stores the last word of a person about their arrival. */
export async function writeWord(tx: Tx, { tripId, userId, arrived, at }: Word) {
  await sql`
    insert into arrival_words (trip_id, user_id, arrived, answered_at)
    values (${tripId}, ${userId}, ${arrived}, ${at})
    on conflict (trip_id, user_id) do update
    set arrived = excluded.arrived, answered_at = excluded.answered_at`.execute(tx)
}

/** Stores that a person is asked; false if asked before, or if they said that they arrived. */
export function askWord(tx: Tx, asked: { tripId: string; userId: string; at: Date }) {
  return run.changedOne(tx)`
    insert into arrival_words (trip_id, user_id, asked_at)
    values (${asked.tripId}, ${asked.userId}, ${asked.at})
    on conflict (trip_id, user_id) do update
    set asked_at = excluded.asked_at, arrived = null, answered_at = null
    where arrival_words.asked_at is null and not arrival_words.arrived`
}

/** Ends the doubt about arrivals up to a stop, and with the last stop about the end. */
export async function confirmPresses(
  tx: Tx,
  { tripId, seq, isLast, at }: { tripId: string; seq: number; isLast: boolean; at: Date },
): Promise<void> {
  await sql`
    update journey_arrivals set counts_at = null, at = greatest(at, ${at}),
      received_at = greatest(at, ${at})
    where trip_id = ${tripId} and seq <= ${seq} and counts_at is not null`.execute(tx)
  if (!isLast) return
  await sql`
    update journeys set finish_counts_at = least(finish_counts_at,
      finished_at + ${FINISH_UNDO_MINUTES}::int * interval '1 minute')
    where trip_id = ${tripId}`.execute(tx)
}

/** Stores how late the car was at the last press, in ms. */
export async function setDelay(tx: Tx, { tripId, delayMs }: { tripId: string; delayMs: number }) {
  await sql`
    update journeys set delay_ms = ${delayMs}::bigint where trip_id = ${tripId}`.execute(tx)
}

type Finish = { tripId: string; at: Date | null; countsAt: Date | null }

/** Stores or takes back the end of a journey, whose row the caller has locked. */
export async function setFinish(tx: Tx, { tripId, at, countsAt }: Finish) {
  await sql`
    update journeys set finished_at = ${at}, finish_counts_at = ${countsAt}
    where trip_id = ${tripId}`.execute(tx)
}

/** Finds the car of a trip, as people look for it at the stop. */
export async function findCar(tx: Tx, tripId: string): Promise<{ car: string; plate: string }> {
  const car = await run.row<{ car: string; plate: string }>(tx)`
    select concat_ws(' ', v.brand, v.model, lower(v.color)) as car, v.plate
    from trips t join vehicles v on v.id = t.vehicle_id where t.id = ${tripId}`
  assert(car, `no trip ${tripId}`)
  return car
}
