import { beforeEach, expect, it } from 'vitest'
import { blockedStorage, stubStorage } from '#test/memory-storage.ts'
import { forgetReference } from '#web/stored/payment-reference.ts'
import {
  clearPendingTransaction,
  markWalletUpdated,
  paymentReturnTo,
  pendingTransaction,
  recentReference,
  rememberPayment,
  savePendingTransaction,
  wasWalletUpdated,
} from './payment-memory.ts'

const NOW = 1_800_000_000_000
const started = { reference: 'CUPO-1', userId: 'ana', returnTo: '/trips/x/book?from=1' }

beforeEach(() => stubStorage())

it('stores the reference of a payment for five minutes, for its person only', () => {
  rememberPayment(started, NOW)
  expect(recentReference('ana', NOW + 299_999)).toBe('CUPO-1')
  expect(recentReference('ana', NOW + 300_000)).toBeNull()
  expect(recentReference('beto', NOW)).toBeNull()
  forgetReference()
  expect(recentReference('ana', NOW)).toBeNull()
})

it('stores the return address for two hours, for its payment and person only', () => {
  rememberPayment(started, NOW)
  expect(paymentReturnTo('ana', 'CUPO-1', NOW + 600_000)).toBe('/trips/x/book?from=1')
  expect(paymentReturnTo('ana', null, NOW)).toBe('/trips/x/book?from=1')
  expect(paymentReturnTo('ana', 'CUPO-2', NOW)).toBeNull()
  expect(paymentReturnTo('beto', 'CUPO-1', NOW)).toBeNull()
  expect(paymentReturnTo('ana', 'CUPO-1', NOW + 7_200_000)).toBeNull()
  rememberPayment({ ...started, returnTo: null }, NOW)
  expect(paymentReturnTo('ana', null, NOW)).toBeNull()
})

it('ignores a stored return address that is invalid or on another site', () => {
  rememberPayment({ ...started, returnTo: '//evil.example' }, NOW)
  expect(paymentReturnTo('ana', null, NOW)).toBeNull()
  localStorage.setItem('last_payment_return_to', '{not json')
  expect(paymentReturnTo('ana', null, NOW)).toBeNull()
})

it('stores a person’s pending transaction until it is cleared', () => {
  savePendingTransaction('1-2', 'ana')
  expect(pendingTransaction('ana')).toBe('1-2')
  expect(pendingTransaction('beto')).toBeNull()
  clearPendingTransaction()
  expect(pendingTransaction('ana')).toBeNull()
})

it('marks the wallet as refreshed for one payment, until the next payment begins', () => {
  markWalletUpdated('CUPO-1')
  expect(wasWalletUpdated('CUPO-1')).toBe(true)
  expect(wasWalletUpdated('CUPO-2')).toBe(false)
  rememberPayment(started, NOW)
  expect(wasWalletUpdated('CUPO-1')).toBe(false)
})

it('keeps the payment as long as the page where storage is blocked', () => {
  stubStorage(blockedStorage)
  rememberPayment(started, NOW)
  expect(recentReference('ana', NOW)).toBe('CUPO-1')
  expect(wasWalletUpdated(null)).toBe(false)
})
