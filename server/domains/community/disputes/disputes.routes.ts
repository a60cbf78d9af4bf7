import type { FastifyInstance } from 'fastify'
import { disputes } from '#contract/disputes.ts'
import { presentBooking } from '#server/domains/travel/bookings/bookings.public.ts'
import { type HttpDeps, serve } from '#server/platform/http/serve.ts'
import { presentDisputes } from './disputes.present.ts'
import { listDisputes } from './disputes.queries.ts'
import { openDispute } from './open-dispute.ts'
import { resolveDispute } from './resolve-dispute.ts'
import { viewDisputeEvidence } from './view-evidence.ts'

const PAGE = 20

export function disputesRoutes(app: FastifyInstance, deps: HttpDeps): void {
  serve(app, deps, disputes, {
    async open({ actor, params, body }) {
      const disputed = await openDispute(deps, actor, { ...params, ...body })
      return presentBooking(deps, actor, disputed)
    },
    async queue({ actor, query: { status, page = 1 } }) {
      const part = { status, limit: PAGE, offset: (page - 1) * PAGE }
      const { found, total } = await listDisputes(deps.db, part)
      const items = await presentDisputes(deps, actor, found)
      return { items, total, totalPages: Math.ceil(total / PAGE) }
    },
    evidence: async ({ actor, params }) => ({
      evidence: await viewDisputeEvidence(deps, actor, params),
    }),
    async resolve({ actor, params, body }) {
      return { outcome: await resolveDispute(deps, actor, { ...params, ...body }) }
    },
  })
}
