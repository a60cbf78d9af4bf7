import { HOUR_MS } from '#server/platform/clock.ts'
import type { Room } from '#server/platform/room.ts'
import { reconcileDaily } from './reconcile-days.ts'
import { reconciliationData } from './reconciliation.data.ts'
import { reconciliationRoutes } from './reconciliation.routes.ts'

export const reconciliationModule: Room = {
  name: 'reconciliation',
  data: reconciliationData,
  routes: [reconciliationRoutes],
  recurring: [
    { name: 'reconciliation.daily', everyMs: HOUR_MS, onWrongClock: 'waits', run: reconcileDaily },
  ],
}
