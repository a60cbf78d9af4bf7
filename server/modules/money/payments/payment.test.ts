import { describe, expect, it } from 'vitest'
import { transactionStatuses } from '#server/modules/bank/gateway/index.ts'
import { addMs, MINUTE_MS } from '#server/platform/clock.ts'
import { referenceOf, shownStatus, stepOf } from './payment.ts'

describe('step for a status change of a transaction', () => {
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
  ] as const)('decides for a transaction that was %s and is now %s: %s', (before, after, step) => {
    expect(stepOf(before, after)).toBe(step)
  })

  it('ignores a repeated status of a transaction', () => {
    for (const status of transactionStatuses) expect(stepOf(status, status)).toBe('ignore')
  })
})

const PLAIN = { replaced: false, undecided: null }

describe('status of a payment that the person sees', () => {
  it.each([
    ['open', null, 'PENDING'],
    ['open', 'PENDING', 'PENDING'],
    ['open', 'DECLINED', 'DECLINED'],
    ['open', 'ERROR', 'ERROR'],
    ['approved', 'DECLINED', 'APPROVED'],
    ['reversed', 'VOIDED', 'VOIDED'],
    ['abandoned', null, 'ABANDONED'],
    ['abandoned', 'DECLINED', 'DECLINED'],
  ] as const)(
    'shows a payment that is %s, with last attempt %s, as %s',
    (status, last_attempt_status, shown) => {
      const created_at = new Date('2026-11-20T10:00:00-05:00')
      const payment = { status, last_attempt_status, created_at, ...PLAIN }
      expect(shownStatus(payment, addMs(created_at, MINUTE_MS))).toBe(shown)
    },
  )

  it('shows a checkout without an attempt as abandoned after half an hour', () => {
    const created_at = new Date('2026-11-20T10:00:00-05:00')
    const left = { status: 'open', last_attempt_status: null, created_at, ...PLAIN } as const
    expect(shownStatus(left, addMs(created_at, 30 * MINUTE_MS - 1))).toBe('PENDING')
    expect(shownStatus(left, addMs(created_at, 30 * MINUTE_MS))).toBe('ABANDONED')
    expect(shownStatus({ ...left, replaced: true }, created_at)).toBe('ABANDONED')
    const paying = { ...left, last_attempt_status: 'PENDING' } as const
    expect(shownStatus(paying, addMs(created_at, 60 * MINUTE_MS))).toBe('PENDING')
  })
})

describe('reference of a payment', () => {
  it('makes a payment reference of at most 64 characters that the gateway accepts', () => {
    const reference = referenceOf('019e9f00-1234-7abc-8def-0123456789ab')
    expect(reference).toBe('CUPO-019e9f0012347abc8def0123456789ab')
    expect(reference).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
  })
})
