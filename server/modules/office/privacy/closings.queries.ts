import { sql } from 'kysely'
import { type Db, type Reader, run, type Tx } from '#server/platform/db/tx.ts'

export type ClosingRow = {
  id: string
  asked_at: Date
  due_at: Date
  reminded_at: Date | null
  started_at: Date | null
}

/** Finds the requested account closing of a person, unless it was cancelled. */
export function findClosingOf(reader: Reader, userId: string) {
  return run.row<ClosingRow>(reader)`
    select id, asked_at, due_at, reminded_at, started_at from account_closings
    where user_id = ${userId} and taken_back_at is null`
}

export async function insertClosing(
  tx: Tx,
  input: { id: string; userId: string; now: Date; dueAt: Date },
) {
  await sql`
    insert into account_closings (id, user_id, asked_at, due_at)
    values (${input.id}, ${input.userId}, ${input.now}, ${input.dueAt})`.execute(tx)
}

/** Cancels a closing; answers false when there is none, or when the erasure has begun. */
export function takeBackClosing(tx: Tx, input: { userId: string; now: Date }) {
  return run.changedOne(tx)`
    update account_closings set taken_back_at = ${input.now}
    where user_id = ${input.userId} and taken_back_at is null and started_at is null`
}

/** `dueAt`: text of the database, because a JavaScript date would lose its microseconds. */
export type DueClosing = { dueAt: string; userId: string }

/** Lists due closings, interrupted ones included, that come after `after`. */
export function listDueClosings(
  db: Db,
  input: { now: Date; after: DueClosing | null; limit: number },
) {
  const { now, after, limit } = input
  return run.rows<DueClosing>(db)`
    select due_at::text as "dueAt", user_id as "userId" from account_closings
    where due_at <= ${now} and taken_back_at is null and erased_at is null
      and (${after === null}
        or (due_at, user_id) > (${after?.dueAt ?? null}::text::timestamptz, ${after?.userId}::uuid))
    order by due_at, user_id limit ${limit}`
}

/** Lists people whose closing is due before an instant and who were not reminded. */
export function listClosingsToRemind(db: Db, input: { before: Date; limit: number }) {
  return run.values<{ user_id: string }>(db)`
    select user_id from account_closings
    where due_at <= ${input.before} and taken_back_at is null and started_at is null
      and reminded_at is null
    order by due_at limit ${input.limit}`
}

/** Marks the reminder and returns when the account closes: not before `soonest`. */
export function markReminded(tx: Tx, input: { userId: string; now: Date; soonest: Date }) {
  return run.value<{ due_at: Date }>(tx)`
    update account_closings
    set reminded_at = ${input.now}, due_at = greatest(due_at, ${input.soonest})
    where user_id = ${input.userId} and taken_back_at is null and started_at is null
      and reminded_at is null
    returning due_at`
}

export async function postponeClosing(tx: Tx, input: { userId: string; dueAt: Date }) {
  await sql`
    update account_closings set due_at = ${input.dueAt}
    where user_id = ${input.userId} and taken_back_at is null and started_at is null`.execute(tx)
}

/** Starts the erasure; answers false when it was started before. */
export function startClosing(tx: Tx, input: { userId: string; now: Date }) {
  return run.changedOne(tx)`
    update account_closings set started_at = ${input.now}
    where user_id = ${input.userId} and taken_back_at is null and started_at is null`
}

export function markErased(tx: Tx, input: { userId: string; now: Date }) {
  return run.changedOne(tx)`
    update account_closings set erased_at = ${input.now}
    where user_id = ${input.userId} and started_at is not null and erased_at is null`
}

/** Lists erased accounts whose digests can go: without a card top-up after `before`. */
export function listDigestsToErase(db: Db, input: { before: Date; limit: number }) {
  return run.rows<{ id: string; userId: string }>(db)`
    select c.id, c.user_id as "userId" from account_closings c
    where c.erased_at is not null and c.digests_erased_at is null and not exists (
      select from payments p join payment_attempts a on a.payment_id = p.id
      where p.user_id = c.user_id and a.credit_transfer is not null
        and a.updated_at > ${input.before}
        and coalesce(a.method, 'CARD') not in ('PSE', 'NEQUI')
        and coalesce(a.method, 'CARD') not like 'BANCOLOMBIA%')
    order by c.id limit ${input.limit}`
}

export async function markDigestsErased(tx: Tx, input: { id: string; now: Date }) {
  await sql`
    update account_closings set digests_erased_at = ${input.now} where id = ${input.id}`.execute(tx)
}
