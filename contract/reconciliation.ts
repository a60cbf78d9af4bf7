import { z } from 'zod'
import { CalendarDate, Id, Instant, longText, Pesos } from './common.ts'
import { dayCalls } from './day-books.ts'
import { CASE_NOTE_MAX, CASE_NOTE_MIN } from './limits.ts'
import { get, post } from './route.ts'
import { comparedErrors, SeenFirst, seenErrors, signedErrors } from './team-acts.ts'

/** A comparison of the gateway's payments with our records. */
export const Reconciliation = z.object({
  id: Id,
  fromDay: CalendarDate,
  untilDay: CalendarDate,
  endedAt: Instant,
  transactions: z.int(),
  /** Null when no provider of payouts was configured. */
  payouts: z.int().nullable(),
  opened: z.int(),
})
export type Reconciliation = z.infer<typeof Reconciliation>

/** A bank statement, compared with manually paid withdrawals. */
export const BankStatement = z.object({
  id: Id,
  fromDay: CalendarDate,
  untilDay: CalendarDate,
  uploadedBy: z.string(),
  uploadedAt: Instant,
  lines: z.int(),
  /** Lines of the file that sum up others, which are not compared. */
  skipped: z.int(),
  matched: z.int(),
  opened: z.int(),
})
export type BankStatement = z.infer<typeof BankStatement>

/** Money that has stayed for more than one day in an account that it should only pass through. */
export const Residue = z.object({ account: z.enum(['suspense', 'payouts']), pesos: Pesos })
export type Residue = z.infer<typeof Residue>

/** Limit of the uploaded file; one year of a busy account is smaller. */
export const STATEMENT_MAX_BYTES = 4_000_000

const decides = { permission: 'reconciliation.decide' } as const
const days = z.strictObject({ fromDay: CalendarDate, untilDay: CalendarDate })
const withNote = z.strictObject({ note: longText(CASE_NOTE_MAX).min(CASE_NOTE_MIN) })
const ofProposal = withNote.extend(SeenFirst)
const refusals = [
  'payment_case_not_found',
  'payment_case_resolved',
  'payment_case_not_applicable',
  'payment_case_proposed',
] as const

export const reconciliation = {
  ...dayCalls,
  runs: get('/admin/reconciliations', {
    auth: decides,
    summary: 'List the last reconciliations',
    description:
      'Returns the last comparisons with the gateway and with statements of the bank, and what ' +
      'waits in clearing accounts for more than a day.',
    ok: z.object({
      runs: z.array(Reconciliation),
      statements: z.array(BankStatement),
      residues: z.array(Residue),
    }),
  }),
  run: post('/admin/reconciliations', {
    auth: decides,
    summary: 'Reconcile with the gateway now',
    description:
      'Compares payments and payouts of the gateway of these days with our record, both ways, ' +
      'and opens a case for each difference. No money moves. A repeat opens no case twice.',
    body: days,
    ok: z.object({ run: Reconciliation }),
    limit: { max: 20, windowSeconds: 3600, by: 'user' },
    errors: ['reconciliation_days', 'gateway_unavailable'],
  }),
  statement: post('/admin/reconciliations/statements', {
    auth: decides,
    summary: 'Compare a bank statement',
    description:
      'Compares a statement of the bank (CSV with date, reference and amount) with withdrawals ' +
      'that were paid by hand, both ways, and opens a case for each difference. No money moves, ' +
      'and no line is kept. The days must have ended 2 hours ago. The same file again opens ' +
      'nothing twice.',
    body: days,
    file: { field: 'file', maxBytes: STATEMENT_MAX_BYTES },
    ok: z.object({ statement: BankStatement }),
    limit: { max: 30, windowSeconds: 3600, by: 'user' },
    errors: [
      'reconciliation_days',
      'bank_statement_unreadable',
      'bank_statement_days',
      'bank_statement_running_day',
      'bank_statement_own',
    ],
  }),
  propose: post('/admin/reconciliations/:caseId/propose', {
    auth: decides,
    summary: "Propose to follow the gateway's record",
    description:
      'Proposes to bring our record to what the gateway says of a case, or to close a difference ' +
      'that the gateway cannot settle. Nothing moves until another person confirms. Not for ' +
      'the owner of the money. Safe to repeat.',
    body: withNote,
    ok: z.object({ proposed: z.literal(true) }),
    errors: [...refusals, ...signedErrors],
  }),
  refuse: post('/admin/reconciliations/:caseId/refuse', {
    auth: decides,
    summary: 'Refuse or withdraw a proposal',
    description: 'Refuses a proposal that nobody confirmed; the case stays open. Nothing moves.',
    body: ofProposal,
    ok: z.object({ refused: z.literal(true) }),
    errors: [...refusals, 'payment_case_not_proposed', ...seenErrors, ...comparedErrors],
  }),
  confirm: post('/admin/reconciliations/:caseId/confirm', {
    auth: decides,
    summary: "Confirm a colleague's proposal",
    description:
      'Reads the gateway again and brings our record to it: a missing top-up is credited, a lost ' +
      'void reversed, a payout ended. Never by who proposed it, nor by the owner of the money. ' +
      'Safe to repeat.',
    body: ofProposal,
    ok: z.object({ outcomes: z.array(z.string()) }),
    errors: [
      ...refusals,
      'payment_case_not_proposed',
      'payment_case_same_person',
      ...seenErrors,
      ...signedErrors,
      'gateway_unavailable',
    ],
  }),
}
