import { expect, it } from 'vitest'
import type { PaymentCase } from '#contract/finance.ts'
import { screenOf } from './case-words.ts'

const ID = '019e9f00-1234-7abc-8def-0123456789ab'

const found: PaymentCase = {
  ...{ id: ID, kind: 'double_charge', transactionId: '112470-1', amount: 40_000, person: null },
  reference: 'CUPO-019e9f0012347abc8def0123456789ab',
  told: {
    ...{ status: null, amountInCents: null, currency: null, creditedTransactionId: null },
    line: null,
  },
  ...{ debt: null, openedAt: '2026-11-20T12:00:00.000Z', dueAt: null, resolvedAt: null },
  ...{ resolvedBy: null, note: null, proposal: null, applies: false },
  can: { propose: false, confirm: false, refuse: false, close: true },
}

it.each([
  ['a top-up', {}, `/admin/payments/${ID}`],
  ['a top-up that is not ours', { amount: null }, undefined],
  ['a payment without a reference', { reference: null }, undefined],
  [
    'a withdrawal',
    { kind: 'payout_unanswered', reference: 'CUPO-W-0000000A' },
    '/admin/withdrawals?solo=CUPO-W-0000000A',
  ],
  ['a fare', { kind: 'shared_fare', transactionId: ID }, `/admin/bookings/${ID}`],
] as const)('leads from a case to %s', (_, change, to) => {
  expect(screenOf({ ...found, ...change })?.to).toBe(to)
})
