import type { Room } from '#server/platform/room.ts'
import { countWithdrawals } from './queue.queries.ts'
import { withdrawalsData } from './withdrawals.data.ts'
import { withdrawalsJobs, withdrawalsRecurring } from './withdrawals.jobs.ts'
import * as messages from './withdrawals.messages.ts'
import { payoutWebhookRoutes, withdrawalsRoutes } from './withdrawals.routes.ts'

export const withdrawalsModule: Room = {
  name: 'withdrawals',
  data: withdrawalsData,
  routes: [withdrawalsRoutes],
  webhooks: [payoutWebhookRoutes],
  jobs: withdrawalsJobs,
  recurring: withdrawalsRecurring,
  messages: Object.values(messages),
  queues: { withdrawals: countWithdrawals },
}
