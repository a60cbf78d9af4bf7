import { settings } from '#contract/settings.ts'
import { routesOf } from '#server/platform/http/serve.ts'
import { changeSwitch, listSwitches } from './manage-switches.ts'
import { decidePrice, proposePrice } from './propose-price.ts'
import { showPrices } from './show-prices.ts'

export const settingsRoutes = routesOf(settings, (deps) => ({
  listSwitches: ({ actor }) => listSwitches(deps, actor),
  changeSwitch: ({ actor, params, body }) => changeSwitch(deps, actor, { ...params, ...body }),
  showPrices: ({ actor }) => showPrices(deps, actor),
  proposePrice: async ({ actor, body }) => {
    await proposePrice(deps, actor, body)
    return await showPrices(deps, actor)
  },
  decidePrice: async ({ actor, params, body }) => {
    await decidePrice(deps, actor, { ...params, ...body })
    return await showPrices(deps, actor)
  },
}))
