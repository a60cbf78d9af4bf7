import type { Room } from '#server/platform/room.ts'
import { disputesData } from './disputes.data.ts'
import * as messages from './disputes.messages.ts'
import { countDisputes } from './disputes.queries.ts'
import { disputesRoutes } from './disputes.routes.ts'

export const disputesModule: Room = {
  name: 'disputes',
  data: disputesData,
  routes: [disputesRoutes],
  messages: Object.values(messages),
  queues: { disputes: countDisputes },
}
