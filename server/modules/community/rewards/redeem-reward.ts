import type { Redemption } from '#contract/rewards.ts'
import { assertNoDebt, spendPoints } from '#server/modules/bank/ledger/index.ts'
import { tellUser } from '#server/modules/people/users/index.ts'
import { bogotaDate } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { ActDeps, Deps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { type CallKey, claimKey } from '#server/platform/idempotency.queries.ts'
import type { Part } from '#server/platform/paging.ts'
import { cardFor } from './card.ts'
import { findCardFacts } from './cards.queries.ts'
import { policyNow } from './policy.ts'
import { openCode } from './reward-codes.ts'
import { rewardRedeemed } from './rewards.messages.ts'
import {
  countRedeemed,
  findFreeCode,
  findRedemption,
  insertRedemption,
  listRedemptionRows,
  lockItem,
  type RedemptionRow,
  type RewardItem,
} from './rewards.queries.ts'

/**
 * Pays a reward with points and hands out one of its codes, in one transaction. A repeat with the
 * same key answers the same code. Errors: `reward_not_found`, `reward_closed`, `reward_gold_only`,
 * `reward_limit`, `reward_sold_out`, `points_insufficient`, `debt_open`.
 */
export function redeemReward(
  deps: ActDeps,
  { userId }: ActorId,
  { rewardId, idempotencyKey: key }: { rewardId: string; idempotencyKey: CallKey | undefined },
): Promise<Redemption> {
  const now = deps.clock.now()
  return inTransaction(deps.db, async (tx) => {
    const asked = { operation: 'rewards.redeem', key, request: { rewardId } }
    const call = { actorId: userId, ...asked, now }
    const claim = await claimKey(tx, call, (id) => findRedemption(tx, { id, userId }))
    if (claim.earlier) return presentRedemption(deps, claim.earlier)
    const item = await lockItem(tx, rewardId)
    if (!item) throw new AppError('reward_not_found')
    await assertMayRedeem(tx, item, { userId, now })
    const codeId = await findFreeCode(tx, item.id)
    if (!codeId) throw new AppError('reward_sold_out')
    const id = claim.resourceId
    const { points } = item
    await insertRedemption(tx, { id, itemId: item.id, userId, codeId, points, now })
    await spendPoints(tx, { redemptionId: id, now })
    const data = { title: item.title, points }
    await tellUser(tx, deps, rewardRedeemed, { userId, data, cause: id })
    const redeemed = await findRedemption(tx, { id, userId })
    assert(redeemed, 'a redemption just written')
    return presentRedemption(deps, redeemed)
  })
}

async function assertMayRedeem(
  tx: Tx,
  item: RewardItem,
  { userId, now }: { userId: string; now: Date },
): Promise<void> {
  const today = bogotaDate(now)
  if (item.retiredAt || today < item.validFrom || today > item.validUntil) {
    throw new AppError('reward_closed')
  }
  // A person with an open debt cannot redeem: their points may come from trips paid with money that
  // was charged back.
  await assertNoDebt(tx, userId)
  if (item.goldOnly && !(await hasGold(tx, userId, now))) throw new AppError('reward_gold_only')
  const redeemed = await countRedeemed(tx, { itemId: item.id, userId })
  if (redeemed >= item.perPerson) throw new AppError('reward_limit')
}

/** Decides from the current facts, not from the card of the last night. */
async function hasGold(tx: Tx, userId: string, now: Date): Promise<boolean> {
  const facts = (await findCardFacts(tx, { userIds: [userId], now })).get(userId)
  return facts !== undefined && cardFor(facts, policyNow(bogotaDate(now)), now) === 'gold'
}

/** Lists a page of the person's redemptions with their codes, the latest first. */
export async function listRedemptions(
  deps: Pick<Deps, 'db' | 'secrets'>,
  { userId }: ActorId,
  part: Part,
): Promise<{ items: Redemption[]; total: number }> {
  const { found, total } = await listRedemptionRows(deps.db, { userId, ...part })
  return { items: found.map((row) => presentRedemption(deps, row)), total }
}

/** Presents a redemption with its decrypted code, only to the person who redeemed it. */
function presentRedemption({ secrets }: Pick<Deps, 'secrets'>, row: RedemptionRow): Redemption {
  const { codeId, sealed, at, ...rest } = row
  return { ...rest, code: openCode(secrets, { codeId, sealed }), at: at.toISOString() }
}
