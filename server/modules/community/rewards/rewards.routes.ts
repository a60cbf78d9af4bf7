import { rewards } from '#contract/rewards.ts'
import { routesOf } from '#server/platform/http/serve.ts'
import { pageOf, partOf } from '#server/platform/paging.ts'
import { findCard } from './cards.queries.ts'
import { addCodes, createReward, presentManaged, retireReward } from './manage-rewards.ts'
import { listRedemptions, redeemReward } from './redeem-reward.ts'
import { listReviews, resolveReview } from './review-points.ts'
import { listManaged } from './rewards.queries.ts'
import { showBookingPoints } from './show-booking-points.ts'
import { pointMovements, showRewards } from './show-rewards.ts'

const PAGE = 10

const shown = <T>({ items, total }: { items: T[]; total: number }) => pageOf(items, total, PAGE)

export const rewardsRoutes = routesOf(rewards, (deps) => ({
  overview: ({ actor }) => showRewards(deps, actor),
  movements: async ({ actor, query }) =>
    shown(await pointMovements(deps, actor, partOf(query.page, PAGE))),
  async redeem({ actor, params, idempotencyKey }) {
    return { redemption: await redeemReward(deps, actor, { ...params, idempotencyKey }) }
  },
  redemptions: async ({ actor, query }) =>
    shown(await listRedemptions(deps, actor, partOf(query.page, PAGE))),
  async ofBooking({ actor, params }) {
    return { points: await showBookingPoints(deps, actor, params.bookingId) }
  },
  async cardOf({ params }) {
    const found = await findCard(deps.db, params.userId.toLowerCase())
    return { card: found?.card ?? null }
  },
  async manage({ query }) {
    const { found, total } = await listManaged(deps.db, partOf(query.page, PAGE))
    return pageOf(found.map(presentManaged), total, PAGE)
  },
  async create({ actor, body, idempotencyKey }) {
    return { reward: await createReward(deps, actor, { reward: body, idempotencyKey }) }
  },
  addCodes: ({ actor, params, body }) => addCodes(deps, actor, { ...params, ...body }),
  async retire({ actor, params }) {
    return { reward: await retireReward(deps, actor, params.rewardId) }
  },
  reviews: async ({ query: { status, page } }) =>
    shown(await listReviews(deps, { open: status === 'open', ...partOf(page, PAGE) })),
  async resolveReview({ actor, params, body }) {
    return { outcome: await resolveReview(deps, actor, { ...params, ...body }) }
  },
}))
