// Queries of hearings, of pauses and of the two signatures of an expulsion or a long suspension.
import { sql } from 'kysely'
import type { CaseOutcome } from '#contract/conduct.ts'
import { HEARING_HOURS, PAUSE_DECIDED_HOURS } from '#contract/conduct-limits.ts'
import type { PaymentMode } from '#contract/trips.ts'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import type { CountQueue, QueueCount } from '#server/platform/deps.ts'
import type { Proposed } from '#server/platform/proposed.ts'

/** Records that the person of a case was asked for their version. The case is locked. */
export async function askHearing(tx: Tx, asked: { id: string; note: string; now: Date }) {
  await sql`
    update conduct_cases set hearing_asked_at = ${asked.now}, hearing_note = ${asked.note}
    where id = ${asked.id} and decided_at is null`.execute(tx)
}

/** Writes the version of the person over an earlier version. The caller has locked the case. */
export async function writeHearing(tx: Tx, heard: { id: string; text: string; now: Date }) {
  await sql`
    update conduct_cases set heard_at = ${heard.now}, hearing_text = ${heard.text}
    where id = ${heard.id} and decided_at is null`.execute(tx)
}

/** Links the case to the pause that it led to. The caller has locked the case. */
export async function writePause(tx: Tx, { id, pauseId }: { id: string; pauseId: string }) {
  await sql`update conduct_cases set pause_id = ${pauseId} where id = ${id}`.execute(tx)
}

type Proposing = { id: string; by: string; note: string; now: Date }
type Measure = { outcome: CaseOutcome; days: number | null }

/** Writes the first of the two signatures of a measure. The caller has locked the case. */
export async function writeProposal(
  tx: Tx,
  { id, by, note, now, outcome, days }: Proposing & Measure,
) {
  await sql`
    update conduct_cases
    set proposed_by = ${by}, proposed_at = ${now}, proposal_note = ${note},
      proposed_outcome = ${outcome}, proposed_days = ${days}::int
    where id = ${id} and decided_at is null`.execute(tx)
}

export type Hearing = {
  caseId: string
  reason: string
  note: string
  askedAt: Date
  isPaused: boolean
  text: string | null
  heardAt: Date | null
}

/** Lists the hearings of a person in cases without a decision. */
export function listOpenHearings(db: Reader, userId: string) {
  return run.rows<Hearing>(db)`
    select id as "caseId", reason, coalesce(hearing_note, '') as note, heard_at as "heardAt",
      hearing_asked_at as "askedAt", pause_id is not null as "isPaused", hearing_text as text
    from conduct_cases
    where user_id = ${userId} and hearing_asked_at is not null and decided_at is null
    order by hearing_asked_at desc, id`
}

/** Lists measures that one person proposed and another one must confirm, the oldest first. */
export function listProposedMeasures(reader: Reader) {
  type Measure = Proposed & { kind: 'suspension' | 'expulsion'; pesos: null }
  return run.rows<Measure>(reader)`
    select id, coalesce(proposed_outcome, 'expulsion') as kind, reason as detail,
      proposal_note as reason, null as pesos, proposed_by as by, proposed_at as at,
      array_remove(array[user_id, reporter_id], null) as about
    from conduct_cases
    where decided_at is null and proposed_by is not null and proposed_at is not null
    order by proposed_at, id limit 500`
}

/**
 * Removes a proposed measure, unless it changed meanwhile. The pause stays, and the alarm about a
 * pause without a decision rings again. Returns whether it was removed.
 */
export function voidMeasure(tx: Tx, { id, by }: { id: string; by: string }) {
  return run.changedOne(tx)`
    update conduct_cases set proposed_by = null, proposed_at = null, proposal_note = null,
      proposed_outcome = null, proposed_days = null, alarmed_at = null
    where id = ${id} and decided_at is null and proposed_by = ${by}`
}

/** SQL: when a case `c` with the pause `e` must be decided. */
const pauseDueAt = sql`(greatest(e.at, least(c.heard_at,
  c.hearing_asked_at + make_interval(hours => ${HEARING_HOURS})))
  + make_interval(hours => ${PAUSE_DECIDED_HOURS}))`

/** Marks, once, cases that are undecided when `pauseDueAt` has passed; answers their ids. */
export function markUndecided(tx: Tx, now: Date) {
  return run.values<{ id: string }>(tx)`
    update conduct_cases c set alarmed_at = ${now}
    from sanction_events e
    where e.id = c.pause_id and ${pauseDueAt} <= ${now}
      and c.decided_at is null and c.alarmed_at is null
    returning c.id`
}

/** Bookings of people who are paused now, with a pick-up after `now` and not after `until`. */
export function listSeatsOfPaused(db: Reader, { now, until }: { now: Date; until: Date }) {
  return run.values<{ id: string }>(db)`
    select b.id from user_standing u join bookings b on b.passenger_id = u.user_id
    where u.suspended_until = 'infinity' and b.status in ('requested', 'confirmed')
      and b.picks_up_at > ${now} and b.picks_up_at <= ${until}
    order by b.id`
}

type PlannedRow = {
  userId: string
  trips: number
  passengers: number
  refundPesos: number
  seats: number
  seatPesos: number
}

/** Counts, per person, future trips as driver, the fares held for them, and own bookings. */
export function findPlannedOf(
  db: Reader,
  { userIds, now }: { userIds: readonly string[]; now: Date },
) {
  return run.by<PlannedRow>(db, 'userId')`
    select u.id as "userId", driven.trips, sold.passengers, sold.pesos as "refundPesos",
      own.seats, own.pesos as "seatPesos"
    from unnest(${[...userIds]}::uuid[]) as u (id)
    cross join lateral (
      select count(*)::int as trips from trips t
      where t.driver_id = u.id and t.status = 'published' and t.departs_at > ${now}) as driven
    cross join lateral (
      select count(*)::int as passengers,
        coalesce(sum(b.fare_pesos) filter (where b.payment_mode = 'billetera'), 0)::int as pesos
      from trips t join bookings b on b.trip_id = t.id
      where t.driver_id = u.id and t.status = 'published' and t.departs_at > ${now}
        and b.status in ('requested', 'confirmed')) as sold
    cross join lateral (
      select count(*)::int as seats,
        coalesce(sum(b.fare_pesos) filter (where b.payment_mode = 'billetera'), 0)::int as pesos
      from bookings b
      where b.passenger_id = u.id and b.status in ('requested', 'confirmed')
        and b.picks_up_at > ${now}) as own`
}

/** Counts the trips that resumed and the future bookings that a sanction returned since then. */
export function countUndoneSince(
  db: Reader,
  { userId, since, now }: { userId: string; since: Date; now: Date },
) {
  return run.row<{ resumed: number; seats: number }>(db, { resumed: 0, seats: 0 })`
    select (
      select count(distinct t.id)::int from trips t join trip_pauses p on p.trip_id = t.id
      where t.driver_id = ${userId} and p.cause = 'conduct' and p.outcome = 'resumed'
        and p.ended_at >= ${since}) as resumed, (
      select count(distinct b.id)::int from bookings b join booking_events e on e.booking_id = b.id
      where b.passenger_id = ${userId} and b.picks_up_at > ${now}
        and e.details ->> 'rule' = 'sanction' and e.at >= ${since}) as seats`
}

type LostSeat = { id: string; passengerId: string; tripId: string; paymentMode: PaymentMode }

/** Lists the bookings that were cancelled with these trips, and their passengers. */
export function listSeatsLostWith(db: Reader, tripIds: readonly string[]) {
  return run.rows<LostSeat>(db)`
    select id, passenger_id as "passengerId", trip_id as "tripId",
      payment_mode as "paymentMode" from bookings
    where trip_id = any (${[...tripIds]}::uuid[]) and status = 'trip_cancelled'
    order by id`
}

/** Cases without a decision; a pause must be decided soon after the person was heard. */
export const countCases: CountQueue = ({ db }) =>
  sql<QueueCount & { dueAt: Date | null }>`
    select count(*)::int as count, min(c.created_at) as "oldestAt",
      min(${pauseDueAt}) filter (where e.id is not null) as "dueAt"
    from conduct_cases c left join sanction_events e on e.id = c.pause_id
    where c.decided_at is null`.execute(db)

type PhotoRef = { id: string; subjectId: string; authorId: string }
type Sealed = { id: string; sealed: Buffer }

export async function insertHearingPhoto(tx: Tx, photo: PhotoRef & { sealed: Buffer; now: Date }) {
  await sql`
    insert into hearing_photos (id, subject_id, author_id, sealed, created_at)
    values (${photo.id}, ${photo.subjectId}, ${photo.authorId}, ${photo.sealed}, ${photo.now})
    `.execute(tx)
}

/** Lists the photos of several cases or disputes in the order of upload. */
export function listHearingPhotos(db: Reader, subjectIds: readonly string[]) {
  return run.rows<PhotoRef & { createdAt: Date }>(db)`
    select id, subject_id as "subjectId", author_id as "authorId", created_at as "createdAt"
    from hearing_photos
    where subject_id = any (${[...subjectIds]}::uuid[]) order by id`
}

export function findHearingPhoto(
  db: Reader,
  { id, subjectId }: Pick<PhotoRef, 'id' | 'subjectId'>,
) {
  return run.row<Sealed>(db)`
    select id, sealed from hearing_photos
    where id = ${id} and subject_id = ${subjectId}`
}
