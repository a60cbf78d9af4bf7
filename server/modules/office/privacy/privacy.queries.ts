import { type Db, type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import type { Reference } from './erasure-order.ts'

/** Finds the last export of a person that has not expired. */
export function findLastExport(reader: Reader, input: { userId: string; now: Date }) {
  return run.row<{ askedAt: Date; readyAt: Date | null; expiresAt: Date | null }>(reader)`
    select asked_at as "askedAt", ready_at as "readyAt", expires_at as "expiresAt"
    from data_exports
    where user_id = ${input.userId} and (expires_at is null or expires_at > ${input.now})
    order by asked_at desc, id desc limit 1`
}

/** Inserts an export; answers false when one is being made. */
export function insertExport(tx: Tx, input: { id: string; userId: string; now: Date }) {
  return run.changedOne(tx)`
    insert into data_exports (id, user_id, asked_at)
    values (${input.id}, ${input.userId}, ${input.now})
    on conflict do nothing`
}

export function findOpenExportOwner(reader: Reader, id: string) {
  return run.value<{ user_id: string }>(reader)`
    select user_id from data_exports where id = ${id} and ready_at is null`
}

/** Stores a finished export; answers false when another process has stored it. */
export function finishExport(
  tx: Tx,
  made: { id: string; json: Buffer; pdf: Buffer; now: Date; expiresAt: Date },
) {
  return run.changedOne(tx)`
    update data_exports set ready_at = ${made.now}, expires_at = ${made.expiresAt},
      json_sealed = ${made.json}, pdf_sealed = ${made.pdf}
    where id = ${made.id} and ready_at is null`
}

export type SealedExport = { id: string; json: Buffer | null; pdf: Buffer | null }

export function findReadyExport(reader: Reader, input: { userId: string; now: Date }) {
  return run.row<SealedExport>(reader)`
    select id, json_sealed as json, pdf_sealed as pdf from data_exports
    where user_id = ${input.userId} and expires_at > ${input.now}
    order by asked_at desc, id desc limit 1`
}

/** Lists a page of people with an account who were not told of a text yet. */
export function listPeopleToTell(db: Db, input: { kind: string; cause: string; limit: number }) {
  return run.values<{ id: string }>(db)`
    select u.id from users u
    where u.terms_version is not null
      and not exists (
        select from notifications n
        where n.user_id = u.id and n.kind = ${input.kind} and n.cause = ${input.cause})
      and not exists (select from account_closings c where c.user_id = u.id
        and c.started_at is not null)
    order by u.id limit ${input.limit}`
}

/** Lists people who saw the name of this person: of a trip, a conversation or an invitation. */
export function listCompanionsOf(reader: Reader, userId: string) {
  return run.values<{ id: string }>(reader)`
    select passenger_id as id from bookings where driver_id = ${userId}
    union select driver_id from bookings where passenger_id = ${userId}
    union select other.user_id from conversation_members mine
      join conversation_members other on other.conversation_id = mine.conversation_id
      where mine.user_id = ${userId} and other.user_id <> mine.user_id
    union select referrer_id from referrals where friend_id = ${userId}
    union select friend_id from referrals where referrer_id = ${userId}`
}

/** Counts people with an account who accepted terms. */
export function countPeople(reader: Reader) {
  return run.value<{ people: number }>(reader, 0)`
    select count(*) as people from users where terms_version is not null`
}

/** Counts who was told of terms or a policy, by the cause of the message (`causeOf`). */
export async function countToldOfTerms(reader: Reader): Promise<Map<string, number>> {
  const rows = await run.rows<{ cause: string; people: number }>(reader)`
    select n.cause, count(*) as people from notifications n where n.kind = 'terms_coming'
    group by n.cause`
  return new Map(rows.map(({ cause, people }) => [cause, people]))
}

/** Lists every foreign key between two tables, with one or more columns. */
export function listForeignKeys(db: Reader) {
  return run.rows<Reference>(db)`
    select t.relname as "table", target.relname as target
    from pg_constraint k
    join pg_class t on t.oid = k.conrelid
    join pg_class target on target.oid = k.confrelid
    where k.contype = 'f' and t.relnamespace = 'public'::regnamespace`
}
