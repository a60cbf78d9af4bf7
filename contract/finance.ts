import { z } from 'zod'
import { Id, Instant, linkedCasesQuery, longText, Pesos, PesosSum, pageOf } from './common.ts'
import { CASE_NOTE_MAX, CASE_NOTE_MIN } from './limits.ts'
import { get, post } from './route.ts'
import { comparedErrors } from './team-acts.ts'

/** A problem with a payment that a person must review. */
export const PaymentCase = z.object({
  id: Id,
  /** `double_charge`, `reversal_uncovered`, `mismatch_amount`, …; new kinds may appear. */
  kind: z.string(),
  reference: z.string().nullable(),
  transactionId: z.string().nullable(),
  /** The payer of a payment that is ours: enough to recognise them, not to contact them. */
  person: z.object({ id: Id, name: z.string(), email: z.string() }).nullable(),
  amount: Pesos.nullable(),
  /** What the gateway reported: its amount in cents, currency and status. */
  told: z.object({
    status: z.string().nullable(),
    amountInCents: z.int().nullable(),
    currency: z.string().nullable(),
    creditedTransactionId: z.string().nullable(),
    /** Date and words of a line in a bank statement; null for other cases. */
    line: z.string().nullable(),
  }),
  /** For a voided payment, pesos: taken from the wallet, turned into debt, open debt. */
  debt: z.object({ takenPesos: PesosSum, owedPesos: PesosSum, openPesos: PesosSum }).nullable(),
  openedAt: Instant,
  /** By when the team works on it; null once it is over. */
  dueAt: Instant.nullable(),
  resolvedAt: Instant.nullable(),
  /** Null for a case that closed automatically, such as a second charge that was returned. */
  resolvedBy: z.string().nullable(),
  note: z.string().nullable(),
  /** Action that one person proposed, until another person confirms it. */
  proposal: z
    .object({
      by: z.string(),
      at: Instant,
      note: z.string(),
      /** Whether the viewer and the proposer have used the same browser. */
      sameDevice: z.boolean(),
    })
    .nullable(),
  /** Whether confirming changes our record to match the gateway, or only closes the case. */
  applies: z.boolean(),
  can: z.object({
    propose: z.boolean(),
    confirm: z.boolean(),
    refuse: z.boolean(),
    close: z.boolean(),
  }),
})
export type PaymentCase = z.infer<typeof PaymentCase>

const APPLICABLE: readonly string[] = [
  'reconcile_duplicate',
  'reconcile_missing',
  'reconcile_voided',
  'reconcile_payout_missing',
]

/** Whether solving the case changes our record to match the gateway, which moves money. */
export function isApplicable(kind: string): boolean {
  return APPLICABLE.includes(kind)
}

/**
 * Kinds of cases after which nobody pays, so that one person closes them with a note. Of all other
 * kinds, also of new ones, somebody pays or releases money: two people close them.
 */
const CLOSED_BY_ONE: readonly string[] = [
  // A debt, which stays as it is whatever the note says.
  ...['reversal_uncovered', 'fare_uncovered'],
  // For engineers, or a sum of other cases.
  ...['event_failed', 'integrity_mismatch', 'integrity_unchecked', 'payout_unknown'],
  ...['clearing_residue', 'payouts_residue', 'mismatch_environment', 'mismatch_merchant'],
  'mismatch_attempt',
  // Two people say in the queue of withdrawals how it ended.
  'payout_unanswered',
]

/** Whether it takes two people to close the case: nobody pays by a note of one person. */
export function needsTwoPeople(kind: string): boolean {
  return !CLOSED_BY_ONE.includes(kind)
}

export const finance = {
  cases: get('/payments/cases', {
    auth: { permission: 'payments.cases' },
    summary: 'List payment cases',
    description:
      'Returns payments that a person of finance must look at, oldest first, or those already ' +
      'closed. Needs the permission `payments.cases`.',
    query: linkedCasesQuery,
    ok: pageOf(PaymentCase),
  }),
  resolveCase: post('/payments/cases/:caseId/resolve', {
    auth: { permission: 'payments.cases' },
    summary: 'Close a payment case with a note',
    description:
      'Closes a case with a note; no money moves. The owner of the payment may not close it, nor ' +
      'anybody while a proposal waits, and repeating the same note changes nothing. A case after ' +
      'which somebody pays takes two people: `propose` and `confirm`.',
    body: z.strictObject({ note: longText(CASE_NOTE_MAX).min(CASE_NOTE_MIN) }),
    ok: z.object({ resolved: z.literal(true) }),
    errors: [
      'payment_case_not_found',
      'payment_case_resolved',
      'payment_case_proposed',
      'payment_case_two_people',
      ...comparedErrors,
    ],
  }),
}
