import type { FastifyInstance } from 'fastify'
import { rewards } from '#contract/rewards.ts'
import { type HttpDeps, serve } from '#server/platform/http/serve.ts'
import { findCard } from './cards.queries.ts'
import { addCodes, createReward, presentManaged, retireReward } from './manage-rewards.ts'
import { listRedemptions, redeemReward } from './redeem-reward.ts'
import { listReviews, resolveReview } from './review-points.ts'
import { selectManaged } from './rewards.queries.ts'
import { pointMovements, showRewards } from './show-rewards.ts'

const PAGE = 10

const partOf = (page = 1) => ({ limit: PAGE, offset: (page - 1) * PAGE })

const pageOf = <T>(items: T[], total: number) => ({
  items,
  total,
  totalPages: Math.ceil(total / PAGE),
})

export function rewardsRoutes(app: FastifyInstance, deps: HttpDeps): void {
  serve(app, deps, rewards, {
    overview: ({ actor }) => showRewards(deps, actor),
    async movements({ actor, query }) {
      const { items, total } = await pointMovements(deps, actor, partOf(query.page))
      return pageOf(items, total)
    },
    async redeem({ actor, params, idempotencyKey }) {
      return { redemption: await redeemReward(deps, actor, { ...params, idempotencyKey }) }
    },
    async redemptions({ actor, query }) {
      const { items, total } = await listRedemptions(deps, actor, partOf(query.page))
      return pageOf(items, total)
    },
    async cardOf({ params }) {
      const found = await findCard(deps.db, params.userId.toLowerCase())
      return { card: found?.card ?? null }
    },
    async manage({ query }) {
      const { found, total } = await selectManaged(deps.db, partOf(query.page))
      return pageOf(found.map(presentManaged), total)
    },
    async create({ actor, body, idempotencyKey }) {
      return { reward: await createReward(deps, actor, { reward: body, idempotencyKey }) }
    },
    addCodes: ({ actor, params, body }) => addCodes(deps, actor, { ...params, ...body }),
    async retire({ actor, params }) {
      return { reward: await retireReward(deps, actor, params.rewardId) }
    },
    async reviews({ query: { status, page } }) {
      const part = { open: status === 'open', ...partOf(page) }
      const { items, total } = await listReviews(deps, part)
      return pageOf(items, total)
    },
    async resolveReview({ actor, params, body }) {
      return { outcome: await resolveReview(deps, actor, { ...params, ...body }) }
    },
  })
}
