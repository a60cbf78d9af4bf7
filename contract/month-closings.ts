import { z } from 'zod'
import { Id, Instant, inputText, PesosSum } from './common.ts'
import { get, post, rawAnswer } from './route.ts'

/** YYYY-MM, in Bogotá. */
const Month = inputText().regex(/^20\d\d-(0[1-9]|1[0-2])$/)

const Sums = z.object({
  currency: z.string(),
  /** Code of a house account, or `wallet`, `receivable`, `points` for all people's sum. */
  name: z.string(),
  opening: z.int(),
  into: z.int(),
  out: z.int(),
  closing: z.int(),
})

const Decision = z.object({
  id: Id,
  kind: z.string(),
  reference: z.string().nullable(),
  openedAt: Instant,
  closedAt: Instant.nullable(),
  proposedBy: Id.nullable(),
  decidedBy: Id.nullable(),
  note: z.string().nullable(),
})

/** Content that is signed; amounts in pesos, or in points (`PTS`). */
export const MonthReport = z.object({
  format: z.literal('cupo-month-report/1'),
  month: Month,
  closedAt: Instant,
  closedBy: Id,
  /** Movements that the report contains; `late` movements are dated before the month. */
  ledger: z.object({
    movements: z.int(),
    late: z.int(),
    lastTransfer: z.object({ id: Id, number: z.int() }).nullable(),
    uptoTx: z.int(),
    previousTx: z.int(),
    chain: z.object({ batch: z.int(), hash: z.string() }),
  }),
  totals: z.object({
    topUps: PesosSum,
    topUpsReversed: PesosSum,
    payouts: PesosSum,
    fares: PesosSum,
    commissions: PesosSum,
    fees: PesosSum,
    held: PesosSum,
  }),
  classes: z.array(Sums),
  codes: z.array(
    z.object({ currency: z.string(), code: z.string(), count: z.int(), amount: z.int() }),
  ),
  /** Cases opened in the month, and the decisions of people about them. */
  differences: z.array(Decision),
})
export type MonthReport = z.infer<typeof MonthReport>

/** Report with signature and key; `npm run month:verify -- <file>` verifies it. */
export const SignedMonth = z.object({
  report: MonthReport,
  /** Ed25519 signature in base64. */
  signature: z.string(),
  keyId: z.string(),
  /** Public key as SPKI, DER, in base64. */
  publicKey: z.string(),
})
export type SignedMonth = z.infer<typeof SignedMonth>

export const ClosedMonth = z.object({
  month: Month,
  closedAt: Instant,
  closedBy: z.string(),
  keyId: z.string(),
  totals: MonthReport.shape.totals,
  differences: z.int(),
})
export type ClosedMonth = z.infer<typeof ClosedMonth>

/** The next month to close, and what prevents its closing. */
export const NextMonth = z.object({
  month: Month,
  blocks: z.array(
    z.enum(['month_not_over', 'month_cases_open', 'month_not_compared', 'month_not_chained']),
  ),
  openCases: z.int(),
})
export type NextMonth = z.infer<typeof NextMonth>

const decides = { permission: 'reconciliation.decide' } as const
const ofMonth = z.strictObject({ month: Month })

export const monthClosings = {
  list: get('/admin/months', {
    auth: decides,
    summary: 'List closed months',
    description: 'Returns closed months, newest first.',
    ok: z.object({ months: z.array(ClosedMonth), next: NextMonth.nullable() }),
  }),
  close: post('/admin/months', {
    auth: decides,
    summary: 'Close a month with a signed report',
    description:
      'Signs and stores the report of a month that is over, compared and without open cases. ' +
      'Months are closed in order; a movement that arrives later is in the next one. A repeat ' +
      'answers the same report.',
    body: ofMonth,
    ok: z.object({ closed: ClosedMonth }),
    limit: { max: 20, windowSeconds: 3600, by: 'user' },
    errors: [
      'month_not_next',
      'month_not_over',
      'month_cases_open',
      'month_not_compared',
      'month_not_chained',
    ],
  }),
  report: get('/admin/months/:month', {
    auth: decides,
    summary: 'Show the signed report of a month',
    description: 'Returns the report as it was signed, with signature and public key.',
    params: ofMonth,
    ok: SignedMonth,
    errors: ['month_not_found'],
  }),
  paper: get('/admin/months/:month/pdf', {
    auth: decides,
    summary: 'Download the report of a month as PDF',
    description: 'Returns the sums of the report as a PDF, with the signature.',
    params: ofMonth,
    ...rawAnswer,
    errors: ['month_not_found'],
  }),
}
