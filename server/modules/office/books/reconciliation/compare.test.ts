import { expect, it } from 'vitest'
import { differenceOf, type Recorded } from './compare.ts'

const agreed: Recorded = { pesos: 50_000, status: 'APPROVED', isBooked: true, otherCredited: false }
const told = (
  status: 'APPROVED' | 'VOIDED' | 'DECLINED' | 'PENDING',
  amountInCents = 5_000_000,
) => {
  return { status, amountInCents }
}

it.each([
  ['both sides agree', told('APPROVED'), agreed, null],
  ['nothing was paid', told('DECLINED'), { ...agreed, status: null, isBooked: false }, null],
  ['both know the refusal', told('DECLINED'), { ...agreed, status: 'DECLINED' as const }, null],
  ['unknown reference', told('APPROVED'), { ...agreed, pesos: null }, 'reconcile_unknown'],
  ['unknown and refused', told('DECLINED'), { ...agreed, pesos: null }, null],
  ['another amount', told('APPROVED', 5_000_100), agreed, 'reconcile_amount'],
  [
    'the event was never received',
    told('APPROVED'),
    { ...agreed, status: null },
    'reconcile_missing',
  ],
  [
    'the last event was pending',
    told('APPROVED'),
    { ...agreed, status: 'PENDING' as const },
    'reconcile_missing',
  ],
  ['not in the ledger', told('APPROVED'), { ...agreed, isBooked: false }, 'reconcile_missing'],
  [
    'a second charge',
    told('APPROVED'),
    { ...agreed, status: null, otherCredited: true },
    'reconcile_duplicate',
  ],
  ['the event of a void was lost', told('VOIDED'), agreed, 'reconcile_voided'],
  ['both know the void', told('VOIDED'), { ...agreed, status: 'VOIDED' as const }, null],
])('compares a gateway transaction with our record: %s', (_, transaction, recorded, difference) => {
  expect(differenceOf(transaction, recorded)).toBe(difference)
})
