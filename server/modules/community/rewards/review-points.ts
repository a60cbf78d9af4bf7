import type { ReviewOutcome, RewardReview } from '#contract/rewards.ts'
import { recordStaffAction } from '#server/modules/foundation/staff-actions/index.ts'
import {
  authorizeAct,
  findPeople,
  findTeamNames,
  tellUser,
} from '#server/modules/people/users/index.ts'
import { POINTS_JOB } from '#server/modules/travel/bookings/index.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { ActDeps, Deps, TellDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { derivedId } from '#server/platform/ids.ts'
import { isoDates } from '#server/platform/iso-dates.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { queueDueAt } from '#server/platform/office-hours.ts'
import type { Part } from '#server/platform/paging.ts'
import {
  closeReview,
  findHindrance,
  insertReview,
  listReviewRows,
  lockReview,
  type Review,
} from './points.queries.ts'
import { pointsDecided, pointsWaiting } from './rewards.messages.ts'

/** Job of the referrals module: the team decided about the points of a referral. */
export const REFERRAL_REVIEWED_JOB = 'referrals.reviewed'

/** Holds points until the team decides, once per trip or referral, and tells both people. */
export async function openReview(
  tx: Tx,
  deps: TellDeps,
  review: Pick<Review, 'kind' | 'subjectId' | 'firstId' | 'secondId' | 'signs'>,
): Promise<void> {
  const id = derivedId('reward_reviews', review.kind, review.subjectId)
  const isNew = await insertReview(tx, { ...review, id, openedAt: deps.clock.now() })
  if (!isNew) return
  for (const userId of [review.firstId, review.secondId]) {
    const data = { kind: review.kind }
    await tellUser(tx, deps, pointsWaiting, { userId, data, cause: id })
  }
}

export async function listReviews(
  { db }: Pick<Deps, 'db'>,
  part: { open: boolean } & Part,
): Promise<{ items: RewardReview[]; total: number }> {
  const { found, total } = await listReviewRows(db, part)
  const userIds = found.flatMap(({ firstId, secondId }) => [firstId, secondId])
  const people = await findPeople(db, userIds)
  const nameOf = await findTeamNames(
    db,
    found.map(({ resolvedBy }) => resolvedBy),
  )
  const personOf = (id: string) => ({ id, name: people.get(id)?.name ?? '' })
  const items = found.map(({ firstId, secondId, subjectId, resolvedBy, ...each }) => ({
    ...isoDates(each),
    bookingId: each.kind === 'trip' ? subjectId : null,
    first: personOf(firstId),
    second: personOf(secondId),
    dueAt: each.outcome ? null : queueDueAt(each.openedAt).toISOString(),
    decidedBy: resolvedBy && nameOf(resolvedBy),
  }))
  return { items, total }
}

/**
 * Pays or refuses points that wait, and tells both people. Idempotent. Errors:
 * `reward_review_not_found`, `reward_review_resolved`, those of `authorizeAct`.
 */
export function resolveReview(
  deps: ActDeps,
  { userId: by }: ActorId,
  { reviewId: id, outcome, note }: { reviewId: string; outcome: ReviewOutcome; note: string },
): Promise<ReviewOutcome> {
  return inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const review = await lockReview(tx, id)
    if (!review) throw new AppError('reward_review_not_found')
    if ([review.firstId, review.secondId].includes(by)) throw new AppError('forbidden')
    if (review.outcome === outcome) return outcome
    if (review.outcome) throw new AppError('reward_review_resolved')
    const subject = { kind: review.kind === 'trip' ? 'booking' : 'referral', id: review.subjectId }
    const act = { actor: by, permission: 'rewards.manage', signs: 'alone' } as const
    const affected = [review.firstId, review.secondId]
    await authorizeAct(tx, deps, { ...act, affected, subject })
    await closeReview(tx, { id, outcome, note, by, now })
    const entry = { at: now, action: 'reward_review.resolved', subject, reason: note }
    await recordStaffAction(tx, { userId: by }, { ...entry, details: { outcome, note } })
    await enqueue(tx, deps.clock, jobOf(review))
    const trip = outcome === 'pay' ? await findHindrance(tx, review) : null
    for (const userId of [review.firstId, review.secondId]) {
      const paid = outcome === 'pay' && trip === null
      const data = { kind: review.kind, paid, ...(trip && { trip }) }
      await tellUser(tx, deps, pointsDecided, { userId, data, cause: id })
    }
    return outcome
  })
}

function jobOf({ kind, subjectId }: Review) {
  return kind === 'trip'
    ? { name: POINTS_JOB, payload: { bookingId: subjectId } }
    : { name: REFERRAL_REVIEWED_JOB, payload: { referralId: subjectId } }
}
