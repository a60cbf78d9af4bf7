import { pricing } from '#contract/pricing.ts'
import { routesOf } from '#server/platform/http/serve.ts'
import { presentQuote } from './pricing.present.ts'
import { quoteTrip } from './quote-trip.ts'

export const pricingRoutes = routesOf(pricing, (deps) => ({
  quote: async ({ body }) => {
    const request = { ...body, departsAt: new Date(body.departsAt) }
    const { route, quote } = await quoteTrip(deps, request)
    return presentQuote(route, quote, deps.config.commissionBp)
  },
}))
