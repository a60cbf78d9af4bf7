import { phones } from '#contract/phones.ts'
import { showOwnUser } from '#server/modules/people/users/index.ts'
import { routesOf } from '#server/platform/http/serve.ts'
import { confirmPhone, removePhone, requestPhoneCode } from './prove-phone.ts'

export const phonesRoutes = routesOf(phones, (deps) => ({
  requestCode: ({ actor, body, ip }) => requestPhoneCode(deps, actor, { ...body, ip }),
  confirm: async ({ actor, body }) => {
    await confirmPhone(deps, actor, body.code)
    return { user: await showOwnUser(deps, actor) }
  },
  remove: async ({ actor }) => {
    await removePhone(deps, actor)
    return { user: await showOwnUser(deps, actor) }
  },
}))
