import type { Module } from '#server/platform/module.ts'
import { pricingData } from './data.ts'
import { pricingRoutes } from './pricing.routes.ts'
import { settingsRoutes } from './settings/settings.routes.ts'

export const pricingModule: Module = {
  name: 'pricing',
  data: pricingData,
  routes: [pricingRoutes, settingsRoutes],
}
