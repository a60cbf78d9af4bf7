import type { Room } from '#server/platform/room.ts'
import { pricingData } from './pricing.data.ts'
import { pricingRoutes } from './pricing.routes.ts'

export const pricingModule: Room = {
  name: 'pricing',
  data: pricingData,
  routes: [pricingRoutes],
}
