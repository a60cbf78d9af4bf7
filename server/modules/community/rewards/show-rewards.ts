import type { CardProgress, PointsMovement, Reward } from '#contract/rewards.ts'
import {
  findPoints,
  pointsId,
  statement,
  statementLength,
} from '#server/modules/bank/ledger/index.ts'
import { bogotaDate } from '#server/platform/clock.ts'
import type { Deps, ReadDeps } from '#server/platform/deps.ts'
import { assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import type { Part } from '#server/platform/paging.ts'
import { cardFor, goldCriteria, greenCriteria } from './card.ts'
import { findCard, findCardFacts } from './cards.queries.ts'
import { policyNow } from './policy.ts'
import { listOfferedItems, type OfferedItem } from './rewards.queries.ts'

/** Shows the points, today's rules for earning them, the card and the rewards. */
export async function showRewards({ db, clock }: ReadDeps, { userId }: ActorId) {
  const now = clock.now()
  const today = bogotaDate(now)
  const policy = policyNow(today)
  return {
    points: await findPoints(db, userId),
    earning: { since: policy.from, ...policy.points },
    card: await progressOf({ db, clock }, userId),
    rewards: (await listOfferedItems(db, { userId, today })).map(presentReward),
  }
}

async function progressOf({ db, clock }: ReadDeps, userId: string): Promise<CardProgress> {
  const now = clock.now()
  const policy = policyNow(bogotaDate(now))
  const facts = (await findCardFacts(db, { userIds: [userId], now })).get(userId)
  assert(facts, `no person ${userId}`)
  const stored = await findCard(db, userId)
  return {
    card: stored?.card ?? null,
    since: stored?.card ? stored.since.toISOString() : null,
    next: cardFor(facts, policy, now),
    green: greenCriteria(facts),
    gold: goldCriteria(facts, policy, now),
    activeDays: policy.gold.activeDays,
  }
}

function presentReward({ createdAt: _c, retiredAt: _r, mine, ...item }: OfferedItem): Reward {
  return { ...item, left: Math.max(0, item.perPerson - mine) }
}

const kinds: Record<string, PointsMovement['kind']> = {
  points_trip: 'trip',
  points_referral: 'referral',
  points_redeemed: 'redeemed',
  points_undone: 'undone',
}

export async function pointMovements(
  { db }: Pick<Deps, 'db'>,
  { userId }: ActorId,
  part: Part,
): Promise<{ items: PointsMovement[]; total: number }> {
  const account = pointsId(userId)
  const lines = await statement(db, { account, ...part })
  const items = lines.map(({ id, at, code, pesos: points }) => {
    const kind = kinds[code]
    assert(kind, `points moved by ${code}`)
    return { id, at: at.toISOString(), kind, points }
  })
  return { items, total: await statementLength(db, account) }
}
