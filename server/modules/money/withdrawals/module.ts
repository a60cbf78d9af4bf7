import { z } from 'zod'
import type { Lane } from '#server/platform/jobs/lanes.ts'
import { job } from '#server/platform/jobs/worker.ts'
import type { Module } from '#server/platform/module.ts'
import { withdrawalsData } from './data.ts'
import { TELL_APPROVED_JOB, tellApproved } from './decide-withdrawal.ts'
import { countWithdrawals } from './queue.queries.ts'
import { PAYOUT_EVENT_JOB, processPayoutEvent } from './receive-payout-event.ts'
import { sendWithdrawals } from './send-withdrawals.ts'
import * as messages from './withdrawals.messages.ts'
import { payoutWebhookRoutes, withdrawalsRoutes } from './withdrawals.routes.ts'

const EventPayload = z.object({ eventId: z.uuid() })
const ApprovalPayload = z.object({ withdrawalId: z.uuid(), approvedAt: z.coerce.date() })

/** Lane of jobs that wait for the payout gateway, so that they block no other job. */
const payoutLane: Lane = { name: 'payouts', width: 2, onWrongClock: 'waits' }

export const withdrawalsModule: Module = {
  name: 'withdrawals',
  data: withdrawalsData,
  routes: [withdrawalsRoutes],
  webhooks: [payoutWebhookRoutes],
  jobs: [
    job(
      PAYOUT_EVENT_JOB,
      EventPayload,
      (deps, of) => processPayoutEvent(deps, of.eventId),
      payoutLane,
    ),
    job(TELL_APPROVED_JOB, ApprovalPayload, tellApproved),
  ],
  recurring: [
    { name: 'withdrawals.send', everyMs: 15_000, onWrongClock: 'waits', run: sendWithdrawals },
  ],
  messages: Object.values(messages),
  queues: { withdrawals: countWithdrawals },
}
