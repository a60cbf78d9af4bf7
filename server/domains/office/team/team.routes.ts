import type { FastifyInstance } from 'fastify'
import { team } from '#contract/team.ts'
import { type HttpDeps, serve } from '#server/platform/http/serve.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { closeInvitation, invite, signInvitation } from './invite.ts'
import { showTeam } from './show-team.ts'
import { takeRoles } from './take-roles.ts'

export function teamRoutes(app: FastifyInstance, deps: HttpDeps): void {
  serve(app, deps, team, {
    show: ({ actor }) => showTeam(deps, actor),
    invite: async ({ actor, body }) => {
      await invite(deps, actor, body)
      return await showTeam(deps, actor)
    },
    sign: async ({ actor, params }) => {
      await signInvitation(deps, actor, params)
      return await showTeam(deps, actor)
    },
    close: async ({ actor, params }) => {
      await closeInvitation(deps, actor, params)
      return await showTeam(deps, actor)
    },
    takeRoles: async ({ actor, params, body }) => {
      await takeRoles(deps, actor, { ...params, ...body })
      return await showTeam(deps, actor)
    },
    accept: ({ actor, body }) => acceptInvitation(deps, actor, body),
  })
}
