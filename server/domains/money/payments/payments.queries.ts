import { sql } from 'kysely'
import type {
  GatewayTransaction,
  TransactionStatus,
} from '#server/domains/bank/gateway/gateway.public.ts'
import type { Db, Reader, Tx } from '#server/platform/db/tx.ts'
import type { ClosingAsked, OpenRow } from '#server/platform/room-data.ts'
import type { GatewayEnvironment, PaymentStatus } from './payment.ts'

export type PaymentRow = {
  id: string
  reference: string
  user_id: string
  amount_pesos: number
  environment: GatewayEnvironment
  status: PaymentStatus
  last_attempt_status: TransactionStatus | null
  last_transaction_id: string | null
  /** Means of the last transaction, such as `CARD`. */
  last_method: string | null
  created_at: Date
  updated_at: Date
  discarded_at: Date | null
}

const paymentColumns = sql`id, reference, user_id, amount_pesos, environment, status,
  last_attempt_status, last_transaction_id, created_at, updated_at, discarded_at,
  (select a.method from payment_attempts a where a.transaction_id = last_transaction_id)
    as last_method`

export async function insertPayment(
  tx: Tx,
  payment: {
    id: string
    reference: string
    userId: string
    pesos: number
    environment: GatewayEnvironment
    now: Date
    nextCheckAt: Date
  },
): Promise<void> {
  await sql`
    insert into payments (id, reference, user_id, amount_pesos, environment, status, created_at,
      updated_at, next_check_at)
    values (${payment.id}, ${payment.reference}, ${payment.userId}, ${payment.pesos},
      ${payment.environment}, 'open', ${payment.now}, ${payment.now}, ${payment.nextCheckAt})
    `.execute(tx)
}

export async function findPayment(reader: Reader, id: string): Promise<PaymentRow | undefined> {
  const { rows } = await sql<PaymentRow>`
    select ${paymentColumns} from payments where id = ${id}`.execute(reader)
  return rows[0]
}

export async function findByReference(reader: Reader, reference: string) {
  const { rows } = await sql<PaymentRow>`
    select ${paymentColumns} from payments where reference = ${reference}`.execute(reader)
  return rows[0]
}

/** Returns the payment for which a transaction was recorded. */
export async function findByTransaction(reader: Reader, transactionId: string) {
  const { rows } = await sql<PaymentRow>`
    select ${paymentColumns} from payments
    where id = (select payment_id from payment_attempts where transaction_id = ${transactionId})
    `.execute(reader)
  return rows[0]
}

/** Locks a payment, so that its settlements are serialised. Lock it before any ledger account. */
export async function lockByReference(tx: Tx, reference: string): Promise<PaymentRow | undefined> {
  const { rows } = await sql<PaymentRow>`
    select ${paymentColumns} from payments where reference = ${reference}
    for no key update`.execute(tx)
  return rows[0]
}

export type AttemptRow = {
  transaction_id: string
  payment_id: string
  status: TransactionStatus
  credit_transfer: string | null
  created_at: Date
}

export async function findAttempt(reader: Reader, transactionId: string) {
  const { rows } = await sql<AttemptRow>`
    select transaction_id, payment_id, status, credit_transfer, created_at
    from payment_attempts where transaction_id = ${transactionId}`.execute(reader)
  return rows[0]
}

export async function listAttemptsOf(reader: Reader, paymentId: string): Promise<AttemptRow[]> {
  const { rows } = await sql<AttemptRow>`
    select transaction_id, payment_id, status, credit_transfer, created_at
    from payment_attempts where payment_id = ${paymentId}
    order by created_at, transaction_id`.execute(reader)
  return rows
}

export async function saveAttempt(
  tx: Tx,
  attempt: {
    transaction: Omit<GatewayTransaction, 'reference' | 'merchantKey' | 'payer'>
    paymentId: string
    payerIndex: Buffer | null
    now: Date
  },
): Promise<void> {
  const { transaction, paymentId, payerIndex, now } = attempt
  const { id, status, amountInCents, currency, method, createdAt } = transaction
  await sql`
    insert into payment_attempts (transaction_id, payment_id, status, amount_in_cents, currency,
      method, payer_index, created_at, updated_at)
    values (${id}, ${paymentId}, ${status}, ${amountInCents}, ${currency}, ${method},
      ${payerIndex}, ${createdAt ?? now}, ${now})
    on conflict (transaction_id) do update set status = excluded.status,
      method = coalesce(excluded.method, payment_attempts.method),
      payer_index = coalesce(excluded.payer_index, payment_attempts.payer_index),
      updated_at = excluded.updated_at`.execute(tx)
}

/** Marks the credited attempt of a payment; a second credited attempt violates a unique index. */
export async function markCredited(tx: Tx, input: { transactionId: string; transferId: string }) {
  await sql`
    update payment_attempts set credit_transfer = ${input.transferId}
    where transaction_id = ${input.transactionId}`.execute(tx)
}

export async function updatePayment(
  tx: Tx,
  payment: {
    id: string
    status: PaymentStatus
    last: { id: string; status: TransactionStatus }
    now: Date
  },
): Promise<void> {
  const { last } = payment
  await sql`
    update payments set status = ${payment.status}, last_attempt_status = ${last.status},
      last_transaction_id = ${last.id}, updated_at = ${payment.now}
    where id = ${payment.id}`.execute(tx)
}

export type DuePayment = { id: string; reference: string }

/**
 * Leases payments whose next poll is due, so that no other process polls them and a crash loses
 * none. Takes one payment per person in turn, so that many of one person do not delay others.
 */
export async function leaseDuePayments(
  tx: Tx,
  input: { now: Date; leaseUntil: Date; limit: number },
): Promise<DuePayment[]> {
  const { rows } = await sql<DuePayment>`
    with due as (
      select id, row_number() over (partition by user_id order by next_check_at, id) as turn
      from payments
      where status in ('open', 'approved') and next_check_at <> 'infinity'
        and next_check_at <= ${input.now}
    ), chosen as (
      select p.id from payments p join due on due.id = p.id
      where p.next_check_at <= ${input.now}
      order by due.turn, p.next_check_at, p.id
      limit ${input.limit}
      for update of p skip locked
    )
    update payments set next_check_at = ${input.leaseUntil}
    where id in (select id from chosen)
    returning id, reference`.execute(tx)
  return rows
}

/**
 * Schedules the next poll after an answered one, unless the answer scheduled it. `minutes`:
 * intervals of an open payment, the last one repeats. `approvedMinutes`: of an approved one.
 */
export async function planNextCheck(
  tx: Tx,
  input: { id: string; leaseUntil: Date; now: Date; minutes: number[]; approvedMinutes: number[] },
): Promise<void> {
  await sql`
    update payments set checks = least(checks + 1, 1000),
      next_check_at = case status
        when 'open' then ${input.now}::timestamptz + interval '1 minute' *
          (${input.minutes}::int[])[least(checks + 2, ${input.minutes.length})]
        else coalesce(${input.now}::timestamptz + interval '1 minute' *
          (${input.approvedMinutes}::int[])[checks + 2], 'infinity')
        end
    where id = ${input.id} and next_check_at = ${input.leaseUntil}`.execute(tx)
}

/** Restarts polling after a change of state; the first poll is at `nextCheckAt`. */
export async function restartChecks(tx: Tx, input: { id: string; nextCheckAt: Date }) {
  await sql`
    update payments set checks = 0, next_check_at = ${input.nextCheckAt}
    where id = ${input.id}`.execute(tx)
}

/** Claims a poll that the owner of an approved payment requests; false after a recent poll. */
export async function claimAsk(db: Db, input: { id: string; now: Date; askedBefore: Date }) {
  const done = await sql`
    update payments set asked_at = ${input.now}
    where id = ${input.id} and (asked_at is null or asked_at <= ${input.askedBefore})`.execute(db)
  return done.numAffectedRows === 1n
}

/** Discards an unfinished payment, or lists it again when `at` is null. */
export async function markDiscarded(tx: Tx, input: { id: string; at: Date | null }) {
  await sql`
    update payments set discarded_at = ${input.at}
    where id = ${input.id}`.execute(tx)
}

/** Number of unpaid payments that a person created since then. */
export async function countOpenPayments(tx: Tx, input: { userId: string; since: Date }) {
  const { rows } = await sql<{ open: number }>`
    select count(*) as open from payments
    where user_id = ${input.userId} and status = 'open' and created_at > ${input.since}
    `.execute(tx)
  return rows[0]?.open ?? 0
}

/** Abandons an old payment without a newer pending attempt. Returns whether it did. */
export async function abandonIfOld(
  tx: Tx,
  input: { id: string; createdBefore: Date; pendingBefore: Date; now: Date },
): Promise<boolean> {
  const done = await sql`
    update payments set status = 'abandoned', updated_at = ${input.now}
    where id = ${input.id} and status = 'open' and created_at < ${input.createdBefore}
      and not exists (
        select from payment_attempts a where a.payment_id = payments.id and a.status = 'PENDING'
          and a.created_at >= ${input.pendingBefore})
    `.execute(tx)
  return done.numAffectedRows === 1n
}

/**
 * Top-ups that had not reached the wallet at the ledger snapshot `asOf`, newest first. A discarded
 * one is listed again when the gateway tells of a transaction.
 */
export async function listUncreditedPayments(
  reader: Reader,
  input: { userId: string; limit: number; asOf: string },
): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    select ${paymentColumns} from payments
    where user_id = ${input.userId} and ledger_seen(tx, ${input.asOf}::pg_snapshot)
      and (discarded_at is null or last_transaction_id is not null)
      and not exists (
        select from ledger_transfers t
        where t.code = 'topup' and t.cause_kind = 'payment' and t.cause_id = payments.id::text
          and ledger_seen(t.tx, ${input.asOf}::pg_snapshot))
    order by created_at desc, id desc
    limit ${input.limit}`.execute(reader)
  return rows
}

/** References of payments by id, for the top-up lines of the ledger. */
export async function findTopUpReferences(reader: Reader, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, string>()
  const { rows } = await sql<{ id: string; reference: string }>`
    select id, reference from payments where id = any(${ids}::uuid[])`.execute(reader)
  return new Map(rows.map((row) => [row.id, row.reference]))
}

export type EventRow = {
  id: string
  transaction_id: string
  event_status: string
  received_at: Date
  processed_at: Date | null
  attempts: number
}

export type NewEvent = {
  id: string
  checksum: string
  transactionId: string
  status: string
  /** Event body as received. */
  raw: Buffer
  receivedAt: Date
}

/**
 * Stores events, one per checksum; returns the ids of the new ones. Inserts in the order of
 * checksums, so that two writers with the same events wait for each other instead of deadlocking.
 */
export async function insertEvents(tx: Tx, events: readonly NewEvent[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into gateway_events (id, checksum, transaction_id, event_status, raw, received_at)
    select * from unnest(${events.map(({ id }) => id)}::uuid[],
      ${events.map(({ checksum }) => checksum)}::text[],
      ${events.map(({ transactionId }) => transactionId)}::text[],
      ${events.map(({ status }) => status)}::text[],
      ${events.map(({ raw }) => raw)}::bytea[],
      ${events.map(({ receivedAt }) => receivedAt)}::timestamptz[]
    ) as new (id, checksum)
    order by new.checksum, new.id
    on conflict (checksum) do nothing
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

export async function findEvent(reader: Reader, id: string): Promise<EventRow | undefined> {
  const { rows } = await sql<EventRow>`
    select id, transaction_id, event_status, received_at, processed_at, attempts
    from gateway_events where id = ${id}`.execute(reader)
  return rows[0]
}

export async function closeEvent(db: Reader, input: { id: string; outcome: string; now: Date }) {
  await sql`
    update gateway_events set processed_at = ${input.now}, outcome = ${input.outcome}
    where id = ${input.id} and processed_at is null`.execute(db)
}

/** Counts a failed attempt to process a gateway event; returns the number of attempts. */
export async function countEventFailure(db: Db, id: string): Promise<number> {
  const { rows } = await sql<{ attempts: number }>`
    update gateway_events set attempts = attempts + 1 where id = ${id} returning attempts
    `.execute(db)
  return rows[0]?.attempts ?? 0
}

/** Received events that are still open, although their job should have finished long ago. */
export async function listStaleEvents(reader: Reader, input: { before: Date; limit: number }) {
  const { rows } = await sql<{ id: string }>`
    select id from gateway_events
    where processed_at is null and received_at < ${input.before}
    order by received_at limit ${input.limit}`.execute(reader)
  return rows.map((row) => row.id)
}

/** Top-ups of a person with a transaction that the gateway has not decided yet. */
export async function listPendingTopUps(reader: Reader, { userId }: ClosingAsked) {
  const { rows } = await sql<OpenRow>`
    select distinct 'topup' as kind, p.id, p.created_at as at
    from payments p join payment_attempts a on a.payment_id = p.id
    where p.user_id = ${userId} and a.status = 'PENDING'
    order by at, p.id limit 50`.execute(reader)
  return rows
}
