import type { ManagedReward } from '#contract/rewards.ts'
import { recordStaffAction } from '#server/modules/foundation/staff-actions/index.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps, ReadDeps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { type CallKey, claimKey } from '#server/platform/idempotency.queries.ts'
import { readCodes, sealCode } from './reward-codes.ts'
import {
  findManaged,
  insertCodes,
  insertItem,
  lockItem,
  type ManagedItem,
  markRetired,
  type NewReward,
} from './rewards.queries.ts'

/**
 * Adds a reward to the catalogue; it is visible once it has codes. A repeat with the same key
 * answers the same reward. Errors: `reward_dates`.
 */
export function createReward(
  deps: ReadDeps,
  actor: ActorId,
  input: { idempotencyKey: CallKey | undefined; reward: NewReward },
): Promise<ManagedReward> {
  const { reward, idempotencyKey: key } = input
  if (reward.validUntil < reward.validFrom) throw new AppError('reward_dates')
  const now = deps.clock.now()
  return inTransaction(deps.db, async (tx) => {
    const call = { actorId: actor.userId, operation: 'rewards.create', key, request: reward, now }
    const claim = await claimKey(tx, call, (id) => findManaged(tx, id))
    if (!claim.earlier) {
      const id = claim.resourceId
      await insertItem(tx, { id, ...reward, createdBy: actor.userId, createdAt: now })
      await audit(tx, actor, { now, id, action: 'reward.created', details: reward })
    }
    return await shown(tx, claim.resourceId)
  })
}

/**
 * Adds single-use codes of the partner. Answers the number of new codes, and of codes that the
 * reward already had. Errors: `reward_not_found`, `reward_closed`, `reward_codes_invalid`.
 */
export function addCodes(
  deps: ReadDeps & Pick<Deps, 'secrets'>,
  actor: ActorId,
  { rewardId: id, codes: pasted }: { rewardId: string; codes: string },
): Promise<{ added: number; repeated: number }> {
  const codes = readCodes(pasted)
  const now = deps.clock.now()
  return inTransaction(deps.db, async (tx) => {
    const item = await lockItem(tx, id)
    if (!item) throw new AppError('reward_not_found')
    if (item.retiredAt) throw new AppError('reward_closed')
    const sealed = codes.map((code) => sealCode(deps.secrets, id, code))
    const added = await insertCodes(tx, { itemId: id, codes: sealed, by: actor.userId, now })
    const details = { added, repeated: codes.length - added }
    await audit(tx, actor, { now, id, action: 'reward.codes_loaded', details })
    return details
  })
}

/** Removes a reward from the catalogue. Safe to repeat. Errors: `reward_not_found`. */
export function retireReward(deps: ReadDeps, actor: ActorId, id: string): Promise<ManagedReward> {
  const now = deps.clock.now()
  return inTransaction(deps.db, async (tx) => {
    const item = await lockItem(tx, id)
    if (!item) throw new AppError('reward_not_found')
    if (!item.retiredAt) {
      await markRetired(tx, id, now)
      await audit(tx, actor, { now, id, action: 'reward.retired', details: {} })
    }
    return await shown(tx, id)
  })
}

async function shown(tx: Tx, id: string): Promise<ManagedReward> {
  const item = await findManaged(tx, id)
  assert(item, `no reward ${id}`)
  return presentManaged(item)
}

export function presentManaged({ createdAt, retiredAt, ...item }: ManagedItem): ManagedReward {
  return {
    ...item,
    createdAt: createdAt.toISOString(),
    retiredAt: retiredAt?.toISOString() ?? null,
  }
}

type Line = { now: Date; id: string; action: string; details: Record<string, unknown> }

async function audit(tx: Tx, actor: ActorId, { now, id, action, details }: Line): Promise<void> {
  const subject = { kind: 'reward', id }
  await recordStaffAction(tx, actor, { at: now, action, subject, reason: null, details })
}
