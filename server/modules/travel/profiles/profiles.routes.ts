import { profiles } from '#contract/profiles.ts'
import { routesOf } from '#server/platform/http/serve.ts'
import { showProfile } from './show-profile.ts'

/** Serves the public profile of a person. */
export const profilesRoutes = routesOf(profiles, (deps) => ({
  show: async ({ params }) => ({ profile: await showProfile(deps, params.userId) }),
}))
