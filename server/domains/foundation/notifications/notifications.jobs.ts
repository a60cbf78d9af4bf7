import { DAY_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { mailLane, pushLane, smtpLane, textLane } from '#server/platform/jobs/lanes.ts'
import type { JobHandler, RecurringJob } from '#server/platform/jobs/worker.ts'
import { deliverHeld } from './deliver-held.ts'
import { deliverMail } from './deliver-mail.ts'
import { deliverPush } from './deliver-push.ts'
import { deliverFallback, deliverText } from './deliver-text.ts'
import { HELD_JOB } from './news-hold.ts'
import { purgeSubscriptions } from './push.queries.ts'
import { readBounces } from './read-bounces.ts'
import { MAIL_JOB } from './send-mail.ts'
import { PUSH_JOB, TEXT_JOB } from './short-message.ts'
import { FALLBACK_JOB } from './text-fallback.ts'

export const notificationsJobs: JobHandler[] = [
  { name: MAIL_JOB, lane: smtpLane, run: deliverMail },
  { name: HELD_JOB, lane: mailLane, run: deliverHeld },
  { name: PUSH_JOB, lane: pushLane, run: deliverPush },
  { name: TEXT_JOB, lane: textLane, run: deliverText },
  { name: FALLBACK_JOB, lane: textLane, run: deliverFallback },
]

export const notificationsRecurring: RecurringJob[] = [
  { name: 'read-bounces', everyMs: 5 * MINUTE_MS, onWrongClock: 'runs', run: readBounces },
  {
    name: 'purge-push-subscriptions',
    everyMs: DAY_MS,
    onWrongClock: 'waits',
    run: (deps) => inTransaction(deps.db, (tx) => purgeSubscriptions(tx, deps.clock.now())),
  },
]
