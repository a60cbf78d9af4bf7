import { sql } from 'kysely'
import type { WithdrawalStatus } from '#contract/withdrawals.ts'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import type { ClosingAsked, OpenRow } from '#server/platform/module-data.ts'
import type { Part } from '#server/platform/paging.ts'

type Channel = 'gateway' | 'bank_file'

export type WithdrawalRow = {
  id: string
  userId: string
  accountId: string
  reference: string
  amountPesos: number
  twoPeople: boolean
  sealed: Buffer | null
  status: WithdrawalStatus
  createdAt: Date
  firstBy: string | null
  firstAt: Date | null
  secondBy: string | null
  secondAt: Date | null
  channel: Channel | null
  batchId: string | null
  sentAt: Date | null
  /** Time since which it is unknown whether the gateway paid the withdrawal. */
  unansweredAt: Date | null
  checks: number
  result: 'paid' | 'failed' | null
  resultNote: string | null
  resultBy: string | null
  resultAt: Date | null
  confirmedBy: string | null
  rejectedBy: string | null
  reason: string | null
  closedAt: Date | null
  /** Movement of the bank that brought the paid money back, as one person says. */
  returnReference: string | null
  returnReason: string | null
  returnBy: string | null
  returnAt: Date | null
  returnConfirmedBy: string | null
}

const columns = sql`
  w.id, w.user_id as "userId", w.account_id as "accountId", w.reference,
  w.amount_pesos as "amountPesos", w.two_people as "twoPeople", w.destination_sealed as sealed,
  w.status, w.created_at as "createdAt", w.first_by as "firstBy",
  w.first_at as "firstAt", w.second_by as "secondBy", w.second_at as "secondAt",
  w.channel, w.batch_id as "batchId", w.sent_at as "sentAt",
  w.unanswered_at as "unansweredAt", w.checks, w.result,
  w.result_note as "resultNote", w.result_by as "resultBy", w.result_at as "resultAt",
  w.confirmed_by as "confirmedBy",
  w.rejected_by as "rejectedBy", w.reason, w.closed_at as "closedAt",
  w.return_reference as "returnReference", w.return_reason as "returnReason",
  w.return_by as "returnBy", w.return_at as "returnAt",
  w.return_confirmed_by as "returnConfirmedBy"`

export async function insertWithdrawal(
  tx: Tx,
  row: {
    id: string
    userId: string
    accountId: string
    reference: string
    pesos: number
    sealed: Buffer
    /** Whether two people must approve the withdrawal. */
    twoPeople: boolean
    now: Date
  },
) {
  await sql`
    insert into withdrawals (id, user_id, account_id, reference, amount_pesos, two_people,
      destination_sealed, status, created_at, updated_at, next_check_at)
    values (${row.id}, ${row.userId}, ${row.accountId}, ${row.reference}, ${row.pesos},
      ${row.twoPeople}, ${row.sealed}, 'requested', ${row.now}, ${row.now}, ${row.now})
    `.execute(tx)
}

/** Requires two people for the unapproved withdrawals that a person requested since an instant. */
export async function requireTwoPeople(tx: Tx, input: { userId: string; since: Date; now: Date }) {
  await sql`
    update withdrawals set two_people = true, updated_at = ${input.now}
    where user_id = ${input.userId} and created_at >= ${input.since}
      and status = 'requested' and not two_people`.execute(tx)
}

/** Owner of a withdrawal, which never changes; undefined for an unknown id. */
export function findOwnerOfWithdrawal(reader: Reader, id: string) {
  return run.value<{ userId: string }>(reader)`
    select user_id as "userId" from withdrawals where id = ${id}`
}

/** Open disputes about paid fares by driver: number, and pesos before commission. */
export function findOpenDisputesOf(reader: Reader, userIds: readonly string[]) {
  return run.by<{ userId: string; count: number; pesos: number }>(reader, 'userId')`
    select b.driver_id as "userId", count(*) as count,
      sum(b.charged_pesos - (b.charged_pesos * b.commission_bp + 5000) / 10000)::bigint as pesos
    from disputes d join bookings b on b.id = d.booking_id
    where d.resolved_at is null and b.charged_pesos > 0
      and b.driver_id = any(${[...userIds]}::uuid[])
    group by b.driver_id`
}

export function findWithdrawal(reader: Reader, id: string) {
  return run.row<WithdrawalRow>(reader)`
    select ${columns} from withdrawals w where w.id = ${id}`
}

/** Withdrawals by id, in the order of the ids. */
export function listWithdrawalsByIds(reader: Reader, ids: readonly string[]) {
  return run.rows<WithdrawalRow>(reader)`
    select ${columns} from withdrawals w where w.id = any(${[...ids]}::uuid[])
    order by array_position(${[...ids]}::uuid[], w.id)`
}

/** Locks the withdrawal until the transaction ends, so that its steps are serialised. */
export function lockWithdrawal(tx: Tx, id: string) {
  return run.row<WithdrawalRow>(tx)`
    select ${columns} from withdrawals w where w.id = ${id} for no key update`
}

export function findIdByReference(reader: Reader, reference: string) {
  return run.value<{ id: string }>(reader)`
    select id from withdrawals where reference = ${reference}`
}

/** A page of a person's withdrawals, newest first. */
export async function listWithdrawalsOf(reader: Reader, input: { userId: string } & Part) {
  const rows = await run.rows<WithdrawalRow>(reader)`
    select ${columns} from withdrawals w where w.user_id = ${input.userId}
    order by w.created_at desc, w.id desc
    limit ${input.limit} offset ${input.offset}`
  const total = await run.value<{ total: number }>(reader, 0)`
    select count(*) as total from withdrawals where user_id = ${input.userId}`
  return { found: rows, total }
}

/** Ids of a person's withdrawals, or of those to a payout account, that were not handed over. */
export function listUnsent(tx: Tx, of: { userId: string; accountId: string | null }) {
  return run.values<{ id: string }>(tx)`
    select id from withdrawals
    where user_id = ${of.userId}
      and (${of.accountId}::uuid is null or account_id = ${of.accountId}::uuid)
      and status in ('requested', 'approved') order by id`
}

/** Sum and number of a person's withdrawals since an instant, without returned money. */
export function sumAskedSince(reader: Reader, input: { userId: string; since: Date }) {
  return run.row<{ pesos: number; count: number }>(reader, { pesos: 0, count: 0 })`
    select coalesce(sum(amount_pesos), 0)::bigint as pesos, count(*) as count from withdrawals
    where user_id = ${input.userId} and created_at >= ${input.since}
      and status not in ('failed', 'rejected', 'cancelled')`
}

/**
 * Withdrawals of a closed account since its closing: whether one is open, whether one failed since
 * its account is payable, and the pesos that left or may leave.
 */
export function findClaimProgress(
  tx: Tx,
  input: { userId: string; since: Date; payableFrom: Date },
) {
  return run.row<{ open: boolean; failed: boolean; pesos: number }>(tx, {
    open: false,
    failed: false,
    pesos: 0,
  })`
    select coalesce(bool_or(closed_at is null), false) as open,
      coalesce(bool_or(status in ('failed', 'rejected') and created_at >= ${input.payableFrom}),
        false) as failed,
      coalesce(sum(amount_pesos) filter (
        where status not in ('failed', 'rejected', 'cancelled')), 0)::bigint as pesos
    from withdrawals where user_id = ${input.userId} and created_at >= ${input.since}`
}

type Approval = { id: string; by: string; second: boolean; approved: boolean; now: Date }

/**
 * Records an approval by a member of finance. `approved`: no further approval is needed;
 * `leavesAt`: first instant at which it may be handed over.
 */
export async function approveRow(tx: Tx, input: Approval & { leavesAt: Date }) {
  await sql`
    update withdrawals set updated_at = ${input.now}, next_check_at = ${input.leavesAt},
      first_by = case when ${input.second} then first_by else ${input.by}::uuid end,
      first_at = case when ${input.second} then first_at else ${input.now}::timestamptz end,
      second_by = case when ${input.second} then ${input.by}::uuid else second_by end,
      second_at = case when ${input.second} then ${input.now}::timestamptz else second_at end,
      status = case when ${input.approved} then 'approved' else status end
    where id = ${input.id}`.execute(tx)
}

/** Takes back the last signature; the first one of two stays. */
export async function undoApprovalRow(
  tx: Tx,
  input: { id: string; twoPeople: boolean; now: Date },
) {
  await sql`
    update withdrawals set status = 'requested', two_people = ${input.twoPeople},
      first_by = case when second_by is null then null else first_by end,
      first_at = case when second_by is null then null else first_at end,
      second_by = null, second_at = null,
      updated_at = ${input.now}, next_check_at = ${input.now}
    where id = ${input.id}`.execute(tx)
}

type HandedOver = { status: 'sending' } | { status: 'sent'; batchId: string }

/**
 * Marks a withdrawal before it is handed over: as `sending` to the gateway, or as `sent` in a bank
 * file. The caller has locked the row.
 */
export async function markHandedOver(
  tx: Tx,
  { id, now, nextCheckAt, ...to }: HandedOver & { id: string; now: Date; nextCheckAt: Date },
) {
  const batchId = to.status === 'sent' ? to.batchId : null
  const channel: Channel = batchId === null ? 'gateway' : 'bank_file'
  await sql`
    update withdrawals set status = ${to.status}, channel = ${channel}, batch_id = ${batchId},
      sent_at = ${now}, updated_at = ${now}, next_check_at = ${nextCheckAt}
    where id = ${id}`.execute(tx)
}

export async function closeRow(
  tx: Tx,
  input: {
    id: string
    status: 'paid' | 'failed' | 'rejected' | 'cancelled'
    reason: string | null
    rejectedBy: string | null
    confirmedBy: string | null
    now: Date
  },
) {
  await sql`
    update withdrawals set status = ${input.status}, reason = ${input.reason},
      rejected_by = ${input.rejectedBy}, confirmed_by = ${input.confirmedBy},
      closed_at = ${input.now}, updated_at = ${input.now}
    where id = ${input.id}`.execute(tx)
}

/** Records one person's result of a payment by hand; nulls when a second person disagrees. */
export async function setResult(
  tx: Tx,
  input: {
    id: string
    result: 'paid' | 'failed' | null
    note: string | null
    by: string | null
    now: Date
  },
) {
  await sql`
    update withdrawals set result = ${input.result}, result_note = ${input.note},
      result_by = ${input.by},
      result_at = case when ${input.result}::text is null then null
        else ${input.now}::timestamptz end,
      updated_at = ${input.now}
    where id = ${input.id}`.execute(tx)
}

export async function insertEvent(
  tx: Tx,
  event: {
    id: string
    withdrawalId: string
    at: Date
    actorId: string | null
    event: string
    details: Record<string, unknown>
  },
) {
  await sql`
    insert into withdrawal_events (id, withdrawal_id, at, actor_id, event, details)
    values (${event.id}, ${event.withdrawalId}, ${event.at}, ${event.actorId}, ${event.event},
      ${JSON.stringify(event.details)})`.execute(tx)
}

/** Withdrawals of a person that have not ended. */
export function listWithdrawalsBeforeClosing(reader: Reader, { userId }: ClosingAsked) {
  return run.rows<OpenRow>(reader)`
    select 'withdrawal' as kind, w.id, w.created_at as at from withdrawals w
    where w.user_id = ${userId} and w.closed_at is null
    order by at, w.id limit 50`
}
