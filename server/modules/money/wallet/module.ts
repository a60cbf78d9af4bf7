import type { Room } from '#server/platform/room.ts'
import { walletRoutes } from './wallet.routes.ts'

export const walletModule: Room = {
  name: 'wallet',
  routes: [walletRoutes],
}
