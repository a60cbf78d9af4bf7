import type { FastifyInstance } from 'fastify'
import { profiles } from '#contract/profiles.ts'
import { type HttpDeps, serve } from '#server/platform/http/serve.ts'
import { showProfile } from './show-profile.ts'

/** Serves the public profile of a person. */
export function profilesRoutes(app: FastifyInstance, deps: HttpDeps): void {
  serve(app, deps, profiles, {
    show: async ({ params }) => ({ profile: await showProfile(deps, params.userId) }),
  })
}
