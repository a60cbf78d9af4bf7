import { sql } from 'kysely'
import { isApplicable } from '#contract/finance.ts'
import { type Db, type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import type { CountQueue, QueueCount } from '#server/platform/deps.ts'
import { newId } from '#server/platform/ids.ts'
import type { ClosingAsked, OpenRow } from '#server/platform/module-data.ts'
import type { ViewedCases } from '#server/platform/paging.ts'
import type { Proposed } from '#server/platform/proposed.ts'

export type CaseKind =
  | 'double_charge'
  | 'reversal_uncovered'
  | 'approved_after_refusal'
  | 'event_failed'
  | 'integrity_mismatch'
  | 'integrity_unchecked'
  | 'payout_unknown'
  | 'payout_mismatch'
  | 'payout_changed'
  | 'fare_uncovered'
  | 'shared_fare'
  | 'payout_unanswered'
  | 'clearing_residue'
  | 'payouts_residue'
  | `reconcile_${string}`
  | `mismatch_${string}`

/**
 * Opens a case for a person, if kind and transaction have none. With `again`, a difference that
 * still exists opens a new one, unless two people accepted it. Returns whether a case was opened.
 */
export function openCase(
  tx: Tx,
  found: {
    kind: CaseKind
    reference: string | null
    transactionId: string
    details: Record<string, unknown>
    now: Date
  },
  { again = false } = {},
) {
  return run.changedOne(tx)`
    insert into payment_cases (id, kind, reference, transaction_id, details, opened_at)
    select ${newId()}, ${found.kind}, ${found.reference}, ${found.transactionId},
      ${JSON.stringify(found.details)}::jsonb, ${found.now}
    where not exists (
      select from payment_cases c
      where c.kind = ${found.kind} and c.transaction_id = ${found.transactionId}
        and (not ${again} or c.closed_at is null
          or c.confirmed_by is not null and not ${isApplicable(found.kind)}))
    on conflict (kind, transaction_id) where closed_at is null do nothing`
}

/** Closes a case that nobody must decide any more, such as a second charge that was returned. */
export async function closeCase(
  tx: Tx,
  input: { kind: CaseKind; transactionId: string; now: Date },
) {
  await sql`
    update payment_cases set closed_at = ${input.now}
    where kind = ${input.kind} and transaction_id = ${input.transactionId} and closed_at is null
    `.execute(tx)
}

const EXPLAINED =
  'La comparación siguiente ya no encontró esta diferencia: los dos lados coinciden.'

/**
 * Closes the open differences of these subjects (transactions, lines of a statement, withdrawals)
 * that a comparison no longer finds, with a note. A confirmed case is left to who confirms it.
 */
export async function closeExplained(
  tx: Tx,
  input: {
    subjects: readonly string[]
    differing: readonly { kind: CaseKind; transactionId: string }[]
    now: Date
  },
) {
  await sql`
    update payment_cases c set closed_at = ${input.now}, note = ${EXPLAINED}
    where c.closed_at is null and c.confirmed_by is null and starts_with(c.kind, 'reconcile_')
      and c.transaction_id = any(${[...input.subjects]}::text[])
      and not exists (
        select from unnest(${input.differing.map(({ kind }) => kind)}::text[],
          ${input.differing.map(({ transactionId }) => transactionId)}::text[])
          as d (kind, transaction_id)
        where d.kind = c.kind and d.transaction_id = c.transaction_id)`.execute(tx)
}

const EMPTIED = 'La cuenta de paso ya no tiene dinero de hace más de un día.'

/** Closes the open cases of money that stayed in a clearing account, with a note. */
export async function closeResidue(
  tx: Tx,
  input: { kind: 'clearing_residue' | 'payouts_residue'; now: Date },
) {
  await sql`
    update payment_cases set closed_at = ${input.now}, note = ${EMPTIED}
    where kind = ${input.kind} and closed_at is null`.execute(tx)
}

const RETURNED = 'Dos personas anotaron que el banco devolvió este retiro: está en la billetera.'

/** Closes the open cases about a paid withdrawal that came back, once its money is returned. */
export async function closeReturned(tx: Tx, input: { reference: string; now: Date }) {
  await sql`
    update payment_cases set closed_at = ${input.now}, note = ${RETURNED}
    where reference = ${input.reference} and closed_at is null
      and kind in ('payout_changed', 'reconcile_payout_returned')`.execute(tx)
}

/** Closes the cases of a transaction that matched no payment, once it matches or is void. */
export async function closeMismatches(tx: Tx, input: { transactionId: string; now: Date }) {
  await sql`
    update payment_cases set closed_at = ${input.now}
    where transaction_id = ${input.transactionId} and kind like 'mismatch%' and closed_at is null
    `.execute(tx)
}

export type CaseRow = {
  id: string
  kind: string
  reference: string | null
  transaction_id: string | null
  details: Record<string, unknown>
  opened_at: Date
  closed_at: Date | null
  resolved_by: string | null
  note: string | null
  /** Person who proposed a decision, until another person confirms it. */
  proposed_by: string | null
  proposed_at: Date | null
  proposal_note: string | null
  confirmed_by: string | null
  /** Owner of the payment or withdrawal with the reference, else the person in the details. */
  user_id: string | null
  amount_pesos: number | null
}

/**
 * Whether all of a paid withdrawal came back: two people record that in its queue, which closes the
 * case. A part of it, such as a fee that the bank gave back, leaves the withdrawal paid.
 */
export const isWholeReturn = ({ kind, details, amount_pesos: pesos }: CaseRow) =>
  kind === 'reconcile_payout_returned' && details.amountInCents === (pesos ?? 0) * 100

const columns = sql`c.id, c.kind, c.reference, c.transaction_id, c.details, c.opened_at,
  c.closed_at, c.resolved_by, c.note, c.proposed_by, c.proposed_at, c.proposal_note,
  c.confirmed_by,
  coalesce(p.user_id, w.user_id, (c.details->>'userId')::uuid) as user_id,
  coalesce(p.amount_pesos, w.amount_pesos) as amount_pesos`

/** A reference belongs to a top-up, a withdrawal, or neither; then `details` may name a person. */
const owners = sql`left join payments p on p.reference = c.reference
  left join withdrawals w on w.reference = c.reference`

const isLapsed = sql`coalesce(
  (select true from signature_lapses l where l.subject_id = c.id limit 1), false)`

/** A page of the open cases, oldest first, or of the closed ones, newest first. */
export async function listCaseRows(db: Db, part: ViewedCases) {
  const open = part.status === 'open'
  const ofPart = open ? sql`c.closed_at is null` : sql`c.closed_at is not null`
  const which = part.only ? sql`c.id = ${part.only}` : ofPart
  // What a signature lapsed on is first in line.
  const isMine = sql`coalesce(c.proposed_by = ${part.viewer.userId}, false)`
  const order = open
    ? sql`${isLapsed} desc, ${isMine}, c.opened_at, c.id`
    : sql`c.closed_at desc, c.id`
  const rows = await run.rows<CaseRow>(db)`
    select ${columns} from payment_cases c ${owners}
    where ${which} order by ${order} limit ${part.limit} offset ${part.offset}`
  const total = await run.value<{ total: number }>(db, 0)`
    select count(*) as total from payment_cases c where ${which}`
  return { found: rows, total }
}

export function lockCase(tx: Tx, id: string) {
  return run.row<CaseRow>(tx)`
    select ${columns} from payment_cases c ${owners}
    where c.id = ${id} for no key update of c`
}

/** Stores the proposal of one person; nulls remove a refused proposal. */
export async function setProposal(
  tx: Tx,
  input: { id: string; by: string | null; note: string | null; at: Date | null },
) {
  await sql`
    update payment_cases set proposed_by = ${input.by}, proposed_at = ${input.at},
      proposal_note = ${input.note}
    where id = ${input.id}`.execute(tx)
}

/** People who gain or lose by a case: the owner of the money, and both sides of its booking. */
const people = sql`array_remove(array[
  coalesce(p.user_id, w.user_id, (c.details->>'userId')::uuid), b.passenger_id, b.driver_id],
  null)`
const bookings = sql`left join bookings b on b.id = case
  when c.kind in ('shared_fare', 'fare_uncovered') and c.transaction_id ~ '^[0-9a-f-]{36}$'
  then c.transaction_id::uuid end`

export async function listCasePeople(reader: Reader, id: string): Promise<string[]> {
  return run.value<{ about: string[] }>(reader, [])`
    select ${people} as about from payment_cases c ${owners} ${bookings}
    where c.id = ${id}`
}

/** Lists cases with a proposal that nobody has confirmed, the oldest first. */
export function listProposedCases(reader: Reader) {
  return run.rows<Proposed>(reader)`
    select c.id, coalesce(c.reference, '') as detail, c.proposal_note as reason,
      coalesce(p.amount_pesos, w.amount_pesos) as pesos, c.proposed_by as by,
      c.proposed_at as at, ${people} as about
    from payment_cases c ${owners} ${bookings}
    where c.closed_at is null and c.proposed_by is not null and c.proposed_at is not null
      and c.confirmed_by is null
    order by c.proposed_at, c.id limit 500`
}

/** Removes a proposal that nobody confirmed; returns whether it was removed. */
export function voidProposal(tx: Tx, { id, by }: { id: string; by: string }) {
  return run.changedOne(tx)`
    update payment_cases set proposed_by = null, proposed_at = null, proposal_note = null
    where id = ${id} and closed_at is null and proposed_by = ${by} and confirmed_by is null
    `
}

/** Records the confirmation by another person, before any money moves. */
export async function markConfirmed(tx: Tx, input: { id: string; confirmedBy: string }) {
  await sql`
    update payment_cases set confirmed_by = ${input.confirmedBy} where id = ${input.id}`.execute(tx)
}

export async function markResolved(
  tx: Tx,
  input: { id: string; resolvedBy: string; note: string; now: Date },
) {
  await sql`
    update payment_cases set closed_at = ${input.now}, resolved_by = ${input.resolvedBy},
      note = ${input.note}
    where id = ${input.id}`.execute(tx)
}

/** Open debts: of voided top-ups, and of fares that the team returned to passengers. */
const isUnpaidDebt = sql`
  c.kind in ('reversal_uncovered', 'fare_uncovered') and c.debt_paid_at is null`
const debtor = sql`coalesce(p.user_id, (c.details->>'userId')::uuid)`

/** Lists the owners of cases of a debt that is paid, and who have no mail about it yet. */
export function listPaidDebtCases(reader: Reader, limit: number) {
  return run.values<{ user_id: string }>(reader)`
    select distinct ${debtor} as user_id
    from payment_cases c left join payments p on p.reference = c.reference
    where ${isUnpaidDebt} and ledger_debt(${debtor}) = 0
    limit ${limit}`
}

/**
 * Closes a person's cases of paid debts. Returns the owed pesos of these cases, or 0 if no mail
 * must be sent: the debt is open again, or another process has sent the mail.
 */
export async function closePaidDebts(tx: Tx, input: { userId: string; now: Date }) {
  const rows = await run.rows<{ owed: number | null }>(tx)`
    update payment_cases set debt_paid_at = ${input.now},
      closed_at = coalesce(closed_at, ${input.now})
    where debt_paid_at is null and id in (
      select c.id from payment_cases c left join payments p on p.reference = c.reference
      where ${isUnpaidDebt} and ${debtor} = ${input.userId} and ledger_debt(${debtor}) = 0)
    returning (details->>'owedPesos')::bigint as owed`
  return rows.reduce((sum, row) => sum + (row.owed ?? 0), 0)
}

export type SecondCharge = {
  id: string
  at: Date
  reference: string
  pesos: number
  /** Whether the second charge was returned. */
  returned: boolean
}

/** Lists second charges of a person that a snapshot includes, newest first. */
export function listSecondCharges(
  reader: Reader,
  input: { userId: string; limit: number; asOf: string },
) {
  return run.rows<SecondCharge>(reader)`
    select c.id, c.opened_at as at, p.reference, p.amount_pesos as pesos,
      exists (select from ledger_transfers r
        where r.id = derived_id('payment.suspense_return', c.transaction_id)) as returned
    from payments p
    join payment_cases c on c.reference = p.reference and c.kind = 'double_charge'
    join ledger_transfers t on t.id = derived_id('payment.suspense', c.transaction_id)
      and ledger_seen(t.tx, ${input.asOf}::pg_snapshot)
    where p.user_id = ${input.userId}
    order by c.opened_at desc, c.id desc
    limit ${input.limit}`
}

/**
 * Open cases about money of a person: of their top-ups, withdrawals and earned fares. Cases of a
 * debt are left out: the debt itself keeps the account from closing until it is paid.
 */
export function listCasesBeforeClosing(reader: Reader, { userId }: ClosingAsked) {
  return run.rows<OpenRow>(reader)`
    select 'case' as kind, c.id, c.opened_at as at from payment_cases c ${owners}
    where c.closed_at is null and c.kind not in ('reversal_uncovered', 'fare_uncovered')
      and coalesce(p.user_id, w.user_id, (c.details->>'userId')::uuid) = ${userId}
    order by at, c.id limit 50`
}

export const countPaymentCases: CountQueue = ({ db }) =>
  sql<QueueCount>`
    select count(*)::int as count, min(opened_at) as "oldestAt"
    from payment_cases where closed_at is null`.execute(db)
