import type { FastifyInstance } from 'fastify'
import { pricing } from '#contract/pricing.ts'
import { type HttpDeps, serve } from '#server/platform/http/serve.ts'
import { presentQuote } from './pricing.present.ts'
import { quoteTrip } from './quote-trip.ts'

export function pricingRoutes(app: FastifyInstance, deps: HttpDeps): void {
  serve(app, deps, pricing, {
    quote: async ({ body }) => {
      const request = { ...body, departsAt: new Date(body.departsAt) }
      const { route, quote } = await quoteTrip(deps, request)
      return presentQuote(route, quote, deps.config.commissionBp)
    },
  })
}
