import type { Room } from '#server/platform/room.ts'
import { paymentsData } from './payments.data.ts'
import { paymentHandlers, paymentJobs } from './payments.jobs.ts'
import * as messages from './payments.messages.ts'
import { paymentsRoutes, webhookRoutes } from './payments.routes.ts'

export const paymentsModule: Room = {
  name: 'payments',
  data: paymentsData,
  routes: [paymentsRoutes],
  webhooks: [webhookRoutes],
  jobs: paymentHandlers,
  recurring: paymentJobs,
  messages: Object.values(messages),
}
