import { describe, expect, it } from 'vitest'
import { transactionStatuses } from '#server/domains/gateway/gateway.public.ts'
import { referenceOf, shownStatus, stepOf } from './payment.ts'

describe('stepOf', () => {
  it.each([
    [undefined, 'PENDING', 'record'],
    [undefined, 'APPROVED', 'credit'],
    [undefined, 'VOIDED', 'record'],
    ['PENDING', 'APPROVED', 'credit'],
    ['PENDING', 'DECLINED', 'record'],
    ['PENDING', 'ERROR', 'record'],
    ['APPROVED', 'VOIDED', 'reverse'],
    ['APPROVED', 'PENDING', 'ignore'],
    ['APPROVED', 'DECLINED', 'ignore'],
    ['VOIDED', 'PENDING', 'ignore'],
    ['VOIDED', 'APPROVED', 'contradiction'],
    ['DECLINED', 'APPROVED', 'contradiction'],
    ['DECLINED', 'PENDING', 'ignore'],
  ] as const)('%s then %s: %s', (before, after, step) => {
    expect(stepOf(before, after)).toBe(step)
  })

  it('ignores every repetition', () => {
    for (const status of transactionStatuses) expect(stepOf(status, status)).toBe('ignore')
  })
})

describe('shownStatus', () => {
  it.each([
    ['open', null, 'PENDING'],
    ['open', 'PENDING', 'PENDING'],
    ['open', 'DECLINED', 'DECLINED'],
    ['open', 'ERROR', 'ERROR'],
    // Said to be approved, not credited by us: not approved yet.
    ['open', 'APPROVED', 'PENDING'],
    ['approved', 'DECLINED', 'APPROVED'],
    ['reversed', 'VOIDED', 'VOIDED'],
    ['abandoned', null, 'ERROR'],
    ['abandoned', 'DECLINED', 'DECLINED'],
  ] as const)('%s with last attempt %s: %s', (status, last_attempt_status, shown) => {
    expect(shownStatus({ status, last_attempt_status })).toBe(shown)
  })
})

describe('referenceOf', () => {
  it('fits the gateway', () => {
    const reference = referenceOf('019e9f00-1234-7abc-8def-0123456789ab')
    expect(reference).toBe('CUPO-019e9f0012347abc8def0123456789ab')
    expect(reference).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
  })
})
