// When the gateway is asked about a payment whose event can be lost.
import { sql } from 'kysely'
import { type Db, run, type Tx } from '#server/platform/db/tx.ts'

export type DuePayment = { id: string; reference: string }

/**
 * Leases payments whose next poll is due, so that no other process polls them and a crash loses
 * none. Takes one payment per person in turn, so that many of one person do not delay others.
 */
export function leaseDuePayments(tx: Tx, input: { now: Date; leaseUntil: Date; limit: number }) {
  return run.rows<DuePayment>(tx)`
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
    returning id, reference`
}

/** Condition: a checkout that its owner can still be paying, without a transaction. */
export const canBePaid = (leftBefore: Date) =>
  sql`last_transaction_id is null and discarded_at is null and created_at > ${leftBefore}`

/** When the person last did something about the payment. */
const quietSince = sql`greatest(created_at, updated_at, discarded_at)`

type Quiet = { now: Date; quietAges: readonly number[] }

/** The next poll of a payment that nobody pays now; infinity after the last one. */
const nextQuiet = ({ now, quietAges }: Quiet) => sql`coalesce((
  select min(${quietSince} + interval '1 minute' * age)
  from unnest(${[...quietAges]}::int[]) as age
  where ${quietSince} + interval '1 minute' * age > ${now}), 'infinity')`

/** Schedules the polls of a payment that was discarded or declined; changes no other payment. */
export async function planQuiet(tx: Tx, { id, ...quiet }: Quiet & { id: string }) {
  await sql`
    update payments set next_check_at = ${nextQuiet(quiet)}
    where id = ${id} and status = 'open'
      and (discarded_at is not null or last_attempt_status <> 'PENDING')`.execute(tx)
}

/**
 * Schedules the next poll after an answered one, unless the answer scheduled it. `minutes`:
 * intervals of a payment that can be paid or is being paid, the last one repeats.
 * `approvedMinutes`: of an approved one. `quietAges`: minutes after which others are polled.
 */
export async function planNextCheck(
  tx: Tx,
  input: Quiet & {
    id: string
    leaseUntil: Date
    minutes: number[]
    approvedMinutes: number[]
    /** Payments that were created before are no longer paid. */
    leftBefore: Date
  },
) {
  await sql`
    update payments set checks = least(checks + 1, 1000),
      next_check_at = case
        when status <> 'open' then coalesce(${input.now}::timestamptz + interval '1 minute' *
          (${input.approvedMinutes}::int[])[checks + 2], 'infinity')
        when last_attempt_status = 'PENDING' then ${input.now}::timestamptz + interval '1 minute' *
          (${input.minutes}::int[])[least(checks + 2, ${input.minutes.length})]
        when ${canBePaid(input.leftBefore)} then least(
          ${input.now}::timestamptz + interval '1 minute' *
            (${input.minutes}::int[])[least(checks + 2, ${input.minutes.length})],
          ${nextQuiet(input)})
        else ${nextQuiet(input)} end
    where id = ${input.id} and next_check_at = ${input.leaseUntil}`.execute(tx)
}

/** Restarts polling after a change of state; the first poll is at `nextCheckAt`. */
export async function restartChecks(tx: Tx, input: { id: string; nextCheckAt: Date }) {
  await sql`
    update payments set checks = 0, next_check_at = ${input.nextCheckAt}
    where id = ${input.id}`.execute(tx)
}

/** Claims a poll that the owner of an approved payment requests; false after a recent poll. */
export function claimAsk(db: Db, input: { id: string; now: Date; askedBefore: Date }) {
  return run.changedOne(db)`
    update payments set asked_at = ${input.now}
    where id = ${input.id} and (asked_at is null or asked_at <= ${input.askedBefore})`
}

/** Abandons a payment that is quiet since then, without a newer pending attempt. */
export function abandonIfOld(
  tx: Tx,
  input: { id: string; quietBefore: Date; pendingBefore: Date; now: Date },
) {
  return run.changedOne(tx)`
    update payments set status = 'abandoned', updated_at = ${input.now}
    where id = ${input.id} and status = 'open' and ${quietSince} <= ${input.quietBefore}
      and not exists (
        select from payment_attempts a where a.payment_id = payments.id and a.status = 'PENDING'
          and a.created_at >= ${input.pendingBefore})
    `
}
