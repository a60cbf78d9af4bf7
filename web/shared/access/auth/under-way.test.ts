import { beforeEach, describe, expect, it } from 'vitest'
import { stubStorage } from '#test/memory-storage.ts'
import { forgetAccount } from './account-memory.ts'
import { readUnderWay, rememberNeedingAddress, rememberUnderWay } from './under-way.ts'

const BOOKING = '/trips/019a9b1e/book?from=a&to=b&paso=confirmar'

beforeEach(() => stubStorage())

describe('the page that a person was on their way to', () => {
  it('returns for seven days to the page that a person was on their way to', () => {
    rememberUnderWay(BOOKING, 1000)
    expect(readUnderWay(1000 + 7 * 86_400_000 - 1)).toBe(BOOKING)
    expect(readUnderWay(1000 + 7 * 86_400_000)).toBeNull()
  })

  it.each(['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)'])(
    'is never the unsafe address %s, stored or planted',
    (path) => {
      rememberUnderWay(path)
      expect(readUnderWay()).toBeNull()
      localStorage.setItem('under_way', `${Date.now()} ${path}`)
      expect(readUnderWay()).toBeNull()
    },
  )

  it('forgets the page to return to at a logout and at the next sign-up', () => {
    rememberUnderWay(BOOKING)
    rememberUnderWay(null)
    expect(readUnderWay()).toBeNull()
    rememberUnderWay(BOOKING)
    forgetAccount()
    expect(readUnderWay()).toBeNull()
  })

  it('is a booking, a new trip or an alert that waits for a confirmed address', () => {
    rememberNeedingAddress({ pathname: '/wallet', search: '' })
    expect(readUnderWay()).toBeNull()
    for (const pathname of ['/trips/019a9b1e/book', '/publish', '/alerts']) {
      rememberNeedingAddress({ pathname, search: '?from=11001' })
      expect(readUnderWay()).toBe(`${pathname}?from=11001`)
    }
    rememberNeedingAddress({ pathname: '/profile', search: '' })
    expect(readUnderWay()).toBe('/alerts?from=11001')
  })
})
