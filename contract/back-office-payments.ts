import { z } from 'zod'
import { LedgerLine } from './back-office-ledger.ts'
import { Id, Instant, matching, Pesos, queryInt } from './common.ts'
import {
  deskFilters,
  deskListOf,
  deskSort,
  EXPORT_TEXT,
  FILE_TEXT,
  SORT_TEXT,
} from './desk-filters.ts'
import { get, post } from './route.ts'

/** `open` waits for money; `abandoned` is still credited when a late approval arrives. */
const PaymentState = z.enum(['open', 'approved', 'reversed', 'abandoned'])

export const PaymentSummary = z.object({
  id: Id,
  reference: z.string(),
  status: PaymentState,
  person: z.object({ id: Id, name: z.string() }),
  amount: Pesos,
  /** Last payment method used, with the gateway's name for it. */
  method: z.string().nullable(),
  createdAt: Instant,
})
export type PaymentSummary = z.infer<typeof PaymentSummary>

export const DeskPayment = PaymentSummary.extend({
  updatedAt: Instant,
  environment: z.string(),
  checks: z.int(),
  attempts: z.array(
    z.object({
      transactionId: z.string(),
      status: z.string(),
      amountInCents: z.int(),
      currency: z.string(),
      method: z.string().nullable(),
      credited: z.boolean(),
      createdAt: Instant,
      updatedAt: Instant,
    }),
  ),
  /** Messages of the gateway; only messages with a valid signature are kept. */
  events: z.array(
    z.object({
      id: Id,
      receivedAt: Instant,
      transactionId: z.string(),
      status: z.string(),
      checksum: z.string(),
      /** Fields that the signature covers; null once the message was deleted. */
      covers: z.array(z.string()).nullable(),
      /** Our result of processing the message, and its time; null while it waits. */
      outcome: z.string().nullable(),
      processedAt: Instant.nullable(),
      failures: z.int(),
      /** The message with the payer's data masked; null once it was deleted. */
      raw: z.string().nullable(),
    }),
  ),
  /** Our queries to the gateway, its answers and our decisions. */
  answers: z.array(
    z.object({
      id: Id,
      at: Instant,
      asked: z.enum(['reference', 'transaction']),
      transactionId: z.string().nullable(),
      status: z.string().nullable(),
      amountInCents: z.int().nullable(),
      currency: z.string().nullable(),
      method: z.string().nullable(),
      outcome: z.string(),
    }),
  ),
  cases: z.array(
    z.object({ id: Id, kind: z.string(), openedAt: Instant, closedAt: Instant.nullable() }),
  ),
  money: z.array(LedgerLine),
})
export type DeskPayment = z.infer<typeof DeskPayment>

const cases = { permission: 'payments.cases' } as const
const filters = {
  ...deskFilters,
  status: PaymentState.optional(),
  method: matching(/^[A-Z0-9_]+$/, 64).optional(),
  /** Lower and upper limit in pesos, both included. */
  min: queryInt(0, 999_999_999).optional(),
  max: queryInt(0, 999_999_999).optional(),
}

const payments = deskListOf(PaymentSummary, filters, deskSort('createdAt', 'amount'), {
  /** Every payment method that was ever used, for the filter. */
  methods: z.array(z.string()),
})

export const paymentCalls = {
  listPayments: get('/admin/payments', {
    auth: cases,
    summary: 'List top-ups',
    description:
      'Returns top-ups by state, method, day, person and sum, the newest first. `next` of the ' +
      `answer is the \`after\` of the next page. ${SORT_TEXT}`,
    ...payments.list,
  }),
  findPayments: post('/admin/payments/find', {
    auth: cases,
    summary: 'Find top-ups',
    description:
      'Returns top-ups with this id, this reference, whole or its display code, this ' +
      'transaction, or of people found by name, e-mail address, telephone or document, which ' +
      'needs `people.view`. The text is in the body, because browsers and logs keep addresses.',
    ...payments.find,
  }),
  downloadPayments: post('/admin/payments/file', {
    auth: cases,
    summary: 'Download top-ups as CSV',
    description:
      'Returns the list of top-ups as a file. Also needs `people.export`. ' +
      `${FILE_TEXT} ${EXPORT_TEXT}`,
    ...payments.file,
  }),
  showPayment: get('/admin/payments/:paymentId', {
    auth: cases,
    summary: 'Show a top-up',
    description:
      'Returns a top-up with its attempts, every message of the gateway, every question to it ' +
      'with its answer, what was decided, its cases and its movements in the ledger.',
    ok: z.object({ payment: DeskPayment }),
    errors: ['payment_not_found'],
  }),
}
