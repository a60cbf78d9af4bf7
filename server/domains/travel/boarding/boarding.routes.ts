import type { FastifyInstance } from 'fastify'
import { boarding } from '#contract/boarding.ts'
import { type HttpDeps, serve } from '#server/platform/http/serve.ts'
import { presentAnswers, presentManifest } from './boarding.present.ts'
import { publicTicketKeys, readManifest } from './read-manifest.ts'
import { recordScans } from './record-scans.ts'

/** Serves offline boarding: the manifest for a driver's phone, and its later scans. */
export function boardingRoutes(app: FastifyInstance, deps: HttpDeps): void {
  serve(app, deps, boarding, {
    keys: async () => ({ keys: publicTicketKeys(deps) }),
    async manifest({ actor, params }) {
      return presentManifest(deps, await readManifest(deps, actor, params))
    },
    async scan({ actor, params, body }) {
      const answers = await recordScans(deps, actor, { ...params, ...body })
      const results = await presentAnswers(deps, params.tripId, answers)
      return { results, serverTime: deps.clock.now().toISOString() }
    },
  })
}
