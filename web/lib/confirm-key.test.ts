import { beforeEach, describe, expect, it } from 'vitest'
import { confirmKey, forgetConfirmKey } from './confirm-key.ts'

describe('confirmKey', () => {
  beforeEach(() => forgetConfirmKey('book'))

  it('stays the same while the same request is retried', () => {
    const first = confirmKey('book', { seats: 1 })
    expect(confirmKey('book', { seats: 1 })).toBe(first)
  })

  it('changes with the request', () => {
    const first = confirmKey('book', { seats: 1 })
    expect(confirmKey('book', { seats: 2 })).not.toBe(first)
  })

  it('changes after a final answer', () => {
    const first = confirmKey('book', { seats: 1 })
    forgetConfirmKey('book')
    expect(confirmKey('book', { seats: 1 })).not.toBe(first)
  })

  it('keeps screens apart', () => {
    expect(confirmKey('book', {})).not.toBe(confirmKey('publish', {}))
  })
})
