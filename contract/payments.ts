import { z } from 'zod'
import { Id, Instant, inputText, Pesos } from './common.ts'
import { post } from './route.ts'

export { TOPUP_MAX_PESOS, TOPUP_MIN_PESOS } from './limits.ts'

const PaymentStatus = z.enum([
  'PENDING',
  'APPROVED',
  'DECLINED',
  'VOIDED',
  'ERROR',
  /** Not paid within half an hour, or another one was paid; a late approval is still credited. */
  'ABANDONED',
])

const Reference = inputText().regex(/^[A-Za-z0-9_-]{1,64}$/)
const TransactionId = inputText().regex(/^[A-Za-z0-9-]{1,64}$/)

export const PaymentView = z.object({
  status: PaymentStatus,
  message: z.string(),
  reference: z.string(),
  /** Id of the gateway's transaction; null until it is known. */
  id: z.string().nullable(),
  /** Whether the gateway reported a transaction: somebody paid or tried to pay. */
  transactionSeen: z.boolean(),
  /** Whether the gateway answered now; if not, somebody may have paid without our knowing it. */
  gatewayAnswered: z.boolean(),
  /** Means of the newest transaction in the gateway's words, such as `CARD` or `PSE`. */
  method: z.string().nullable(),
  amount: Pesos,
  updatedAt: Instant,
})
export type PaymentView = z.infer<typeof PaymentView>

const Checkout = z.object({
  success: z.literal(true),
  data: z.object({
    reference: z.string(),
    amountInCents: z.int(),
    signature: z.string(),
    publicKey: z.string(),
    currency: z.literal('COP'),
    checkoutUrl: z.string(),
    redirectUrl: z.string(),
    customer: z.object({
      email: z.string(),
      fullName: z.string().nullable(),
      phoneNumber: z.string().nullable(),
      legalId: z.string().nullable(),
      legalIdType: z.string(),
    }),
  }),
})

/** Details of `too_many_open_payments`. */
export const OpenTopUps = z.object({
  open: z.array(
    z.object({
      reference: z.string(),
      pesos: Pesos,
      createdAt: Instant,
      /** Whether the gateway knows a transaction; such a top-up cannot be discarded. */
      isSeen: z.boolean(),
    }),
  ),
  /** When the first one no longer counts by itself; null when only the bank can end one. */
  endsAt: Instant.nullable(),
})
export type OpenTopUps = z.infer<typeof OpenTopUps>

export const payments = {
  create: post('/payments/create', {
    auth: 'live',
    summary: 'Prepare a top-up',
    description:
      "Prepares a top-up and answers the signed fields of the gateway's checkout form. With " +
      'the same `Idempotency-Key` it is the same payment; nothing is charged here. At most 10 ' +
      'can be open: not discarded and made in the last 30 minutes, or being confirmed by a bank. ' +
      '`details` of `too_many_open_payments` lists them, with the time at which one ends.',
    body: z.strictObject({ amount: Pesos, userId: Id.optional() }),
    ok: Checkout,
    idempotent: true,
    limit: { max: 120, windowSeconds: 3600, by: 'user' },
    errors: [
      'amount_too_small',
      'amount_too_large',
      'forbidden',
      'too_many_open_payments',
      'payments_of_day',
      'top_ups_off',
    ],
  }),
  confirmRedirect: post('/payments/confirm-redirect', {
    auth: 'live',
    summary: 'Show a top-up after the checkout',
    description:
      "Returns the state of the signed-in person's own payment when they come back from the " +
      'checkout. Asks the gateway when needed; an approved payment is credited once, however ' +
      'often it is asked.',
    body: z.strictObject({
      reference: Reference,
      userId: Id.optional(),
      /** Id in the return address of the gateway; not trusted. */
      transactionId: TransactionId.optional(),
    }),
    ok: z.object({ payment: PaymentView }),
    limit: { max: 120, windowSeconds: 600, by: 'user' },
    errors: ['payment_not_found', 'forbidden', 'gateway_unavailable'],
  }),
  validate: post('/payments/validate', {
    auth: 'live',
    summary: 'Ask the gateway again about a transaction',
    description:
      'Asks the gateway again for one transaction of the signed-in person. An approved ' +
      'payment is credited once, however often it is asked.',
    body: z.strictObject({ transactionId: TransactionId, userId: Id.optional() }),
    ok: z.object({ success: z.boolean(), error: z.string().nullable(), transaction: PaymentView }),
    limit: { max: 120, windowSeconds: 600, by: 'user' },
    errors: ['payment_not_found', 'forbidden', 'gateway_unavailable'],
  }),
  resume: post('/payments/resume', {
    auth: 'live',
    summary: 'Return to the checkout of a top-up',
    description:
      'Answers the checkout fields of a top-up again while the gateway knows no transaction of ' +
      'it. The reference stays the same, so it cannot be credited twice; a discarded one is ' +
      'listed again.',
    body: z.strictObject({ reference: Reference }),
    ok: Checkout,
    limit: { max: 60, windowSeconds: 3600, by: 'user' },
    errors: ['payment_not_found', 'payment_seen', 'payment_old', 'payment_replaced', 'top_ups_off'],
  }),
  discard: post('/payments/discard', {
    auth: 'live',
    summary: 'Discard an unfinished top-up',
    description:
      'Hides a top-up of which the gateway knows no transaction. Safe to repeat. It cannot close ' +
      'the reference at the gateway: a late approval is still credited and told.',
    body: z.strictObject({ reference: Reference }),
    ok: z.object({ discarded: z.literal(true) }),
    limit: { max: 120, windowSeconds: 3600, by: 'user' },
    errors: ['payment_not_found', 'payment_seen'],
  }),
}
