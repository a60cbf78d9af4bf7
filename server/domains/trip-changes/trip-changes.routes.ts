import type { FastifyInstance } from 'fastify'
import { tripChanges } from '#contract/trip-changes.ts'
import { cancelTrip, previewCancelTrip } from '#server/domains/bookings/bookings.public.ts'
import { presentQuote } from '#server/domains/pricing/pricing.public.ts'
import { presentTrip, quoteEdit, showTrip } from '#server/domains/trips/trips.public.ts'
import { type HttpDeps, serve } from '#server/platform/http/serve.ts'
import { changeTrip } from './change-trip.ts'
import { previewChange } from './preview-change.ts'

/** What a driver does to a trip together with its bookings. */
export function tripChangesRoutes(app: FastifyInstance, deps: HttpDeps): void {
  serve(app, deps, tripChanges, {
    async edit({ actor: { userId: driverId }, params: { tripId }, body }) {
      await changeTrip(deps, driverId, tripId, body)
      return { trip: await showTrip(deps, driverId, tripId, {}) }
    },
    async preview({ actor: { userId: driverId }, params, body }) {
      const asked = { driverId, ...params, departsAt: new Date(body.departsAt) }
      return { preview: await previewChange(deps, asked) }
    },
    async quote({ actor: { userId: driverId }, params: { tripId }, body: { departsAt, seats } }) {
      const asked = { departsAt: new Date(departsAt), seats }
      const { route, quote } = await quoteEdit(deps, driverId, tripId, asked)
      return presentQuote(route, quote, deps.config.commissionBp)
    },
    async cancelPreview({ actor, params }) {
      return { preview: await previewCancelTrip(deps, actor, params) }
    },
    async cancelTrip({ actor: { userId: viewerId }, params, body }) {
      const facts = await cancelTrip(deps, { driverId: viewerId, ...params, ...body })
      const viewing = { viewerId, isPassenger: false, plateVisible: true }
      return { trip: await presentTrip(deps, deps.db, facts, viewing) }
    },
  })
}
