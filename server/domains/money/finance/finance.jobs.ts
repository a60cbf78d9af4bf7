import type { RecurringJob } from '#server/platform/jobs/worker.ts'
import { tellDebtsPaid } from './tell-debts-paid.ts'

export const financeRecurring: RecurringJob[] = [
  { name: 'finance.tell-debts-paid', everyMs: 20_000, run: tellDebtsPaid },
]
