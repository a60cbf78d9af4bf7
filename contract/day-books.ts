import { z } from 'zod'
import { CalendarDate, Instant, PesosSum } from './common.ts'
import { get } from './route.ts'

/** Reasons why the books of a day are not complete, in the order in which to work on them. */
const DAY_LACKS = ['mismatch', 'cases', 'gateway', 'bank', 'ledger'] as const
export type DayLack = (typeof DAY_LACKS)[number]

export const DayBooks = z.object({
  day: CalendarDate,
  /** Credited top-ups and paid withdrawals of the day. */
  payments: z.int(),
  withdrawals: z.int(),
  /** When the whole day was last compared with the gateway and the bank, and the ledger checked. */
  gatewayAt: Instant.nullable(),
  bankAt: Instant.nullable(),
  ledgerAt: Instant.nullable(),
  /** Whether the bank's statement must be compared: it paid or returned a withdrawal that day. */
  needsBank: z.boolean(),
  /** Open payment cases that may be of the day, and their pesos; null when one has no amount. */
  cases: z.int(),
  openPesos: PesosSum.nullable(),
  /** Nothing: each peso of the day is explained, by all sources. */
  lacks: z.array(z.enum(DAY_LACKS)),
})
export type DayBooks = z.infer<typeof DayBooks>

export const dayCalls = {
  days: get('/admin/reconciliations/days', {
    auth: { permission: 'reconciliation.decide' },
    summary: 'Show whether the last days are whole',
    description:
      'Returns the last 14 days before today, the newest first: payments and withdrawals, when ' +
      'gateway, bank and ledger were compared, the open cases, and what is missing.',
    ok: z.object({ days: z.array(DayBooks) }),
  }),
}
