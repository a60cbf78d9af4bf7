import { sql } from 'kysely'
import type { OpenTopUps } from '#contract/payments.ts'
import type { GatewayTransaction, TransactionStatus } from '#server/modules/bank/gateway/index.ts'
import { type Db, type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import type { RowOf } from '#server/platform/iso-dates.ts'
import type { ClosingAsked, OpenRow } from '#server/platform/module-data.ts'
import type { GatewayEnvironment, PaymentStatus } from './payment.ts'
import { canBePaid } from './polls.queries.ts'

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
  /** Whether another top-up of the person was credited after this one began; nothing is owed. */
  replaced: boolean
  /** Whether the team still decides on a charge that was not credited; null without one. */
  undecided: boolean | null
}

const paymentColumns = sql`id, reference, user_id, amount_pesos, environment, status,
  last_attempt_status, last_transaction_id, created_at, updated_at, discarded_at,
  (select a.method from payment_attempts a where a.transaction_id = last_transaction_id)
    as last_method,
  status = 'open' and last_transaction_id is null and exists (
    select from payments o where o.user_id = payments.user_id and o.status = 'approved'
      and o.updated_at > payments.created_at) as replaced,
  (select bool_or(c.closed_at is null) from payment_cases c
    where c.reference = payments.reference
      and (c.kind like 'mismatch%' or c.kind = 'approved_after_refusal')) as undecided`

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
) {
  await sql`
    insert into payments (id, reference, user_id, amount_pesos, environment, status, created_at,
      updated_at, next_check_at)
    values (${payment.id}, ${payment.reference}, ${payment.userId}, ${payment.pesos},
      ${payment.environment}, 'open', ${payment.now}, ${payment.now}, ${payment.nextCheckAt})
    `.execute(tx)
}

export function findPayment(reader: Reader, id: string) {
  return run.row<PaymentRow>(reader)`
    select ${paymentColumns} from payments where id = ${id}`
}

export function findByReference(reader: Reader, reference: string) {
  return run.row<PaymentRow>(reader)`
    select ${paymentColumns} from payments where reference = ${reference}`
}

/** Returns the payment for which a transaction was recorded. */
export function findByTransaction(reader: Reader, transactionId: string) {
  return run.row<PaymentRow>(reader)`
    select ${paymentColumns} from payments
    where id = (select payment_id from payment_attempts where transaction_id = ${transactionId})
    `
}

/** Locks a payment, so that its settlements are serialised. Lock it before any ledger account. */
export function lockByReference(tx: Tx, reference: string) {
  return run.row<PaymentRow>(tx)`
    select ${paymentColumns} from payments where reference = ${reference}
    for no key update`
}

export type AttemptRow = {
  transaction_id: string
  payment_id: string
  status: TransactionStatus
  credit_transfer: string | null
}

export function findAttempt(reader: Reader, transactionId: string) {
  return run.row<AttemptRow>(reader)`
    select transaction_id, payment_id, status, credit_transfer
    from payment_attempts where transaction_id = ${transactionId}`
}

export function listAttemptsOf(reader: Reader, paymentId: string) {
  return run.rows<AttemptRow>(reader)`
    select transaction_id, payment_id, status, credit_transfer
    from payment_attempts where payment_id = ${paymentId}
    order by created_at, transaction_id`
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

/** Discards an unfinished payment. */
export async function markDiscarded(tx: Tx, input: { id: string; at: Date }) {
  await sql`
    update payments set discarded_at = ${input.at}
    where id = ${input.id}`.execute(tx)
}

/** Lists an unfinished payment again, as one that is paid now. */
export async function markResumed(tx: Tx, input: { id: string; at: Date }) {
  await sql`
    update payments set discarded_at = null, updated_at = ${input.at}
    where id = ${input.id}`.execute(tx)
}

export type OpenPayment = RowOf<OpenTopUps['open'][number], 'createdAt'>

/** Lists the payments that a person can pay or that are being paid, the oldest first. */
export function listOpenPayments(tx: Tx, input: { userId: string; leftBefore: Date }) {
  return run.rows<OpenPayment>(tx)`
    select reference, amount_pesos as pesos, created_at as "createdAt",
      last_transaction_id is not null as "isSeen"
    from payments
    where user_id = ${input.userId} and status = 'open'
      and (last_attempt_status = 'PENDING' or ${canBePaid(input.leftBefore)})
    order by created_at, id`
}

/** Number of payments that a person created since then, whatever became of them. */
export function countPayments(tx: Tx, input: { userId: string; since: Date }) {
  return run.value<{ made: number }>(tx, 0)`
    select count(*) as made from payments
    where user_id = ${input.userId} and created_at >= ${input.since}`
}

/**
 * Top-ups that had not reached the wallet at the ledger snapshot `asOf`, newest first. A discarded
 * one is listed again when the gateway tells of a transaction.
 */
export function listUncreditedPayments(
  reader: Reader,
  input: { userId: string; limit: number; asOf: string },
) {
  return run.rows<PaymentRow>(reader)`
    select ${paymentColumns} from payments
    where user_id = ${input.userId} and ledger_seen(tx, ${input.asOf}::pg_snapshot)
      and (discarded_at is null or last_transaction_id is not null)
      and not exists (
        select from ledger_transfers t
        where t.code = 'topup' and t.cause_kind = 'payment' and t.cause_id = payments.id::text
          and ledger_seen(t.tx, ${input.asOf}::pg_snapshot))
    order by created_at desc, id desc
    limit ${input.limit}`
}

/** References of payments by id, for the top-up lines of the ledger. */
export async function findTopUpReferences(reader: Reader, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, string>()
  const rows = await run.rows<{ id: string; reference: string }>(reader)`
    select id, reference from payments where id = any(${ids}::uuid[])`
  return new Map(rows.map((row) => [row.id, row.reference]))
}

export type EventRow = {
  id: string
  transaction_id: string
  event_status: string
  received_at: Date
  processed_at: Date | null
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
export function insertEvents(tx: Tx, events: readonly NewEvent[]) {
  return run.values<{ id: string }>(tx)`
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
    returning id`
}

export function findEvent(reader: Reader, id: string) {
  return run.row<EventRow>(reader)`
    select id, transaction_id, event_status, received_at, processed_at
    from gateway_events where id = ${id}`
}

export async function closeEvent(db: Reader, input: { id: string; outcome: string; now: Date }) {
  await sql`
    update gateway_events set processed_at = ${input.now}, outcome = ${input.outcome}
    where id = ${input.id} and processed_at is null`.execute(db)
}

/** Counts a failed attempt to process a gateway event; returns the number of attempts. */
export function countEventFailure(db: Db, id: string) {
  return run.value<{ attempts: number }>(db, 0)`
    update gateway_events set attempts = attempts + 1 where id = ${id} returning attempts
    `
}

/** Received events that are still open, although their job should have finished long ago. */
export function listStaleEvents(reader: Reader, input: { before: Date; limit: number }) {
  return run.values<{ id: string }>(reader)`
    select id from gateway_events
    where processed_at is null and received_at < ${input.before}
    order by received_at limit ${input.limit}`
}

/** Top-ups of a person with a transaction that the gateway has not decided yet. */
export function listPendingTopUps(reader: Reader, { userId }: ClosingAsked) {
  return run.rows<OpenRow>(reader)`
    select distinct 'topup' as kind, p.id, p.created_at as at
    from payments p join payment_attempts a on a.payment_id = p.id
    where p.user_id = ${userId} and a.status = 'PENDING'
    order by at, p.id limit 50`
}

/** Sums the team's refunds of a top-up in pesos, open ones included, refused ones not. */
export function sumRefunds(reader: Reader, paymentId: string) {
  return run.value<{ pesos: number }>(reader, 0)`
    select ledger_refunded(${paymentId}) as pesos`
}
