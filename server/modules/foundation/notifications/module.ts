import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { mailLane, pushLane, smtpLane, textLane } from '#server/platform/jobs/lanes.ts'
import type { RecurringJob } from '#server/platform/jobs/worker.ts'
import type { Module } from '#server/platform/module.ts'
import { notificationsData } from './data.ts'
import { countDeliveries } from './dead-deliveries.ts'
import { deliverHeld } from './deliver-held.ts'
import { deliverMail } from './deliver-mail.ts'
import { deliverPush } from './deliver-push.ts'
import { deliverFallback, deliverText } from './deliver-text.ts'
import { purgeLiveEvents } from './live/live.queries.ts'
import { liveRoutes } from './live/live.routes.ts'
import { HELD_JOB } from './news-hold.ts'
import * as messages from './notifications.messages.ts'
import { notificationsRoutes } from './notifications.routes.ts'
import { purgeSubscriptions } from './push.queries.ts'
import { readBounces } from './read-bounces.ts'
import { MAIL_JOB } from './send-mail.ts'
import { PUSH_JOB, TEXT_JOB } from './short-message.ts'
import { FALLBACK_JOB } from './text-fallback.ts'
import { textLinkRoutes } from './text-links.ts'
import { whatsappWebhookRoutes } from './whatsapp-webhook.ts'

/** Longer than the time in which a reader can resume (`cursor.ts`). */
const KEPT_MS = 2 * HOUR_MS

export const liveRecurring: RecurringJob[] = [
  {
    name: 'purge-live-events',
    everyMs: 10 * MINUTE_MS,
    onWrongClock: 'waits',
    run: (deps) =>
      inTransaction(deps.db, (tx) => purgeLiveEvents(tx, addMs(deps.clock.now(), -KEPT_MS))),
  },
]

export const notificationsModule: Module = {
  name: 'notifications',
  data: notificationsData,
  routes: [notificationsRoutes, liveRoutes],
  webhooks: [whatsappWebhookRoutes, textLinkRoutes],
  jobs: [
    { name: MAIL_JOB, lane: smtpLane, run: deliverMail },
    { name: HELD_JOB, lane: mailLane, run: deliverHeld },
    { name: PUSH_JOB, lane: pushLane, run: deliverPush },
    { name: TEXT_JOB, lane: textLane, run: deliverText },
    { name: FALLBACK_JOB, lane: textLane, run: deliverFallback },
  ],
  recurring: [
    { name: 'read-bounces', everyMs: 5 * MINUTE_MS, onWrongClock: 'runs', run: readBounces },
    {
      name: 'purge-push-subscriptions',
      everyMs: DAY_MS,
      onWrongClock: 'waits',
      run: (deps) => inTransaction(deps.db, (tx) => purgeSubscriptions(tx, deps.clock.now())),
    },
    ...liveRecurring,
  ],
  messages: Object.values(messages),
  queues: { deliveries: countDeliveries },
}
