import { beforeEach, describe, expect, it } from 'vitest'
import { confirmKey, forgetConfirmKey } from './confirm-key.ts'

describe('confirmKey', () => {
  beforeEach(() => forgetConfirmKey('book'))

  it('returns the same idempotency key when the same request is retried', () => {
    const first = confirmKey('book', { seats: 1 })
    expect(confirmKey('book', { seats: 1 })).toBe(first)
  })

  it('returns a new idempotency key when the request changes', () => {
    const first = confirmKey('book', { seats: 1 })
    expect(confirmKey('book', { seats: 2 })).not.toBe(first)
  })

  it('returns a new idempotency key after a final answer', () => {
    const first = confirmKey('book', { seats: 1 })
    forgetConfirmKey('book')
    expect(confirmKey('book', { seats: 1 })).not.toBe(first)
  })

  it('returns different idempotency keys for different screens', () => {
    expect(confirmKey('book', {})).not.toBe(confirmKey('publish', {}))
  })
})
