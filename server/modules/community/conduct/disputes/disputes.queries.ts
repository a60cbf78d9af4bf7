import { sql } from 'kysely'
import type { DisputeAnswer, DisputeOutcome } from '#contract/disputes.ts'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import type { CountQueue, QueueCount } from '#server/platform/deps.ts'
import type { ClosingAsked, OpenRow } from '#server/platform/module-data.ts'
import type { ViewedCases } from '#server/platform/paging.ts'
import type { Proposed } from '#server/platform/proposed.ts'

export type Dispute = {
  bookingId: string
  openedBy: string
  openedAt: Date
  statement: string
  /** When the driver was last asked for their version. */
  askedAt: Date
  /** Version of the driver. */
  answer: DisputeAnswer | null
  words: string | null
  answeredAt: Date | null
  /** What the passenger added to the statement, once. */
  addition: string | null
  addedAt: Date | null
  proposedOutcome: DisputeOutcome | null
  proposedNote: string | null
  proposedBy: string | null
  proposedAt: Date | null
  outcome: DisputeOutcome | null
  note: string | null
  resolvedAt: Date | null
  resolvedBy: string | null
}

const columns = sql`
  d.booking_id as "bookingId", opened_by as "openedBy", opened_at as "openedAt", statement, outcome,
  asked_at as "askedAt", v.answer, v.words, v.said_at as "answeredAt", a.words as addition,
  a.said_at as "addedAt",
  proposed_outcome as "proposedOutcome", proposed_note as "proposedNote",
  proposed_by as "proposedBy", proposed_at as "proposedAt", note, resolved_at as "resolvedAt",
  resolved_by as "resolvedBy"`

/** Disputes with the version of the driver and the addition of the passenger. */
const disputes = sql`
  disputes d
  left join dispute_words v on v.booking_id = d.booking_id and v.author_id <> d.opened_by
  left join dispute_words a on a.booking_id = d.booking_id and a.author_id = d.opened_by`

export async function insertDispute(
  tx: Tx,
  dispute: Pick<Dispute, 'bookingId' | 'openedBy' | 'openedAt' | 'statement'>,
): Promise<void> {
  const { bookingId, openedBy, openedAt, statement } = dispute
  await sql`
    insert into disputes (booking_id, opened_by, opened_at, statement, asked_at)
    values (${bookingId}, ${openedBy}, ${openedAt}, ${statement}, ${openedAt})`.execute(tx)
}

type Words = {
  bookingId: string
  authorId: string
  answer: DisputeAnswer | null
  words: string
  now: Date
}

/** Writes the words of a person about a dispute over earlier ones. The booking is locked. */
export async function writeWords(tx: Tx, said: Words) {
  await sql`
    insert into dispute_words (booking_id, author_id, answer, words, said_at)
    values (${said.bookingId}, ${said.authorId}, ${said.answer}, ${said.words}, ${said.now})
    on conflict (booking_id, author_id) do update
      set answer = excluded.answer, words = excluded.words, said_at = excluded.said_at`.execute(tx)
}

/** Asks the driver again. The caller has locked the booking. */
export async function askAgain(tx: Tx, bookingId: string, now: Date) {
  await sql`update disputes set asked_at = ${now} where booking_id = ${bookingId}`.execute(tx)
}

export function findDispute(db: Reader, bookingId: string) {
  return run.row<Dispute>(db)`
    select ${columns} from ${disputes} where d.booking_id = ${bookingId}`
}

type Decision = {
  bookingId: string
  outcome: DisputeOutcome
  note: string
  deciderId: string
  now: Date
}

/** Writes the decision of a dispute. The caller has locked the booking. */
export async function closeDispute(tx: Tx, decision: Decision) {
  await sql`
    update disputes set outcome = ${decision.outcome}, note = ${decision.note},
      resolved_by = ${decision.deciderId}, resolved_at = ${decision.now}
    where booking_id = ${decision.bookingId} and resolved_at is null`.execute(tx)
}

/** Writes or replaces a proposed decision. The caller has locked the booking. */
export async function proposeDecision(tx: Tx, decision: Decision) {
  await sql`
    update disputes set proposed_outcome = ${decision.outcome}, proposed_note = ${decision.note},
      proposed_by = ${decision.deciderId}, proposed_at = ${decision.now}
    where booking_id = ${decision.bookingId} and resolved_at is null`.execute(tx)
}

export async function listDisputes(db: Reader, part: ViewedCases) {
  const { status, limit, offset, viewer, only } = part
  const ofPart = status === 'open' ? sql`resolved_at is null` : sql`resolved_at is not null`
  const which = only ? sql`d.booking_id = ${only}` : ofPart
  const isMine = sql`coalesce(proposed_by = ${viewer.userId}, false)`
  const order = status === 'open' ? sql`${isMine}, opened_at` : sql`resolved_at desc`
  const rows = await run.rows<Dispute>(db)`
    select ${columns} from ${disputes} where ${which}
    order by ${order}, d.booking_id limit ${limit} offset ${offset}`
  const total = await run.value<{ total: number }>(db, 0)`
    select count(*) as total from disputes d where ${which}`
  return { found: rows, total }
}

type History = { userId: string; trips: number; disputes: number; absences: number }

/**
 * Counts, since an instant, what people did as passengers and drivers: journeys that took place,
 * disputes, and absences (of a passenger, or claimed by a driver).
 */
export function countHistory(
  db: Reader,
  { userIds, since }: { userIds: readonly string[]; since: Date },
) {
  return run.by<History>(db, 'userId')`
    select u.id as "userId", (count(b.id) filter (where b.status = 'completed'))::int as trips,
      count(d.booking_id)::int as disputes,
      (count(b.id) filter (where b.status = 'no_show'))::int as absences
    from unnest(${[...userIds]}::uuid[]) as u (id)
    left join lateral (
      select id, status from bookings where passenger_id = u.id and picks_up_at >= ${since}
      union all
      select id, status from bookings where driver_id = u.id and picks_up_at >= ${since}
    ) b on true
    left join disputes d on d.booking_id = b.id
    group by u.id`
}

/** Lists decisions that one person proposed and another one must confirm, the oldest first. */
export function listProposedDecisions(reader: Reader) {
  return run.rows<Proposed & { pesos: number }>(reader)`
    select d.booking_id as id, statement as detail, d.proposed_note as reason,
      b.fare_pesos as pesos, d.proposed_by as by, d.proposed_at as at,
      array[b.passenger_id, b.driver_id] as about
    from disputes d join bookings b on b.id = d.booking_id
    where d.resolved_at is null and d.proposed_by is not null and d.proposed_at is not null
    order by d.proposed_at, d.booking_id limit 500`
}

/** Removes a proposed decision, unless it changed meanwhile; returns whether it was removed. */
export function voidDecision(tx: Tx, { id, by }: { id: string; by: string }) {
  return run.changedOne(tx)`
    update disputes set proposed_outcome = null, proposed_note = null, proposed_by = null,
      proposed_at = null
    where booking_id = ${id} and resolved_at is null and proposed_by = ${by}`
}

/** Undecided disputes of a passenger or driver, by the id of their booking. */
export function listDisputesBeforeClosing(reader: Reader, { userId }: ClosingAsked) {
  return run.rows<OpenRow>(reader)`
    select 'dispute' as kind, d.booking_id as id, d.opened_at as at
    from disputes d join bookings b on b.id = d.booking_id
    where d.outcome is null and ${userId} in (b.passenger_id, b.driver_id)
    order by at, d.booking_id limit 50`
}

export const countDisputes: CountQueue = ({ db }) =>
  sql<QueueCount>`
    select count(*)::int as count, min(opened_at) as "oldestAt"
    from disputes where resolved_at is null`.execute(db)
