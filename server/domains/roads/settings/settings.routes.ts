import type { FastifyInstance } from 'fastify'
import { priceTables } from '#contract/price-tables.ts'
import { switches } from '#contract/switches.ts'
import { type HttpDeps, serve } from '#server/platform/http/serve.ts'
import { changeSwitch, listSwitches } from './manage-switches.ts'
import { decidePrice, proposePrice } from './propose-price.ts'
import { showPrices } from './show-prices.ts'

/** Serves the switches that the team sets. */
export function switchesRoutes(app: FastifyInstance, deps: HttpDeps): void {
  serve(app, deps, switches, {
    list: ({ actor }) => listSwitches(deps, actor),
    change: ({ actor, params, body }) => changeSwitch(deps, actor, { ...params, ...body }),
  })
}

/** Serves prices with their dates and with the people who entered and confirmed them. */
export function priceTablesRoutes(app: FastifyInstance, deps: HttpDeps): void {
  serve(app, deps, priceTables, {
    show: ({ actor }) => showPrices(deps, actor),
    propose: async ({ actor, body }) => {
      await proposePrice(deps, actor, body)
      return await showPrices(deps, actor)
    },
    decide: async ({ actor, params, body }) => {
      await decidePrice(deps, actor, { ...params, ...body })
      return await showPrices(deps, actor)
    },
  })
}
