import type { FastifyInstance } from 'fastify'
import { referrals } from '#contract/referrals.ts'
import { type HttpDeps, serve } from '#server/platform/http/serve.ts'
import { claimReferral, makeCode, showCode, showReferrals } from './claim-referral.ts'

export function referralsRoutes(app: FastifyInstance, deps: HttpDeps): void {
  serve(app, deps, referrals, {
    mine: ({ actor }) => showReferrals(deps, actor),
    makeCode: async ({ actor }) => ({ code: await makeCode(deps, actor) }),
    ofCode: ({ params }) => showCode(deps, params.code),
    claim: async ({ actor, body }) => ({ invitedBy: await claimReferral(deps, actor, body.code) }),
  })
}
