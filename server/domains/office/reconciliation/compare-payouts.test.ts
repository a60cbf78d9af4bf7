import { expect, it } from 'vitest'
import {
  comparePayout,
  comparePayouts,
  type KnownPayout,
  type PayoutLine,
} from './compare-payouts.ts'

const REFERENCE = 'CUPO-W-0123456789ABCDEF0123'
const paid: KnownPayout = {
  withdrawalId: 'w',
  status: 'paid',
  channel: 'gateway',
  pesos: 50_000,
  matched: null,
}
const line = (status: PayoutLine['status'], amountInCents = 5_000_000): PayoutLine => {
  return { key: 'tx-1', reference: REFERENCE, amountInCents, status }
}
const approved = line('approved')

it.each([
  ['agrees', approved, paid, 'matched'],
  ['was matched before', approved, { ...paid, matched: 'tx-1' }, 'matched'],
  ['on its way', line('pending'), { ...paid, status: 'sent' }, null],
  ['never heard', approved, { ...paid, status: 'sent' }, 'reconcile_payout_missing'],
  ['never answered', approved, { ...paid, status: 'sending' }, 'reconcile_payout_missing'],
  [
    'a failure never heard',
    line('failed'),
    { ...paid, status: 'sent' },
    'reconcile_payout_missing',
  ],
  ['both know the failure', line('failed'), { ...paid, status: 'failed' }, null],
  ['a second payment', approved, { ...paid, matched: 'tx-0' }, 'reconcile_payout_duplicate'],
  [
    'paid after it was returned',
    approved,
    { ...paid, status: 'failed' },
    'reconcile_payout_repaid',
  ],
  ['returned later', line('returned'), paid, 'reconcile_payout_returned'],
  ['another amount', line('approved', 5_000_100), paid, 'reconcile_payout_amount'],
  ['nobody asked for it', approved, undefined, 'reconcile_payout_unknown'],
  ['nobody asked for it, and it failed', line('failed'), undefined, null],
  [
    'by hand, not by the gateway',
    approved,
    { ...paid, channel: 'bank_file' as const },
    'reconcile_payout_unknown',
  ],
])('the gateway: %s', (_, said, known, result) => {
  expect(comparePayout(said, known, 'gateway')).toBe(result)
})

it('by hand, a payment that two people have not confirmed yet is no difference', () => {
  const sent: KnownPayout = { ...paid, status: 'sent', channel: 'bank_file' }
  expect(comparePayout(approved, sent, 'bank_file')).toBe('matched')
  expect(comparePayout(line('returned'), sent, 'bank_file')).toBeNull()
})

it('two lines of one list that pay the same withdrawal: one matches, one is a duplicate', () => {
  const second = { ...approved, key: 'tx-2' }
  const recorded = new Map([[REFERENCE, paid]])
  const { matches, differences } = comparePayouts([approved, second], recorded, 'gateway')
  expect(matches).toEqual([{ withdrawalId: 'w', line: 'tx-1' }])
  expect(differences).toEqual([{ kind: 'reconcile_payout_duplicate', line: second }])
})
