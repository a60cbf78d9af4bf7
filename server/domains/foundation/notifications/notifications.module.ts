import type { Room } from '#server/platform/room.ts'
import { countDeliveries } from './dead-deliveries.ts'
import { notificationsData } from './notifications.data.ts'
import { notificationsJobs, notificationsRecurring } from './notifications.jobs.ts'
import * as messages from './notifications.messages.ts'
import { notificationsRoutes } from './notifications.routes.ts'
import { textLinkRoutes } from './text-links.ts'
import { whatsappWebhookRoutes } from './whatsapp-webhook.ts'

export const notificationsModule: Room = {
  name: 'notifications',
  data: notificationsData,
  routes: [notificationsRoutes],
  webhooks: [whatsappWebhookRoutes, textLinkRoutes],
  jobs: notificationsJobs,
  recurring: notificationsRecurring,
  messages: Object.values(messages),
  queues: { deliveries: countDeliveries },
}
