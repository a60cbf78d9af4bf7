import { beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { confirmKey, forgetConfirmKey, sendConfirmed } from './confirm-key.ts'

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

  it.each([
    [426, true],
    [409, false],
  ])(
    'keeps the idempotency key after status %i, when nothing was decided: %s',
    async (status, kept) => {
      const keys: string[] = []
      const send = async (key: string) => {
        keys.push(key)
        throw new ApiError({ status, code: 'app_outdated', message: 'x' })
      }
      for (let press = 0; press < 2; press += 1) {
        await expect(sendConfirmed('book', {}, send)).rejects.toThrow()
      }
      expect(keys[0] === keys[1]).toBe(kept)
    },
  )
})
