import { z } from 'zod'
import { MINUTE_MS } from '#server/platform/clock.ts'
import { type Lane, mailLane } from '#server/platform/jobs/lanes.ts'
import { job } from '#server/platform/jobs/worker.ts'
import type { Module } from '#server/platform/module.ts'
import { paymentsData } from './data.ts'
import * as financeMessages from './finance/finance.messages.ts'
import { financeRoutes } from './finance/finance.routes.ts'
import { tellDebtsPaid } from './finance/tell-debts-paid.ts'
import * as messages from './payments.messages.ts'
import { paymentsRoutes, webhookRoutes } from './payments.routes.ts'
import { processEvent, sweepEvents } from './process-event.ts'
import { EVENT_JOB } from './receive-event.ts'
import { reconcilePayments } from './reconcile-payments.ts'
import { ABANDONED_JOB, tellAbandoned } from './tell-abandoned.ts'

const EventPayload = z.object({ eventId: z.uuid() })
const PaymentPayload = z.object({ paymentId: z.uuid() })

/** At most eight jobs in parallel, so that a gateway that does not answer blocks few workers. */
const gatewayLane: Lane = { name: 'gateway', width: 8, onWrongClock: 'waits' }

export const paymentsModule: Module = {
  name: 'payments',
  data: paymentsData,
  routes: [paymentsRoutes, financeRoutes],
  webhooks: [webhookRoutes],
  jobs: [
    job(EVENT_JOB, EventPayload, (deps, { eventId }) => processEvent(deps, eventId), gatewayLane),
    job(ABANDONED_JOB, PaymentPayload, (deps, of) => tellAbandoned(deps, of.paymentId), mailLane),
  ],
  recurring: [
    { name: 'payments.reconcile', everyMs: 20_000, onWrongClock: 'waits', run: reconcilePayments },
    {
      name: 'payments.sweep-events',
      everyMs: 10 * MINUTE_MS,
      onWrongClock: 'waits',
      run: sweepEvents,
    },
    { name: 'finance.tell-debts-paid', everyMs: 20_000, onWrongClock: 'runs', run: tellDebtsPaid },
  ],
  messages: [...Object.values(messages), ...Object.values(financeMessages)],
}
