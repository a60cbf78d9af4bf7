import { sql } from 'kysely'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'

export type ShareRow = {
  id: string
  userId: string
  tripId: string
  bookingId: string | null
  nameSealed: Buffer
  createdAt: Date
}

type Of = { userId: string; tripId: string }
type Sealed = { id: string; sealed: Buffer }
const columns = sql`
  id, user_id as "userId", trip_id as "tripId", booking_id as "bookingId",
  name_sealed as "nameSealed", created_at as "createdAt"`

export async function insertShare(tx: Tx, share: ShareRow & { hash: Buffer }) {
  await sql`
    insert into trip_shares (id, user_id, trip_id, booking_id, token_hash, name_sealed, created_at)
    values (${share.id}, ${share.userId}, ${share.tripId}, ${share.bookingId}, ${share.hash},
      ${share.nameSealed}, ${share.createdAt})`.execute(tx)
}

export function listSharesOf(db: Reader, of: Of) {
  return run.rows<ShareRow>(db)`
    select ${columns} from trip_shares where trip_id = ${of.tripId} and user_id = ${of.userId}
    order by created_at desc, id`
}

export function findShareByHash(db: Reader, hash: Buffer) {
  return run.row<ShareRow>(db)`
    select ${columns} from trip_shares where token_hash = ${hash}`
}

/** Deletes a link of a person; answers it, or undefined if the person has no such link. */
export function deleteShare(tx: Tx, share: { id: string; userId: string }) {
  return run.row<ShareRow>(tx)`
    delete from trip_shares where id = ${share.id} and user_id = ${share.userId}
    returning ${columns}`
}

export async function keepPosition(tx: Tx, position: Of & Sealed & { at: Date }) {
  await sql`
    insert into shared_positions (id, user_id, trip_id, sealed, at)
    values (${position.id}, ${position.userId}, ${position.tripId}, ${position.sealed},
      ${position.at})
    on conflict (trip_id, user_id) do update
    set id = excluded.id, sealed = excluded.sealed, at = excluded.at
    where shared_positions.at <= excluded.at`.execute(tx)
}

export function findPosition(db: Reader, of: Of) {
  return run.row<Sealed & { at: Date }>(db)`
    select id, sealed, at from shared_positions
    where trip_id = ${of.tripId} and user_id = ${of.userId}`
}

export async function deletePosition(tx: Tx, of: Of) {
  await sql`
    delete from shared_positions
    where trip_id = ${of.tripId} and user_id = ${of.userId}`.execute(tx)
}

/** Next page of stored positions after an id. */
export function listPositionsAfter(db: Reader, id: string) {
  return run.rows<Of & { id: string }>(db)`
    select id, user_id as "userId", trip_id as "tripId"
    from shared_positions where id > ${id} order by id limit 200`
}

/** Deletes links, positions and messages to contacts of trips that ended before `before`. */
export async function purgeShares(tx: Tx, before: Date): Promise<void> {
  await sql`
    delete from trip_shares s using trips t
    where t.id = s.trip_id and t.arrives_at < ${before}`.execute(tx)
  await sql`
    delete from shared_positions p using trips t
    where t.id = p.trip_id and t.arrives_at < ${before}`.execute(tx)
  await sql`
    delete from trusted_contact_news n using trips t
    where t.id = n.trip_id and t.arrives_at < ${before}`.execute(tx)
}
