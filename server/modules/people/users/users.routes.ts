import { users } from '#contract/users.ts'
import { routesOf } from '#server/platform/http/serve.ts'
import { acceptTerms } from './accept-terms.ts'
import { declareWoman, showWoman } from './declare-woman.ts'
import { removePhoto, setPhoto, viewPhoto } from './profile-photo.ts'
import { updateProfile } from './update-profile.ts'
import { presentOwnUser, sendPhoto, showOwnUser } from './users.present.ts'

export const usersRoutes = routesOf(users, (deps) => ({
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
  showWoman: ({ actor }) => showWoman(deps, actor),
  async declareWoman({ actor, body }) {
    await declareWoman(deps, actor, body)
    return await showWoman(deps, actor)
  },
}))
