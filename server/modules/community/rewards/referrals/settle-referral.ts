import type { ReviewSign } from '#contract/rewards.ts'
import { awardReferralPoints, takeReferralPoints } from '#server/modules/bank/ledger/index.ts'
import { listSharedSigns } from '#server/modules/people/access/index.ts'
import { findPeople, tellUser } from '#server/modules/people/users/index.ts'
import { bogotaDate, startOfBogotaDate } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { ActDeps } from '#server/platform/deps.ts'
import { findReview } from '../points.queries.ts'
import { policyNow } from '../policy.ts'
import { openReview } from '../review-points.ts'
import { pointsTaken } from '../rewards.messages.ts'
import { referralPaid } from './referrals.messages.ts'
import {
  countPaid,
  findSides,
  lockReferral,
  lockReferralsOf,
  lockReferrer,
  markReferral,
  type Referral,
  type ReferralBooking,
} from './referrals.queries.ts'

/**
 * Pays the referrals of both people in a booking, if it is the first with a witnessed boarding and
 * without their referrer; takes points back when it no longer counts. Referrals that may be of one
 * human, or above the monthly limit, wait for the team. Safe to repeat.
 */
export async function settleReferrals(deps: ActDeps, bookingId: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const booking = await findSides(tx, bookingId)
    if (!booking) return
    const { passengerId, driverId } = booking
    for (const referral of await lockReferralsOf(tx, [passengerId, driverId])) {
      if (referral.bookingId === bookingId) {
        if (booking.status !== 'completed') await undo(tx, deps, referral)
      } else if (referral.status === 'waiting' && booking.counts) {
        await consider(tx, deps, { referral, booking, bookingId })
      }
    }
  })
}

/** Applies the team's decision about a referral. */
export async function settleReviewed(deps: ActDeps, referralId: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const referral = await lockReferral(tx, referralId)
    if (referral?.status !== 'review' || !referral.bookingId) return
    const review = await findReview(tx, 'referral', referralId)
    if (!review?.outcome) return
    const booking = await findSides(tx, referral.bookingId)
    if (!booking?.counts) await mark(tx, deps, referral, 'undone')
    else if (review.outcome === 'pay') await pay(tx, deps, referral)
    else await mark(tx, deps, referral, 'refused')
  })
}

type Considered = { referral: Referral; booking: ReferralBooking; bookingId: string }

async function consider(tx: Tx, deps: ActDeps, considered: Considered): Promise<void> {
  const { referral, booking, bookingId } = considered
  const { friendId, referrerId } = referral
  const others = [booking.passengerId, booking.driverId].filter((id) => id !== friendId)
  if (others.includes(referrerId)) return
  await lockReferrer(tx, referrerId)
  const signs = new Set<ReviewSign>()
  for (const id of [friendId, ...others]) {
    for (const sign of await listSharedSigns(tx, referrerId, id)) signs.add(sign)
  }
  if (await isOverLimit(tx, deps, referrerId)) signs.add('month_limit')
  const tied = { ...referral, bookingId }
  if (signs.size === 0) return await pay(tx, deps, tied)
  await mark(tx, deps, tied, 'review')
  const people = { firstId: referrerId, secondId: friendId }
  const subject = { kind: 'referral' as const, subjectId: referral.id }
  await openReview(tx, deps, { ...subject, ...people, signs: [...signs] })
}

async function isOverLimit(tx: Tx, { clock }: ActDeps, referrerId: string): Promise<boolean> {
  const today = bogotaDate(clock.now())
  const since = startOfBogotaDate(`${today.slice(0, 7)}-01`)
  return (await countPaid(tx, { referrerId, since })) >= policyNow(today).referrals.perMonth
}

function mark(tx: Tx, { clock }: ActDeps, { id, bookingId }: Referral, status: Referral['status']) {
  return markReferral(tx, { id, status, bookingId, now: clock.now() })
}

/** People with points by the policy of a day, in the order in which their accounts are locked. */
function sidesOf({ friendId, referrerId }: Referral, at: Date) {
  const { points } = policyNow(bogotaDate(at))
  return [
    { userId: friendId, due: points.friend, otherId: referrerId },
    { userId: referrerId, due: points.referrer, otherId: friendId },
  ]
    .filter(({ due }) => due > 0)
    .sort((a, b) => (a.userId < b.userId ? -1 : 1))
}

/** Pays a referral by the policy of the day of payment. */
async function pay(tx: Tx, deps: ActDeps, referral: Referral): Promise<void> {
  const now = deps.clock.now()
  const { id: causeId, friendId, referrerId } = referral
  await mark(tx, deps, referral, 'paid')
  const people = await findPeople(tx, [friendId, referrerId])
  for (const { userId, due, otherId } of sidesOf(referral, now)) {
    await awardReferralPoints(tx, { causeId, userId, points: due, now })
    const data = { name: people.get(otherId)?.name ?? '', points: due }
    await tellUser(tx, deps, referralPaid, { userId, data, cause: causeId })
  }
}

async function undo(tx: Tx, deps: ActDeps, referral: Referral): Promise<void> {
  const { id: causeId, status } = referral
  if (status !== 'paid') return
  const now = deps.clock.now()
  await mark(tx, deps, referral, 'undone')
  for (const { userId } of sidesOf(referral, referral.settledAt ?? now)) {
    const { taken, missing } = await takeReferralPoints(tx, { causeId, userId, now })
    await tellUser(tx, deps, pointsTaken, { userId, data: { taken, missing }, cause: causeId })
  }
}
