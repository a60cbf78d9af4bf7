import type { Room } from '#server/platform/room.ts'
import { reconciliationData } from './reconciliation.data.ts'
import { reconciliationRecurring } from './reconciliation.jobs.ts'
import { reconciliationRoutes } from './reconciliation.routes.ts'

export const reconciliationModule: Room = {
  name: 'reconciliation',
  data: reconciliationData,
  routes: [reconciliationRoutes],
  recurring: reconciliationRecurring,
}
