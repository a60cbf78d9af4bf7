import { DAY_MS, MINUTE_MS } from '#server/platform/clock.ts'
import type { RecurringJob } from '#server/platform/jobs/worker.ts'
import { forgetUnconfirmed } from './guest-ticket.ts'
import { alarmOverdueTickets, resolveSilent } from './handle-ticket.ts'

export const supportRecurring: RecurringJob[] = [
  { name: 'support.overdue-tickets', everyMs: MINUTE_MS, run: alarmOverdueTickets },
  { name: 'support.forget-unconfirmed', everyMs: DAY_MS, run: forgetUnconfirmed },
  { name: 'support.resolve-silent', everyMs: DAY_MS, run: resolveSilent },
]
