import { sql } from 'kysely'
import type { Db, Reader, Tx } from '#server/platform/db/tx.ts'
import type { Reference } from './erasure-order.ts'

type ExportRow = {
  id: string
  asked_at: Date
  ready_at: Date | null
  expires_at: Date | null
}

/** Finds the last export of a person that has not expired. */
export async function findLastExport(reader: Reader, input: { userId: string; now: Date }) {
  const { rows } = await sql<ExportRow>`
    select id, asked_at, ready_at, expires_at from data_exports
    where user_id = ${input.userId} and (expires_at is null or expires_at > ${input.now})
    order by asked_at desc, id desc limit 1`.execute(reader)
  return rows[0]
}

/** Inserts an export; answers false when one is being made. */
export async function insertExport(tx: Tx, input: { id: string; userId: string; now: Date }) {
  const { numAffectedRows } = await sql`
    insert into data_exports (id, user_id, asked_at)
    values (${input.id}, ${input.userId}, ${input.now})
    on conflict do nothing`.execute(tx)
  return numAffectedRows === 1n
}

export async function findOpenExportOwner(reader: Reader, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from data_exports where id = ${id} and ready_at is null`.execute(reader)
  return rows[0]?.user_id
}

/** Stores a finished export; answers false when another process has stored it. */
export async function finishExport(
  tx: Tx,
  made: { id: string; json: Buffer; pdf: Buffer; now: Date; expiresAt: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update data_exports set ready_at = ${made.now}, expires_at = ${made.expiresAt},
      json_sealed = ${made.json}, pdf_sealed = ${made.pdf}
    where id = ${made.id} and ready_at is null`.execute(tx)
  return numAffectedRows === 1n
}

export type SealedExport = { id: string; json: Buffer | null; pdf: Buffer | null }

export async function findReadyExport(reader: Reader, input: { userId: string; now: Date }) {
  const { rows } = await sql<SealedExport>`
    select id, json_sealed as json, pdf_sealed as pdf from data_exports
    where user_id = ${input.userId} and expires_at > ${input.now}
    order by asked_at desc, id desc limit 1`.execute(reader)
  return rows[0]
}

/** Next page of finished exports after an id, in order of id. */
export async function listExportsAfter(reader: Reader, id: string): Promise<SealedExport[]> {
  const { rows } = await sql<SealedExport>`
    select id, json_sealed as json, pdf_sealed as pdf from data_exports
    where id > ${id} and ready_at is not null order by id limit 20`.execute(reader)
  return rows
}

/** Replaces an encrypted export; false if it was deleted. */
export async function replaceExport(reader: Reader, { id, json, pdf }: SealedExport) {
  const { numAffectedRows } = await sql`
    update data_exports set json_sealed = ${json}, pdf_sealed = ${pdf}
    where id = ${id} and ready_at is not null`.execute(reader)
  return numAffectedRows === 1n
}

export async function deleteExports(tx: Tx, before: Date): Promise<void> {
  await sql`delete from data_exports where expires_at <= ${before}`.execute(tx)
}

export type ClosingRow = {
  id: string
  user_id: string
  asked_at: Date
  due_at: Date
  reminded_at: Date | null
  started_at: Date | null
}

/** Finds the requested account closing of a person, unless it was cancelled. */
export async function findClosingOf(
  reader: Reader,
  userId: string,
): Promise<ClosingRow | undefined> {
  const { rows } = await sql<ClosingRow>`
    select id, user_id, asked_at, due_at, reminded_at, started_at from account_closings
    where user_id = ${userId} and taken_back_at is null`.execute(reader)
  return rows[0]
}

export async function insertClosing(
  tx: Tx,
  input: { id: string; userId: string; now: Date; dueAt: Date },
): Promise<void> {
  await sql`
    insert into account_closings (id, user_id, asked_at, due_at)
    values (${input.id}, ${input.userId}, ${input.now}, ${input.dueAt})`.execute(tx)
}

/** Cancels a closing; answers false when there is none, or when the erasure has begun. */
export async function takeBackClosing(tx: Tx, input: { userId: string; now: Date }) {
  const { numAffectedRows } = await sql`
    update account_closings set taken_back_at = ${input.now}
    where user_id = ${input.userId} and taken_back_at is null and started_at is null`.execute(tx)
  return numAffectedRows === 1n
}

/** `dueAt`: text of the database, because a JavaScript date would lose its microseconds. */
export type DueClosing = { dueAt: string; userId: string }

/** Lists due closings, interrupted ones included, that come after `after`. */
export async function listDueClosings(
  db: Db,
  input: { now: Date; after: DueClosing | null; limit: number },
): Promise<DueClosing[]> {
  const { now, after, limit } = input
  const { rows } = await sql<DueClosing>`
    select due_at::text as "dueAt", user_id as "userId" from account_closings
    where due_at <= ${now} and taken_back_at is null and erased_at is null
      and (${after === null}
        or (due_at, user_id) > (${after?.dueAt ?? null}::text::timestamptz, ${after?.userId}::uuid))
    order by due_at, user_id limit ${limit}`.execute(db)
  return rows
}

/** Lists people whose closing is due before an instant and who were not reminded. */
export async function listClosingsToRemind(db: Db, input: { before: Date; limit: number }) {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from account_closings
    where due_at <= ${input.before} and taken_back_at is null and started_at is null
      and reminded_at is null
    order by due_at limit ${input.limit}`.execute(db)
  return rows.map((row) => row.user_id)
}

export async function markReminded(tx: Tx, input: { userId: string; now: Date }): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update account_closings set reminded_at = ${input.now}
    where user_id = ${input.userId} and taken_back_at is null and reminded_at is null`.execute(tx)
  return numAffectedRows === 1n
}

export async function postponeClosing(tx: Tx, input: { userId: string; dueAt: Date }) {
  await sql`
    update account_closings set due_at = ${input.dueAt}
    where user_id = ${input.userId} and taken_back_at is null and started_at is null`.execute(tx)
}

/** Starts the erasure and stores the claim; answers false when it was started before. */
export async function startClosing(
  tx: Tx,
  input: { userId: string; now: Date; claim: { pesos: number; sealed: Buffer } | null },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update account_closings set started_at = ${input.now},
      claim_pesos = ${input.claim?.pesos ?? null}, claim_sealed = ${input.claim?.sealed ?? null}
    where user_id = ${input.userId} and taken_back_at is null and started_at is null`.execute(tx)
  return numAffectedRows === 1n
}

export async function markErased(tx: Tx, input: { userId: string; now: Date }): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update account_closings set erased_at = ${input.now}
    where user_id = ${input.userId} and started_at is not null and erased_at is null`.execute(tx)
  return numAffectedRows === 1n
}

type Claim = { id: string; sealed: Buffer | null; pesos: number | null }

/** Next page of encrypted claims after an id, in order of id. */
export async function listClaimsAfter(reader: Reader, id: string): Promise<Claim[]> {
  const { rows } = await sql<Claim>`
    select id, claim_sealed as sealed, claim_pesos as pesos from account_closings
    where id > ${id} and claim_sealed is not null order by id limit 500`.execute(reader)
  return rows
}

export async function findClaimById(reader: Reader, id: string): Promise<Claim | undefined> {
  const { rows } = await sql<Claim>`
    select id, claim_sealed as sealed, claim_pesos as pesos from account_closings
    where id = ${id} and claim_sealed is not null`.execute(reader)
  return rows[0]
}

export async function replaceClaim(db: Reader, row: { id: string; sealed: Buffer; anew: Buffer }) {
  const { numAffectedRows } = await sql`
    update account_closings set claim_sealed = ${row.anew}
    where id = ${row.id} and claim_sealed = ${row.sealed}`.execute(db)
  return numAffectedRows === 1n
}

export type OpenThing = {
  kind: 'booking' | 'trip' | 'dispute' | 'withdrawal'
  id: string
  at: Date
}

/** Lists open bookings, trips, disputes and withdrawals, which block the closing of an account. */
export async function listOpenThings(reader: Reader, input: { userId: string; since: Date }) {
  const { rows } = await sql<OpenThing>`
    select 'booking' as kind, b.id, b.picks_up_at as at from bookings b
    where ${input.userId} in (b.passenger_id, b.driver_id)
      and (b.status in ('requested', 'confirmed') or b.closed_at is null
        and b.status in ('checked_in', 'no_show') and b.picks_up_at > ${input.since})
    union all
    select 'trip', t.id, t.departs_at from trips t
    where t.driver_id = ${input.userId} and t.status in ('published', 'in_progress')
    union all
    select 'dispute', d.booking_id, d.opened_at
    from disputes d join bookings b on b.id = d.booking_id
    where d.outcome is null and ${input.userId} in (b.passenger_id, b.driver_id)
    union all
    select 'withdrawal', w.id, w.created_at from withdrawals w
    where w.user_id = ${input.userId} and w.closed_at is null
    order by at, id limit 50`.execute(reader)
  return rows
}

/** Whether a top-up can still be approved: its money would arrive in a wallet without an owner. */
export async function hasOpenTopUp(reader: Reader, userId: string): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`
    select exists (select from payments where user_id = ${userId} and status = 'open') as open
    `.execute(reader)
  return rows[0]?.open ?? false
}

/** Lists a page of people with an account who were not told of a text yet. */
export async function listPeopleToTell(
  db: Db,
  input: { kind: string; cause: string; limit: number },
) {
  const { rows } = await sql<{ id: string }>`
    select u.id from users u
    where u.terms_version is not null
      and not exists (
        select from notifications n
        where n.user_id = u.id and n.kind = ${input.kind} and n.cause = ${input.cause})
      and not exists (select from account_closings c where c.user_id = u.id
        and c.started_at is not null)
    order by u.id limit ${input.limit}`.execute(db)
  return rows.map((row) => row.id)
}

/** Lists people who shared a trip or a conversation with this person, and so saw their name. */
export async function listCompanionsOf(reader: Reader, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select passenger_id as id from bookings where driver_id = ${userId}
    union select driver_id from bookings where passenger_id = ${userId}
    union select other.user_id from conversation_members mine
      join conversation_members other on other.conversation_id = mine.conversation_id
      where mine.user_id = ${userId} and other.user_id <> mine.user_id`.execute(reader)
  return rows.map((row) => row.id)
}

/** Counts people with an account who accepted terms. */
export async function countPeople(reader: Reader): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    select count(*) as people from users where terms_version is not null`.execute(reader)
  return rows[0]?.people ?? 0
}

/** Counts the people who were told of terms, by the cause of the message (`causeOf`). */
export async function countToldOfTerms(reader: Reader): Promise<Map<string, number>> {
  const { rows } = await sql<{ cause: string; people: number }>`
    select n.cause, count(*) as people from notifications n where n.kind = 'terms_coming'
    group by n.cause`.execute(reader)
  return new Map(rows.map(({ cause, people }) => [cause, people]))
}

/** Lists every foreign key between two tables, with one or more columns. */
export async function listForeignKeys(db: Reader): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select t.relname as "table", target.relname as target
    from pg_constraint k
    join pg_class t on t.oid = k.conrelid
    join pg_class target on target.oid = k.confrelid
    where k.contype = 'f' and t.relnamespace = 'public'::regnamespace`.execute(db)
  return rows
}
