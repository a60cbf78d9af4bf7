import { sql } from 'kysely'
import type { DeskPayment, PaymentSummary } from '#contract/back-office-payments.ts'
import { type Reader, run } from '#server/platform/db/tx.ts'
import type { RowOf } from '#server/platform/iso-dates.ts'
import type { PagePlace } from '#server/platform/page-place.ts'
import type { ListKeys } from './list-keys.ts'

// Read only: these tables belong to payments (docs/decisions/0041).

export type PaymentRow = RowOf<Omit<PaymentSummary, 'person'>, 'createdAt'> & { userId: string }

const paymentColumns = sql`p.id, p.reference, p.status, p.user_id as "userId",
  p.amount_pesos as amount, (select a.method from payment_attempts a
    where a.payment_id = p.id and a.method is not null
    order by a.created_at desc, a.transaction_id desc limit 1) as method,
  p.created_at as "createdAt"`

export type PaymentFilter = {
  /** Keys of which a top-up must have one; null without a search. */
  keys: ListKeys | null
  status: string | null
  method: string | null
  userId: string | null
  since: Date | null
  until: Date | null
  min: number | null
  max: number | null
  after: PagePlace | null
  limit: number
}

const hasKey = ({ id, reference, digits, personIds }: ListKeys) => sql`
  (p.id = ${id}::uuid or p.reference = ${reference}::text
    or p.id = (select a.payment_id from payment_attempts a
      where a.transaction_id = ${reference}::text)
    or right(p.reference, 8) = ${digits}::text or p.user_id = any(${[...personIds]}::uuid[]))`

/** Lists a page of top-ups, the newest first. */
export function listPaymentRows(reader: Reader, asked: PaymentFilter) {
  const { keys, status, method, userId, since, until, min, max, limit } = asked
  const { at, id } = asked.after ?? { at: null, id: null }
  return run.rows<PaymentRow>(reader)`
    select ${paymentColumns}
    from payments p
    where ${keys ? hasKey(keys) : sql`true`}
      and (${status}::text is null or p.status = ${status})
      and (${method}::text is null or exists (select from payment_attempts a
        where a.payment_id = p.id and a.method = ${method}))
      and (${userId}::uuid is null or p.user_id = ${userId})
      and (${since}::timestamptz is null or p.created_at >= ${since})
      and (${until}::timestamptz is null or p.created_at < ${until})
      and (${min}::bigint is null or p.amount_pesos >= ${min})
      and (${max}::bigint is null or p.amount_pesos <= ${max})
      and (${at}::timestamptz is null or (p.created_at, p.id) < (${at}, ${id}::uuid))
    order by p.created_at desc, p.id desc
    limit ${limit}`
}

/** Lists the top-ups that have one of these keys, the newest first. */
export function listFoundPayments(
  reader: Reader,
  { keys, limit }: { keys: ListKeys; limit: number },
) {
  return run.rows<PaymentRow>(reader)`
    select ${paymentColumns}
    from payments p
    where ${hasKey(keys)}
    order by p.created_at desc, p.id desc
    limit ${limit}`
}

export function countPayments(reader: Reader, userId: string) {
  return run.value<{ total: number }>(reader, 0)`
    select count(*) as total from payments where user_id = ${userId}`
}

/** Lists the payment methods that were ever used. */
export async function listKnownMethods(reader: Reader): Promise<string[]> {
  const rows = await run.rows<{ method: string | null }>(reader)`
    with recursive known as (
      select min(method) as method from payment_attempts where method is not null
      union all
      select (select min(a.method) from payment_attempts a where a.method > known.method)
      from known where known.method is not null)
    select method from known where method is not null order by 1`
  return rows.flatMap(({ method }) => method ?? [])
}

export type PaymentMoreRow = PaymentRow & { updatedAt: Date; environment: string; checks: number }

export function findPaymentById(reader: Reader, id: string) {
  return run.row<PaymentMoreRow>(reader)`
    select ${paymentColumns}, p.updated_at as "updatedAt", p.environment, p.checks::int as checks
    from payments p where p.id = ${id}`
}

export type AttemptRow = RowOf<DeskPayment['attempts'][number], 'createdAt' | 'updatedAt'>

export function listAttemptsOfPayment(reader: Reader, id: string) {
  return run.rows<AttemptRow>(reader)`
    select a.transaction_id as "transactionId", a.status, a.amount_in_cents as "amountInCents",
      a.currency, a.method, a.credit_transfer is not null as credited,
      a.created_at as "createdAt", a.updated_at as "updatedAt"
    from payment_attempts a where a.payment_id = ${id}
    order by a.created_at, a.transaction_id`
}

export type EventRow = RowOf<
  Omit<DeskPayment['events'][number], 'covers' | 'raw'>,
  'receivedAt' | 'processedAt'
> & { raw: Buffer }

/** Lists gateway messages about the attempts of a payment, in the order of arrival. */
export function listEventsOfPayment(reader: Reader, id: string) {
  return run.rows<EventRow>(reader)`
    select e.id, e.received_at as "receivedAt", e.transaction_id as "transactionId",
      e.event_status as status, e.checksum, e.outcome, e.processed_at as "processedAt",
      e.attempts::int as failures, e.raw
    from payment_attempts a join gateway_events e on e.transaction_id = a.transaction_id
    where a.payment_id = ${id}
    order by e.received_at, e.id limit 200`
}

export type AnswerRow = RowOf<DeskPayment['answers'][number], 'at'>

/** Lists the questions to the gateway about a payment, with their answers, in order. */
export function listAnswersOfPayment(reader: Reader, id: string) {
  return run.rows<AnswerRow>(reader)`
    select g.id, g.at, g.asked, g.transaction_id as "transactionId", g.status,
      g.amount_in_cents as "amountInCents", g.currency, g.method, g.outcome
    from gateway_answers g
    where g.payment_id = ${id} or g.transaction_id = any(array(
      select a.transaction_id from payment_attempts a where a.payment_id = ${id}))
    order by g.at, g.id limit 500`
}

export type CaseRow = { id: string; kind: string; openedAt: Date; closedAt: Date | null }

export function listCasesOfPayment(reader: Reader, reference: string) {
  return run.rows<CaseRow>(reader)`
    select c.id, c.kind, c.opened_at as "openedAt", c.closed_at as "closedAt"
    from payment_cases c where c.reference = ${reference}
    order by c.opened_at, c.id`
}
