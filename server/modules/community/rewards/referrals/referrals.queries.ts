import { sql } from 'kysely'
import type { ReferralStatus } from '#contract/referrals.ts'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'

export function findCodeOf(db: Reader, userId: string) {
  return run.value<{ code: string }>(db)`
    select code from referral_codes where user_id = ${userId}`
}

export function findOwnerOfCode(db: Reader, code: string) {
  return run.value<{ userId: string }>(db)`
    select user_id as "userId" from referral_codes where code = ${code}`
}

/** Inserts a code; answers false when the person has a code, or another person has this one. */
export function insertCode(
  tx: Tx,
  { userId, code, now }: { userId: string; code: string; now: Date },
) {
  return run.changedOne(tx)`
    insert into referral_codes (user_id, code, created_at) values (${userId}, ${code}, ${now})
    on conflict do nothing`
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

export function findReferralOfFriend(db: Reader, friendId: string) {
  return run.row<Referral>(db)`
    select ${columns} from referrals r where r.friend_id = ${friendId}`
}

const LISTED = 50

/** Lists the referrals by this person's code, the latest first. */
export function listReferralsOf(db: Reader, referrerId: string) {
  return run.rows<Referral>(db)`
    select ${columns} from referrals r where r.referrer_id = ${referrerId}
    order by r.claimed_at desc, r.id limit ${LISTED}`
}

export async function insertReferral(
  tx: Tx,
  r: Pick<Referral, 'id' | 'friendId' | 'referrerId' | 'claimedAt'>,
) {
  await sql`
    insert into referrals (id, friend_id, referrer_id, status, claimed_at)
    values (${r.id}, ${r.friendId}, ${r.referrerId}, 'waiting', ${r.claimedAt})
    on conflict do nothing`.execute(tx)
}

/** Lists the referrals of these friends, locked in the order of ids. */
export function lockReferralsOf(tx: Tx, friendIds: readonly string[]) {
  return run.rows<Referral>(tx)`
    select ${columns} from referrals r where r.friend_id = any(${[...friendIds]}::uuid[])
    order by r.id for update`
}

export function lockReferral(tx: Tx, id: string) {
  return run.row<Referral>(tx)`
    select ${columns} from referrals r where r.id = ${id} for update`
}

/** Writes the state of a referral. The caller has locked the row. */
export async function markReferral(
  tx: Tx,
  { id, status, bookingId, now }: Pick<Referral, 'id' | 'status' | 'bookingId'> & { now: Date },
) {
  await sql`
    update referrals set status = ${status}, booking_id = ${bookingId}, settled_at = ${now}
    where id = ${id}`.execute(tx)
}

/** Serialises the settlement of referrals of one person, so that the monthly limit holds. */
export async function lockReferrer(tx: Tx, userId: string) {
  await sql`
    select user_id from referral_codes where user_id = ${userId} for no key update`.execute(tx)
}

export function countPaid(db: Reader, { referrerId, since }: { referrerId: string; since: Date }) {
  return run.value<{ paid: number }>(db, 0)`
    select count(*) as paid from referrals
    where referrer_id = ${referrerId} and status = 'paid' and settled_at >= ${since}`
}

export type ReferralBooking = {
  status: string
  passengerId: string
  driverId: string
  /** True for a completed booking with a boarding that earns points. */
  counts: boolean
}

export function findSides(db: Reader, bookingId: string) {
  return run.row<ReferralBooking>(db)`
    select status, passenger_id as "passengerId", driver_id as "driverId",
      status = 'completed' and boarding_witnessed(checked_in_by) as counts
    from bookings where id = ${bookingId}`
}

/** Finds when an account was created, and whether its person has completed a booking. */
export function findNewcomer(db: Reader, userId: string) {
  return run.row<{ createdAt: Date; hasTravelled: boolean }>(db)`
    select u.created_at as "createdAt",
      exists (select from bookings b where b.passenger_id = u.id and b.status = 'completed')
      or exists (select from bookings b where b.driver_id = u.id and b.status = 'completed')
        as "hasTravelled"
    from users u where u.id = ${userId}`
}

/** Lists referrals that are paid or were paid and undone, in order of id. */
export function listPaidAfter(db: Reader, after: string | null, limit: number) {
  return run.rows<Referral>(db)`
    select ${columns} from referrals r
    where r.status in ('paid', 'undone') and (${after}::uuid is null or r.id > ${after}::uuid)
    order by r.id limit ${limit}`
}
