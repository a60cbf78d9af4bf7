import type { FastifyInstance } from 'fastify'
import { users } from '#contract/users.ts'
import { womenTrips } from '#contract/women-trips.ts'
import { type HttpDeps, serve } from '#server/platform/http/serve.ts'
import { acceptTerms } from './accept-terms.ts'
import { declareWoman, showWoman } from './declare-woman.ts'
import { removePhoto, setPhoto, viewPhoto } from './profile-photo.ts'
import { showOwnUser } from './show-own-user.ts'
import { updateProfile } from './update-profile.ts'
import { presentOwnUser, sendPhoto } from './users.present.ts'

/** Routes for the declaration that trips for women only require. */
export function womenTripsRoutes(app: FastifyInstance, deps: HttpDeps): void {
  serve(app, deps, womenTrips, {
    show: ({ actor }) => showWoman(deps, actor),
    async declare({ actor, body }) {
      await declareWoman(deps, actor, body)
      return await showWoman(deps, actor)
    },
  })
}

export function usersRoutes(app: FastifyInstance, deps: HttpDeps): void {
  serve(app, deps, users, {
    acceptTerms: async ({ actor }) => {
      await acceptTerms(deps, actor)
      return { user: await showOwnUser(deps, actor) }
    },
    updateMe: async ({ actor, body }) => ({
      user: await presentOwnUser(deps, await updateProfile(deps, actor, body)),
    }),
    uploadPhoto: async ({ actor, file }) => {
      await setPhoto(deps, actor, file)
      return { user: await showOwnUser(deps, actor) }
    },
    removePhoto: async ({ actor }) => {
      await removePhoto(deps, actor)
      return { user: await showOwnUser(deps, actor) }
    },
    photo: async ({ params, query, reply }) =>
      sendPhoto(reply, await viewPhoto(deps.db, { ...params, ...query }), query.v),
  })
}
