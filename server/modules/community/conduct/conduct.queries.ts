import { sql } from 'kysely'
import type { CaseOutcome, ReportSubject } from '#contract/conduct.ts'
import type { SanctionEvent } from '#server/modules/people/standing/index.ts'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import type { CasesPart } from '#server/platform/paging.ts'

export type NewCase = {
  id: string
  kind: 'report' | 'signal'
  /** Person whom the case is about. */
  userId: string
  reporterId: string | null
  subjectKind: ReportSubject['kind']
  subjectId: string
  reason: string
  statement: string | null
  facts: Record<string, string | number>
  cause: string | null
  createdAt: Date
}

export type Case = NewCase & {
  decidedAt: Date | null
  decidedBy: string | null
  outcome: CaseOutcome | null
  note: string | null
  sanctionId: string | null
  /** Hearing: time and text of the question, then text and time of the person's answer. */
  hearingAskedAt: Date | null
  hearingNote: string | null
  hearingText: string | null
  heardAt: Date | null
  /** Sanction event of the pause that this case led to. */
  pauseId: string | null
  /** First of the two signatures that an expulsion or a long suspension needs. */
  proposedBy: string | null
  proposedAt: Date | null
  proposalNote: string | null
  proposedOutcome: CaseOutcome | null
  proposedDays: number | null
  expulsionLapsed: boolean
}

/** Whether a proposed measure lapsed, so that the person stays paused without a decision. */
const expulsionLapsed = sql`coalesce(
  (select true from signature_lapses l where l.subject_id = conduct_cases.id limit 1), false)`

const columns = sql`
  id, kind, user_id as "userId", reporter_id as "reporterId", subject_kind as "subjectKind",
  subject_id as "subjectId", reason, statement, facts, cause, created_at as "createdAt",
  decided_at as "decidedAt", decided_by as "decidedBy", outcome, note,
  sanction_id as "sanctionId", hearing_asked_at as "hearingAskedAt",
  hearing_note as "hearingNote", hearing_text as "hearingText", heard_at as "heardAt",
  pause_id as "pauseId", proposed_by as "proposedBy", proposed_at as "proposedAt",
  proposal_note as "proposalNote",
  case when proposed_by is not null then coalesce(proposed_outcome, 'expulsion') end
    as "proposedOutcome", proposed_days as "proposedDays", ${expulsionLapsed} as "expulsionLapsed"`

/** Inserts a case; answers false for an open report of the same subject, or an equal signal. */
export function insertCase(tx: Tx, c: NewCase) {
  return run.changedOne(tx)`
    insert into conduct_cases (id, kind, user_id, reporter_id, subject_kind, subject_id, reason,
      statement, facts, cause, created_at)
    values (${c.id}, ${c.kind}, ${c.userId}, ${c.reporterId}, ${c.subjectKind}, ${c.subjectId},
      ${c.reason}, ${c.statement}, ${JSON.stringify(c.facts)}, ${c.cause}, ${c.createdAt})
    on conflict do nothing`
}

export function findOpenReport(
  db: Reader,
  { reporterId, subject }: { reporterId: string; subject: ReportSubject },
) {
  return run.row<{ id: string }>(db)`
    select id from conduct_cases
    where reporter_id = ${reporterId} and subject_kind = ${subject.kind}
      and subject_id = ${subject.id} and decided_at is null`
}

export function lockCase(tx: Tx, id: string) {
  return run.row<Case>(tx)`
    select ${columns} from conduct_cases where id = ${id} for no key update`
}

/** Finds the report behind a sanction, and its proposer if two people signed it. */
export function findCaseOfSanction(tx: Tx, sanctionId: string) {
  return run.row<ReportSubject & Pick<Case, 'proposedBy' | 'reporterId' | 'statement'>>(tx)`
    select subject_kind as kind, subject_id as id, proposed_by as "proposedBy",
      reporter_id as "reporterId", statement
    from conduct_cases
    where sanction_id = ${sanctionId}`
}

/**
 * Whether a decision that hid this rating of a person stands: its sanction was not undone by an
 * appeal.
 */
export function isHiddenByCase(tx: Tx, { ratingId, userId }: { ratingId: string; userId: string }) {
  return run.value<{ hidden: boolean }>(tx, false)`
    select exists (
      select from conduct_cases c
      where c.user_id = ${userId} and c.subject_kind = 'rating'
        and c.subject_id = ${ratingId} and c.outcome <> 'nothing'
        and not exists (select from sanction_appeals a
          where a.sanction_id = c.sanction_id and a.is_upheld)) as hidden`
}

/** Writes the decision about a case. The caller has locked the case. */
export async function closeCase(
  tx: Tx,
  d: Pick<Case, 'id' | 'sanctionId'> & {
    outcome: CaseOutcome
    note: string
    decidedBy: string
    now: Date
  },
) {
  await sql`
    update conduct_cases set outcome = ${d.outcome}, note = ${d.note}, decided_by = ${d.decidedBy},
      sanction_id = ${d.sanctionId}, decided_at = ${d.now}
    where id = ${d.id} and decided_at is null`.execute(tx)
}

/** An open case, for its place in the queue. */
export type WaitingCase = Pick<Case, 'id' | 'createdAt' | 'hearingAskedAt' | 'heardAt'> & {
  pausedAt: Date | null
  isLapsed: boolean
  /** Whether the viewer proposed its measure, which another person must sign. */
  isMine: boolean
}

export function listWaitingCases(db: Reader, viewerId: string) {
  return run.rows<WaitingCase>(db)`
    select c.id, c.created_at as "createdAt", c.hearing_asked_at as "hearingAskedAt",
      c.heard_at as "heardAt", e.at as "pausedAt",
      exists (select from signature_lapses l where l.subject_id = c.id) as "isLapsed",
      coalesce(c.proposed_by = ${viewerId}, false) as "isMine"
    from conduct_cases c left join sanction_events e on e.id = c.pause_id
    where c.decided_at is null`
}

/** Cases in the order of their ids. */
export function listCasesOf(db: Reader, ids: readonly string[]) {
  return run.rows<Case>(db)`
    select ${columns} from conduct_cases where id = any (${[...ids]}::uuid[])
    order by array_position(${[...ids]}::uuid[], id)`
}

export async function listDecidedCases(db: Reader, { limit, offset }: CasesPart) {
  const rows = await run.rows<Case>(db)`
    select ${columns} from conduct_cases where decided_at is not null
    order by decided_at desc, id limit ${limit} offset ${offset}`
  const total = await run.value<{ total: number }>(db, 0)`
    select count(*)::int as total from conduct_cases where decided_at is not null`
  return { found: rows, total }
}

/** Counts the reports about each person, and the reports that led to a measure. */
export function countReports(db: Reader, userIds: readonly string[]) {
  return run.by<{ userId: string; reported: number; upheld: number }>(db, 'userId')`
    select user_id as "userId", count(*)::int as reported,
      (count(*) filter (where outcome <> 'nothing'))::int as upheld
    from conduct_cases where user_id = any (${[...userIds]}::uuid[]) and kind = 'report'
    group by user_id`
}

export function listReportsOf(db: Reader, reporterId: string) {
  return run.rows<Case>(db)`
    select ${columns} from conduct_cases where reporter_id = ${reporterId}
    order by created_at desc, id limit 50`
}

export async function insertPhoto(
  tx: Tx,
  photo: { id: string; caseId: string; sealed: Buffer; now: Date },
) {
  await sql`
    insert into conduct_photos (id, case_id, sealed, created_at)
    values (${photo.id}, ${photo.caseId}, ${photo.sealed}, ${photo.now})`.execute(tx)
}

type PhotoRef = { id: string; caseId: string }

/** Lists the photos of several cases in the order of upload. */
export function listPhotosOf(db: Reader, caseIds: readonly string[]) {
  return run.rows<PhotoRef & { createdAt: Date }>(db)`
    select id, case_id as "caseId", created_at as "createdAt" from conduct_photos
    where case_id = any (${[...caseIds]}::uuid[]) order by id`
}

export function findPhoto(db: Reader, id: string) {
  return run.row<PhotoRef & { sealed: Buffer }>(db)`
    select id, case_id as "caseId", sealed from conduct_photos where id = ${id}`
}

/** Driver of a trip that was published; undefined: no such trip. */
export function findDriverOf(db: Reader, tripId: string) {
  return run.value<{ id: string }>(db)`
    select driver_id as id from trips where id = ${tripId} and status <> 'draft'`
}

/** Published trips of a driver that depart after `now` and before `until`, which can be null. */
export function listTripsToCancel(
  db: Reader,
  input: { driverId: string; now: Date; until: Date | null },
) {
  return run.values<{ id: string }>(db)`
    select id from trips
    where driver_id = ${input.driverId} and status = 'published' and departs_at > ${input.now}
      and (${input.until}::timestamptz is null or departs_at < ${input.until})
    order by id`
}

/** Bookings of a passenger whose pick-up is ahead and before `until`; null: without a limit. */
export function listBookingsToReturn(
  db: Reader,
  input: { passengerId: string; now: Date; until: Date | null },
) {
  return run.values<{ id: string }>(db)`
    select id from bookings
    where passenger_id = ${input.passengerId} and status in ('requested', 'confirmed')
      and picks_up_at > ${input.now}
      and (${input.until}::timestamptz is null or picks_up_at < ${input.until})
    order by id`
}

/** Lists inherited sanctions and pauses that their person was not told about. */
export function listUntoldInherited(reader: Reader, since: Date) {
  return run.rows<SanctionEvent>(reader)`
    select e.id, e.sanction_id as "sanctionId", e.user_id as "userId", e.kind, e.at,
      e.ends_at as "endsAt", e.reason, e.decided_by as "decidedBy", e.cause
    from sanction_events e
    where e.cause like 'account:%' and e.decided_by is null and e.kind <> 'lifted'
      and e.at > ${since} and not exists (
        select from notifications n
        where n.user_id = e.user_id and n.kind in ('sanctioned', 'hearing_asked')
          and n.cause = e.id::text)
    order by e.at, e.id
    limit 100`
}

/**
 * Finds the trip that each report is about: the reported one, that of the message or rating, or the
 * latest one on which both people travelled or were to travel. None for a signal of a rule.
 */
export function findCaseTrips(db: Reader, caseIds: readonly string[]) {
  return run.by<{ caseId: string; tripId: string; driverId: string }>(db, 'caseId')`
    select c.id as "caseId", t.id as "tripId", t.driver_id as "driverId"
    from conduct_cases c
    join trips t on t.id = case c.subject_kind
      when 'trip' then c.subject_id
      when 'message' then (
        select v.trip_id from conversation_messages m
        join conversations v on v.id = m.conversation_id where m.id = c.subject_id)
      when 'rating' then (
        select b.trip_id from ratings r
        join bookings b on b.id = r.booking_id where r.id = c.subject_id)
      else (
        select b.trip_id from bookings b
        where (b.passenger_id = c.reporter_id and b.driver_id = c.user_id)
          or (b.passenger_id = c.user_id and b.driver_id = c.reporter_id)
        order by b.picks_up_at desc limit 1)
      end
    where c.id = any (${[...caseIds]}::uuid[]) and c.reporter_id is not null`
}
