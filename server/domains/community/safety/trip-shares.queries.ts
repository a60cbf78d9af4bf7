import { sql } from 'kysely'
import type { Reader, Tx } from '#server/platform/db/tx.ts'

export type ShareRow = {
  id: string
  userId: string
  tripId: string
  bookingId: string | null
  nameSealed: Buffer
  createdAt: Date
}

export async function insertShare(tx: Tx, share: ShareRow & { hash: Buffer }): Promise<void> {
  await sql`
    insert into trip_shares (id, user_id, trip_id, booking_id, token_hash, name_sealed, created_at)
    values (${share.id}, ${share.userId}, ${share.tripId}, ${share.bookingId}, ${share.hash},
      ${share.nameSealed}, ${share.createdAt})`.execute(tx)
}

/** Lists the links of a person for one trip, the newest first. */
export async function sharesOf(
  db: Reader,
  of: { userId: string; tripId: string },
): Promise<ShareRow[]> {
  const { rows } = await sql<ShareRow>`
    select id, user_id as "userId", trip_id as "tripId", booking_id as "bookingId",
      name_sealed as "nameSealed", created_at as "createdAt"
    from trip_shares where trip_id = ${of.tripId} and user_id = ${of.userId}
    order by created_at desc, id`.execute(db)
  return rows
}

export async function shareByHash(db: Reader, hash: Buffer): Promise<ShareRow | undefined> {
  const { rows } = await sql<ShareRow>`
    select id, user_id as "userId", trip_id as "tripId", booking_id as "bookingId",
      name_sealed as "nameSealed", created_at as "createdAt"
    from trip_shares where token_hash = ${hash}`.execute(db)
  return rows[0]
}

/** Deletes a link of a person; answers its trip, or undefined if the person has no such link. */
export async function deleteShare(
  tx: Tx,
  share: { id: string; userId: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ tripId: string }>`
    delete from trip_shares where id = ${share.id} and user_id = ${share.userId}
    returning trip_id as "tripId"`.execute(tx)
  return rows[0]?.tripId
}

/** Stores a position unless a newer one is stored. */
export async function keepPosition(
  tx: Tx,
  position: { id: string; userId: string; tripId: string; sealed: Buffer; at: Date },
): Promise<void> {
  await sql`
    insert into shared_positions (id, user_id, trip_id, sealed, at)
    values (${position.id}, ${position.userId}, ${position.tripId}, ${position.sealed},
      ${position.at})
    on conflict (trip_id, user_id) do update
    set id = excluded.id, sealed = excluded.sealed, at = excluded.at
    where shared_positions.at <= excluded.at`.execute(tx)
}

export async function findPosition(
  db: Reader,
  of: { userId: string; tripId: string },
): Promise<{ id: string; sealed: Buffer; at: Date } | undefined> {
  const { rows } = await sql<{ id: string; sealed: Buffer; at: Date }>`
    select id, sealed, at from shared_positions
    where trip_id = ${of.tripId} and user_id = ${of.userId}`.execute(db)
  return rows[0]
}

export async function deletePosition(
  tx: Tx,
  of: { userId: string; tripId: string },
): Promise<void> {
  await sql`
    delete from shared_positions
    where trip_id = ${of.tripId} and user_id = ${of.userId}`.execute(tx)
}

/** Next page of stored positions after an id, each with the booking of its newest link. */
export async function positionsAfter(
  db: Reader,
  id: string,
): Promise<{ id: string; userId: string; tripId: string; bookingId: string | null }[]> {
  const { rows } = await sql<{
    id: string
    userId: string
    tripId: string
    bookingId: string | null
  }>`
    select p.id, p.user_id as "userId", p.trip_id as "tripId",
      (select s.booking_id from trip_shares s
       where s.trip_id = p.trip_id and s.user_id = p.user_id
       order by s.created_at desc limit 1) as "bookingId"
    from shared_positions p where p.id > ${id} order by p.id limit 200`.execute(db)
  return rows
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

type Sealed = { id: string; sealed: Buffer }

/** Next page of encrypted names after an id, in order of id. */
export async function sealedNamesAfter(db: Reader, id: string): Promise<Sealed[]> {
  const { rows } = await sql<Sealed>`
    select id, name_sealed as sealed from trip_shares
    where id > ${id} order by id limit 100`.execute(db)
  return rows
}

type Renewed = Sealed & { anew: Buffer }

/** Replaces an encrypted name; answers false if it has changed since it was read. */
export async function replaceSealedName(db: Reader, name: Renewed): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update trip_shares set name_sealed = ${name.anew}
    where id = ${name.id} and name_sealed = ${name.sealed}`.execute(db)
  return numAffectedRows === 1n
}

/** Next page of encrypted positions after an id, in order of id. */
export async function sealedPositionsAfter(db: Reader, id: string): Promise<Sealed[]> {
  const { rows } = await sql<Sealed>`
    select id, sealed from shared_positions where id > ${id} order by id limit 100`.execute(db)
  return rows
}

/** Replaces an encrypted position; answers false if a newer one has been stored since. */
export async function replaceSealedPosition(db: Reader, position: Renewed): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update shared_positions set sealed = ${position.anew}
    where id = ${position.id} and sealed = ${position.sealed}`.execute(db)
  return numAffectedRows === 1n
}
