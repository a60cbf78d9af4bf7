import type { FastifyInstance } from 'fastify'
import { team } from '#contract/team.ts'
import { type HttpDeps, serve } from '#server/platform/http/serve.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { closeInvitation, invite, signInvitation } from './invite.ts'
import { showTeam } from './show-team.ts'
import { takeRoles } from './take-roles.ts'

export function teamRoutes(app: FastifyInstance, deps: HttpDeps): void {
  const teamAfter = async (actor: ActorId, change: Promise<void>) => {
    await change
    return await showTeam(deps, actor)
  }
  serve(app, deps, team, {
    show: ({ actor }) => showTeam(deps, actor),
    invite: ({ actor, body }) => teamAfter(actor, invite(deps, actor, body)),
    sign: ({ actor, params }) => teamAfter(actor, signInvitation(deps, actor, params)),
    close: ({ actor, params }) => teamAfter(actor, closeInvitation(deps, actor, params)),
    takeRoles: ({ actor, params, body }) =>
      teamAfter(actor, takeRoles(deps, actor, { ...params, ...body })),
    accept: ({ actor, body }) => acceptInvitation(deps, actor, body),
  })
}
