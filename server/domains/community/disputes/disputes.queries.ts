import { sql } from 'kysely'
import type { DisputeOutcome } from '#contract/disputes.ts'
import type { Reader, Tx } from '#server/platform/db/tx.ts'
import type { ClosingAsked, OpenRow } from '#server/platform/room-data.ts'

export type Dispute = {
  bookingId: string
  openedBy: string
  openedAt: Date
  statement: string
  proposedOutcome: DisputeOutcome | null
  proposedNote: string | null
  proposedBy: string | null
  outcome: DisputeOutcome | null
  note: string | null
  resolvedAt: Date | null
}

const columns = sql`
  booking_id as "bookingId", opened_by as "openedBy", opened_at as "openedAt", statement, outcome,
  proposed_outcome as "proposedOutcome", proposed_note as "proposedNote",
  proposed_by as "proposedBy", note, resolved_at as "resolvedAt"`

export async function insertDispute(
  tx: Tx,
  dispute: Pick<Dispute, 'bookingId' | 'openedBy' | 'openedAt' | 'statement'>,
): Promise<void> {
  const { bookingId, openedBy, openedAt, statement } = dispute
  await sql`
    insert into disputes (booking_id, opened_by, opened_at, statement)
    values (${bookingId}, ${openedBy}, ${openedAt}, ${statement})`.execute(tx)
}

export async function findDispute(db: Reader, bookingId: string): Promise<Dispute | undefined> {
  const { rows } = await sql<Dispute>`
    select ${columns} from disputes where booking_id = ${bookingId}`.execute(db)
  return rows[0]
}

type Decision = {
  bookingId: string
  outcome: DisputeOutcome
  note: string
  deciderId: string
  now: Date
}

/** Writes the decision of a dispute. The caller has locked the booking. */
export async function closeDispute(tx: Tx, decision: Decision): Promise<void> {
  await sql`
    update disputes set outcome = ${decision.outcome}, note = ${decision.note},
      resolved_by = ${decision.deciderId}, resolved_at = ${decision.now}
    where booking_id = ${decision.bookingId} and resolved_at is null`.execute(tx)
}

/** Writes or replaces a proposed decision. The caller has locked the booking. */
export async function proposeDecision(tx: Tx, decision: Decision): Promise<void> {
  await sql`
    update disputes set proposed_outcome = ${decision.outcome}, proposed_note = ${decision.note},
      proposed_by = ${decision.deciderId}, proposed_at = ${decision.now}
    where booking_id = ${decision.bookingId} and resolved_at is null`.execute(tx)
}

type Part = { status: 'open' | 'resolved'; limit: number; offset: number }

export async function listDisputes(
  db: Reader,
  { status, limit, offset }: Part,
): Promise<{ found: Dispute[]; total: number }> {
  const which = status === 'open' ? sql`resolved_at is null` : sql`resolved_at is not null`
  const order = status === 'open' ? sql`opened_at` : sql`resolved_at desc`
  const { rows } = await sql<Dispute>`
    select ${columns} from disputes where ${which}
    order by ${order}, booking_id limit ${limit} offset ${offset}`.execute(db)
  const count = await sql<{ total: number }>`
    select count(*) as total from disputes where ${which}`.execute(db)
  return { found: rows, total: count.rows[0]?.total ?? 0 }
}

/** Lists decisions that one person proposed and another one must confirm, the oldest first. */
export async function listProposedDecisions(reader: Reader) {
  type Proposed = {
    id: string
    detail: string
    reason: string | null
    pesos: number
    by: string
    at: Date
    about: string[]
  }
  const { rows } = await sql<Proposed>`
    select d.booking_id as id, statement as detail, d.proposed_note as reason,
      b.fare_pesos as pesos, d.proposed_by as by, d.proposed_at as at,
      array[b.passenger_id, b.driver_id] as about
    from disputes d join bookings b on b.id = d.booking_id
    where d.resolved_at is null and d.proposed_by is not null and d.proposed_at is not null
    order by d.proposed_at, d.booking_id limit 500`.execute(reader)
  return rows
}

/** Removes a proposed decision, unless it changed meanwhile; returns whether it was removed. */
export async function voidDecision(
  tx: Tx,
  { id, by }: { id: string; by: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update disputes set proposed_outcome = null, proposed_note = null, proposed_by = null,
      proposed_at = null
    where booking_id = ${id} and resolved_at is null and proposed_by = ${by}`.execute(tx)
  return numAffectedRows === 1n
}

/** Undecided disputes of a passenger or driver, by the id of their booking. */
export async function listDisputesBeforeClosing(reader: Reader, { userId }: ClosingAsked) {
  const { rows } = await sql<OpenRow>`
    select 'dispute' as kind, d.booking_id as id, d.opened_at as at
    from disputes d join bookings b on b.id = d.booking_id
    where d.outcome is null and ${userId} in (b.passenger_id, b.driver_id)
    order by at, d.booking_id limit 50`.execute(reader)
  return rows
}
