import { safePoints } from '#contract/safe-points.ts'
import { routesOf } from '#server/platform/http/serve.ts'
import { placesWithPoints, pointsIn } from './browse-points.ts'
import { proposePoint } from './propose-point.ts'
import { reportPoint } from './report-point.ts'
import { hidePoint, readPointQueue, vetPoint } from './review-points.ts'
import { presentCase, presentPlace, presentPoint } from './safe-points.present.ts'

export const safePointsRoutes = routesOf(safePoints, (deps) => ({
  places: async () => {
    const found = await placesWithPoints(deps)
    return { places: found.map(({ place, count }) => ({ ...presentPlace(place), count })) }
  },
  list: async ({ query, actor }) => {
    const { place, points } = await pointsIn(deps, actor, query)
    return { place: presentPlace(place), points: points.map(presentPoint) }
  },
  propose: async ({ actor, body, idempotencyKey }) => {
    const input = { idempotencyKey, proposal: body }
    return { point: presentPoint(await proposePoint(deps, actor, input)) }
  },
  report: async ({ actor, params, body }) => {
    await reportPoint(deps, actor, { ...params, ...body })
    return { reported: true as const }
  },
  queue: async ({ query }) => {
    const { status: filter, page = 1 } = query
    const { cases, ...counts } = await readPointQueue(deps, { filter, page })
    return { ...counts, items: cases.map(presentCase) }
  },
  vet: async ({ actor, params, body }) => {
    return { point: presentPoint(await vetPoint(deps, actor, { ...params, correction: body })) }
  },
  hide: async ({ actor, params, body }) => {
    return { point: presentPoint(await hidePoint(deps, actor, { ...params, ...body })) }
  },
}))
