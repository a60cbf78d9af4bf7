import { tripChanges } from '#contract/trip-changes.ts'
import { presentQuote } from '#server/modules/roads/pricing/index.ts'
import {
  cancelTrip,
  isStanding,
  listTripBookings,
  previewCancelTrip,
} from '#server/modules/travel/bookings/index.ts'
import { assertNotes, quoteEdit, showTrip } from '#server/modules/travel/trips/index.ts'
import { routesOf } from '#server/platform/http/serve.ts'
import { changeTrip } from './change-trip.ts'
import { previewChange } from './preview-change.ts'

/** Serves a driver's edits of a trip together with its bookings. */
export const tripChangesRoutes = routesOf(tripChanges, (deps) => ({
  async edit({ actor, params, body }) {
    await changeTrip(deps, actor, { ...params, ...body })
    return { trip: await showTrip(deps, actor, params) }
  },
  async preview({ actor, params, body }) {
    const asked = { ...params, departsAt: new Date(body.departsAt) }
    return { preview: await previewChange(deps, actor, asked) }
  },
  async quote({ actor, params, body: { departsAt, seats } }) {
    const asked = { ...params, departsAt: new Date(departsAt), seats }
    const sold = (await listTripBookings(deps.db, params.tripId)).filter(isStanding)
    const { route, quote } = await quoteEdit(deps, actor, asked, sold)
    return presentQuote(route, quote, deps.config.commissionBp)
  },
  async cancelPreview({ actor, params }) {
    return { preview: await previewCancelTrip(deps, actor, params) }
  },
  async cancelTrip({ actor, params, body }) {
    assertNotes(body.reason ?? '', 'reason')
    await cancelTrip(deps, actor, { ...params, ...body })
    return { trip: await showTrip(deps, actor, params) }
  },
}))
