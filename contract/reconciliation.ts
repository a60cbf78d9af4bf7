import { z } from 'zod'
import { CalendarDate, Id, Instant, longText } from './common.ts'
import { CASE_NOTE_MAX, CASE_NOTE_MIN } from './limits.ts'
import { route } from './route.ts'

/** A comparison of the gateway with our record. */
export const Reconciliation = z.object({
  id: Id,
  fromDay: CalendarDate,
  untilDay: CalendarDate,
  /** Null: the daily job. */
  startedBy: z.string().nullable(),
  endedAt: Instant,
  transactions: z.int(),
  opened: z.int(),
})
export type Reconciliation = z.infer<typeof Reconciliation>

const decides = { permission: 'reconciliation.decide' } as const

export const reconciliation = {
  runs: route({
    method: 'GET',
    path: '/admin/reconciliations',
    auth: decides,
    summary: 'Las últimas conciliaciones con la pasarela',
    description: 'The last 30 comparisons with the gateway. Needs `reconciliation.decide`.',
    ok: z.object({ runs: z.array(Reconciliation) }),
    errors: ['forbidden'],
  }),
  run: route({
    method: 'POST',
    path: '/admin/reconciliations',
    auth: decides,
    summary: 'Conciliar ahora con la pasarela',
    description:
      'Compares the transactions of the gateway of these days with our record, both ways, and ' +
      'opens a case for each difference. No money moves. Needs `reconciliation.decide`. A repeat ' +
      'opens no case twice.',
    body: z.strictObject({ fromDay: CalendarDate, untilDay: CalendarDate }),
    ok: z.object({ run: Reconciliation }),
    limit: { max: 20, windowSeconds: 3600, by: 'user' },
    errors: ['forbidden', 'reconciliation_days', 'gateway_unavailable', 'rate_limited'],
  }),
  apply: route({
    method: 'POST',
    path: '/admin/reconciliations/:caseId/apply',
    auth: decides,
    summary: 'Llevar a nuestro registro lo que dice la pasarela',
    description:
      'Reads the transactions of a case from the gateway again and brings our record to them: a ' +
      'missing top-up is credited, a lost void reversed. The owner of the payment may not decide ' +
      'it. Needs `reconciliation.decide`. Safe to repeat.',
    params: z.strictObject({ caseId: Id }),
    body: z.strictObject({ note: longText(CASE_NOTE_MAX).min(CASE_NOTE_MIN) }),
    ok: z.object({ outcomes: z.array(z.string()) }),
    errors: [
      'forbidden',
      'payment_case_not_found',
      'payment_case_resolved',
      'payment_case_not_applicable',
      'gateway_unavailable',
    ],
  }),
}
