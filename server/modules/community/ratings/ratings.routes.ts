import { ratings } from '#contract/ratings.ts'
import { assert } from '#server/platform/errors.ts'
import { routesOf } from '#server/platform/http/serve.ts'
import { pageOf, partOf } from '#server/platform/paging.ts'
import { denyJourney } from './deny-journey.ts'
import { listCases } from './list-cases.ts'
import { listWaiting } from './list-waiting.ts'
import { rateBooking } from './rate-booking.ts'
import { presentBookingRating, presentRatings, showBookingRating } from './ratings.present.ts'
import { listPublicRatings } from './ratings.queries.ts'
import { replyToRating } from './reply-to-rating.ts'
import { resolveCase } from './resolve-case.ts'

const PAGE = 10
const CASES_PAGE = 20

export const ratingsRoutes = routesOf(ratings, (deps) => ({
  async rate({ actor, params, body }) {
    const booking = await rateBooking(deps, actor, { ...params, ...body })
    return { rating: await presentBookingRating(deps, actor, booking) }
  },
  async ofBooking({ actor, params }) {
    return { rating: await showBookingRating(deps, actor, params.bookingId) }
  },
  async notTogether({ actor, params, body }) {
    const booking = await denyJourney(deps, actor, { ...params, ...body })
    return { rating: await presentBookingRating(deps, actor, booking) }
  },
  waiting: async ({ actor }) => ({ waiting: await listWaiting(deps, actor) }),
  async ofUser({ actor, params, query }) {
    const asked = { ...params, ...partOf(query.page, PAGE) }
    const { found, total } = await listPublicRatings(deps.db, asked)
    const shown = await presentRatings(deps.db, actor, found)
    return { ratings: shown, total, totalPages: Math.ceil(total / PAGE) }
  },
  async reply({ actor, params, body }) {
    const replied = await replyToRating(deps, actor, { ...params, ...body })
    const [rating] = await presentRatings(deps.db, actor, [replied])
    assert(rating, 'a rating just read')
    return { rating }
  },
  async cases({ query: { status, page } }) {
    const { items, total } = await listCases(deps, { status, ...partOf(page, CASES_PAGE) })
    return pageOf(items, total, CASES_PAGE)
  },
  async resolveCase({ actor, params, body }) {
    return { outcome: await resolveCase(deps, actor, { ...params, ...body }) }
  },
}))
