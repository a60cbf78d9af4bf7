import { referrals } from '#contract/referrals.ts'
import { routesOf } from '#server/platform/http/serve.ts'
import { claimReferral, makeCode, showCode, showReferrals } from './claim-referral.ts'

export const referralsRoutes = routesOf(referrals, (deps) => ({
  mine: ({ actor }) => showReferrals(deps, actor),
  makeCode: async ({ actor }) => ({ code: await makeCode(deps, actor) }),
  ofCode: ({ params }) => showCode(deps, params.code),
  claim: async ({ actor, body }) => ({ invitedBy: await claimReferral(deps, actor, body.code) }),
}))
