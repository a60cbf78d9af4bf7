import type { Room } from '#server/platform/room.ts'
import { pricingData } from './data.ts'
import { pricingRoutes } from './pricing.routes.ts'
import { settingsRoutes } from './settings/settings.routes.ts'

export const pricingModule: Room = {
  name: 'pricing',
  data: pricingData,
  routes: [pricingRoutes, settingsRoutes],
}
