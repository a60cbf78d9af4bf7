import { sql } from 'kysely'
import type { ReferralStatus } from '#contract/referrals.ts'
import type { Reader, Tx } from '#server/platform/db/tx.ts'

export async function findCodeOf(db: Reader, userId: string): Promise<string | undefined> {
  const { rows } = await sql<{ code: string }>`
    select code from referral_codes where user_id = ${userId}`.execute(db)
  return rows[0]?.code
}

export async function findOwnerOfCode(db: Reader, code: string): Promise<string | undefined> {
  const { rows } = await sql<{ userId: string }>`
    select user_id as "userId" from referral_codes where code = ${code}`.execute(db)
  return rows[0]?.userId
}

/** Inserts a code; answers false when the person has a code, or another person has this one. */
export async function insertCode(
  tx: Tx,
  { userId, code, now }: { userId: string; code: string; now: Date },
): Promise<boolean> {
  const done = await sql`
    insert into referral_codes (user_id, code, created_at) values (${userId}, ${code}, ${now})
    on conflict do nothing`.execute(tx)
  return done.numAffectedRows === 1n
}

export type Referral = {
  id: string
  friendId: string
  referrerId: string
  status: ReferralStatus
  claimedAt: Date
  bookingId: string | null
  settledAt: Date | null
}

const columns = sql`
  r.id, r.friend_id as "friendId", r.referrer_id as "referrerId", r.status,
  r.claimed_at as "claimedAt", r.booking_id as "bookingId", r.settled_at as "settledAt"`

export async function findReferralOfFriend(db: Reader, friendId: string) {
  const { rows } = await sql<Referral>`
    select ${columns} from referrals r where r.friend_id = ${friendId}`.execute(db)
  return rows[0]
}

const LISTED = 50

/** Lists the referrals by this person's code, the latest first. */
export async function listReferralsOf(db: Reader, referrerId: string): Promise<Referral[]> {
  const { rows } = await sql<Referral>`
    select ${columns} from referrals r where r.referrer_id = ${referrerId}
    order by r.claimed_at desc, r.id limit ${LISTED}`.execute(db)
  return rows
}

export async function insertReferral(
  tx: Tx,
  r: Pick<Referral, 'id' | 'friendId' | 'referrerId' | 'claimedAt'>,
): Promise<void> {
  await sql`
    insert into referrals (id, friend_id, referrer_id, status, claimed_at)
    values (${r.id}, ${r.friendId}, ${r.referrerId}, 'waiting', ${r.claimedAt})
    on conflict do nothing`.execute(tx)
}

/** Lists the referrals of these friends, locked in the order of ids. */
export async function lockReferralsOf(tx: Tx, friendIds: readonly string[]): Promise<Referral[]> {
  const { rows } = await sql<Referral>`
    select ${columns} from referrals r where r.friend_id = any(${[...friendIds]}::uuid[])
    order by r.id for update`.execute(tx)
  return rows
}

export async function lockReferral(tx: Tx, id: string): Promise<Referral | undefined> {
  const { rows } = await sql<Referral>`
    select ${columns} from referrals r where r.id = ${id} for update`.execute(tx)
  return rows[0]
}

/** Writes the state of a referral. The caller has locked the row. */
export async function markReferral(
  tx: Tx,
  { id, status, bookingId, now }: Pick<Referral, 'id' | 'status' | 'bookingId'> & { now: Date },
): Promise<void> {
  await sql`
    update referrals set status = ${status}, booking_id = ${bookingId}, settled_at = ${now}
    where id = ${id}`.execute(tx)
}

/** Serialises the settlement of referrals of one person, so that the monthly limit holds. */
export async function lockReferrer(tx: Tx, userId: string): Promise<void> {
  await sql`
    select user_id from referral_codes where user_id = ${userId} for no key update`.execute(tx)
}

export async function countPaid(
  db: Reader,
  { referrerId, since }: { referrerId: string; since: Date },
): Promise<number> {
  const { rows } = await sql<{ paid: number }>`
    select count(*) as paid from referrals
    where referrer_id = ${referrerId} and status = 'paid' and settled_at >= ${since}`.execute(db)
  return rows[0]?.paid ?? 0
}

export type ReferralBooking = {
  status: string
  passengerId: string
  driverId: string
  /** True for a completed booking with a boarding that earns points. */
  counts: boolean
}

export async function findSides(
  db: Reader,
  bookingId: string,
): Promise<ReferralBooking | undefined> {
  const { rows } = await sql<ReferralBooking>`
    select status, passenger_id as "passengerId", driver_id as "driverId",
      status = 'completed' and boarding_witnessed(checked_in_by) as counts
    from bookings where id = ${bookingId}`.execute(db)
  return rows[0]
}

/** Finds when an account was created, and whether its person has completed a booking. */
export async function findNewcomer(
  db: Reader,
  userId: string,
): Promise<{ createdAt: Date; hasTravelled: boolean } | undefined> {
  const { rows } = await sql<{ createdAt: Date; hasTravelled: boolean }>`
    select u.created_at as "createdAt",
      exists (select from bookings b where b.passenger_id = u.id and b.status = 'completed')
      or exists (select from bookings b where b.driver_id = u.id and b.status = 'completed')
        as "hasTravelled"
    from users u where u.id = ${userId}`.execute(db)
  return rows[0]
}

/** Lists referrals that are paid or were paid and undone, in order of id. */
export async function listPaidAfter(
  db: Reader,
  after: string | null,
  limit: number,
): Promise<Referral[]> {
  const { rows } = await sql<Referral>`
    select ${columns} from referrals r
    where r.status in ('paid', 'undone') and (${after}::uuid is null or r.id > ${after}::uuid)
    order by r.id limit ${limit}`.execute(db)
  return rows
}
