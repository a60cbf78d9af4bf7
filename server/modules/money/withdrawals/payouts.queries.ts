import { sql } from 'kysely'
import type { PaidOut } from '#server/modules/bank/payouts/index.ts'
import { type Db, type Reader, run, type Tx } from '#server/platform/db/tx.ts'

/**
 * Leases withdrawals that wait for the gateway, so that no other process works on them and a crash
 * loses none: they are due again when the lease ends. `handsOver`: includes approved ones.
 */
export function leaseDue(
  tx: Tx,
  input: { now: Date; leaseUntil: Date; limit: number; handsOver: boolean },
) {
  return run.values<{ id: string }>(tx)`
    with due as (
      select id from withdrawals
      where (status = 'approved' or status in ('sending', 'sent') and channel = 'gateway')
        and (status <> 'approved' or ${input.handsOver}) and next_check_at <= ${input.now}
      order by next_check_at, id limit ${input.limit}
      for no key update skip locked
    )
    update withdrawals set next_check_at = ${input.leaseUntil}
    where id in (select id from due)
    returning id`
}

/** Schedules the next lookup; `minutes`: intervals, of which the last one repeats. */
export async function planNextCheck(
  tx: Tx,
  input: { id: string; now: Date; minutes: readonly number[] },
) {
  await sql`
    update withdrawals set checks = least(checks + 1, 1000),
      next_check_at = ${input.now}::timestamptz + interval '1 minute' *
        (${[...input.minutes]}::int[])[least(checks + 1, ${input.minutes.length})]
    where id = ${input.id} and closed_at is null`.execute(tx)
}

/** Stores the state of a transaction, never over a final state. Returns the stored state. */
export async function saveTransaction(
  tx: Tx,
  input: { withdrawalId: string; paid: PaidOut & { amountInCents: number }; now: Date },
) {
  const { paid, now } = input
  return run.value<{ status: PaidOut['status'] }>(tx, paid.status)`
    insert into payout_transactions (transaction_id, withdrawal_id, payout_id, status,
      amount_in_cents, failure_code, created_at, updated_at)
    values (${paid.transactionId}, ${input.withdrawalId}, ${paid.payoutId}, ${paid.status},
      ${paid.amountInCents}, ${paid.failure?.code ?? null}, ${now}, ${now})
    on conflict (transaction_id) do update set
      status = case payout_transactions.status when 'pending' then excluded.status
        else payout_transactions.status end,
      failure_code = case payout_transactions.status when 'pending' then excluded.failure_code
        else payout_transactions.failure_code end,
      updated_at = excluded.updated_at
    returning status`
}

/** Number of gateway transactions of a withdrawal that did not fail. */
export function countAlive(tx: Tx, withdrawalId: string) {
  return run.value<{ alive: number }>(tx, 0)`
    select count(*) as alive from payout_transactions
    where withdrawal_id = ${withdrawalId} and status <> 'failed'`
}

/** Schedules the lookup of a batch for the next run; no effect once its withdrawal has ended. */
export async function hastenCheck(db: Db, input: { payoutId: string; now: Date }) {
  await sql`
    update withdrawals w set next_check_at = least(w.next_check_at, ${input.now})
    from payout_sendings s
    where s.payout_id = ${input.payoutId} and w.id = s.withdrawal_id and w.closed_at is null
    `.execute(db)
}

export type EventRow = {
  id: string
  payoutId: string
  transactionId: string
  status: string
  receivedAt: Date
  processedAt: Date | null
}

/** Stores a payout event once per checksum; true when it is new. */
export function insertPayoutEvent(
  tx: Tx,
  event: {
    id: string
    checksum: string
    payoutId: string
    transactionId: string
    status: string
    raw: Buffer
    now: Date
  },
) {
  return run.changedOne(tx)`
    insert into payout_events (id, checksum, payout_id, transaction_id, event_status, raw,
      received_at)
    values (${event.id}, ${event.checksum}, ${event.payoutId}, ${event.transactionId},
      ${event.status}, ${event.raw}, ${event.now})
    on conflict (checksum) do nothing`
}

export function findPayoutEvent(reader: Reader, id: string) {
  return run.row<EventRow>(reader)`
    select id, payout_id as "payoutId", transaction_id as "transactionId",
      event_status as status, received_at as "receivedAt", processed_at as "processedAt"
    from payout_events where id = ${id}`
}

export async function closePayoutEvent(
  reader: Reader,
  input: { id: string; outcome: string; now: Date },
) {
  await sql`
    update payout_events set processed_at = ${input.now}, outcome = ${input.outcome}
    where id = ${input.id} and processed_at is null`.execute(reader)
}

/** Counts a failed attempt to process a payout event; returns the number of attempts. */
export function countPayoutEventFailure(db: Db, id: string) {
  return run.value<{ attempts: number }>(db, 0)`
    update payout_events set attempts = attempts + 1 where id = ${id} returning attempts
    `
}
