import type { RoomData } from '#server/platform/room-data.ts'

export const pricingData = {
  tables: {
    fuel_prices: { app: 'write', impersonal: 'public prices' },
  },
} satisfies RoomData
