import { boarding } from '#contract/boarding.ts'
import { datedByDatabase } from '#server/platform/clock-watch.ts'
import { routesOf } from '#server/platform/http/serve.ts'
import { presentAnswers } from './boarding.present.ts'
import { publicTicketKeys, readManifest } from './read-manifest.ts'
import { recordScans } from './record-scans.ts'

/** Serves offline boarding: the manifest for a driver's phone, and its later scans. */
export const boardingRoutes = routesOf(boarding, (deps) => ({
  keys: async () => ({ keys: publicTicketKeys(deps) }),
  manifest: async ({ actor, params }) => readManifest(await datedByDatabase(deps), actor, params),
  async scan({ actor, params, body }) {
    const dated = await datedByDatabase(deps)
    const answers = await recordScans(dated, actor, { ...params, ...body })
    const results = await presentAnswers(dated, params.tripId, answers)
    return { results, serverTime: dated.clock.now().toISOString() }
  },
}))
