import { bogotaDate } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'
import { isGiven } from '../check-points.ts'
import { listGivenPoints } from '../points.queries.ts'
import { policyOn } from '../policy.ts'
import { listPaidAfter } from './referrals.queries.ts'

const AT_ONCE = 500

const movements = { gives: 'points.referral', undo: 'points.referral_undone' } as const

/** Lists referrals whose points do not match their state and the policy of their day. */
export async function referralsThatDiffer({ db }: Pick<Deps, 'db'>): Promise<string[]> {
  const wrong: string[] = []
  let after: string | null = null
  for (;;) {
    const part: Awaited<ReturnType<typeof listPaidAfter>> = await listPaidAfter(db, after, AT_ONCE)
    const causes = part.flatMap(({ id: causeId, friendId, referrerId }) =>
      [friendId, referrerId].map((userId) => ({ causeId, userId })),
    )
    const given = await listGivenPoints(db, { ...movements, causes })
    for (const referral of part) {
      const { id, friendId, referrerId, status } = referral
      const own = given.filter(({ causeId }) => causeId === id)
      const policy = status === 'paid' && policyOn(bogotaDate(referral.settledAt ?? new Date(0)))
      const due = policy
        ? [
            { userId: friendId, points: policy.points.friend },
            { userId: referrerId, points: policy.points.referrer },
          ].filter(({ points }) => points > 0)
        : []
      const isRight = status === 'paid' ? isGiven(due, own) : own.every((each) => each.undone)
      if (!isRight) wrong.push(id)
    }
    after = part.at(-1)?.id ?? null
    if (part.length < AT_ONCE) return wrong
  }
}
