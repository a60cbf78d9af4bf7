import { beforeEach, describe, expect, it } from 'vitest'
import { blockedStorage, stubStorage } from '#test/memory-storage.ts'
import { brand } from '#web/lib/brand.ts'
import { beginSignIn, newState, takeSignInReturnTo } from './oauth-start.ts'
import { claimState, isOwnState } from './oauth-state.ts'

const ORIGIN = 'https://cupo.example'

beforeEach(() => stubStorage())

function begin(start: Partial<Parameters<typeof beginSignIn>[0]> = {}): URL {
  return new URL(
    beginSignIn({ provider: 'google', origin: ORIGIN, mobile: false, ...start }),
    ORIGIN,
  )
}

it('makes sign-in states of 26 characters that do not repeat', () => {
  const states = Array.from({ length: 500 }, () => newState())
  for (const state of states) expect(state).toMatch(/^[a-z2-7]{26}$/)
  expect(new Set(states).size).toBe(500)
})

describe('starting a sign-in with a provider', () => {
  it('sends the callback address and the state to the provider, and stores both', () => {
    const address = begin()
    expect(address.pathname).toBe('/api/auth/login/google')
    expect(Object.fromEntries(address.searchParams)).toEqual({
      redirect_url: `${ORIGIN}/auth/callback`,
      state: localStorage.getItem('oauth_state'),
    })
    expect(localStorage.getItem('apple_oauth_state')).toBeNull()
    expect(localStorage.getItem('oauth_redirect_url')).toBe(`${ORIGIN}/auth/callback`)
    expect(sessionStorage.getItem('oauth_original_origin')).toBe(ORIGIN)
  })

  it('stores Apple’s state under a separate key', () => {
    const address = begin({ provider: 'apple' })
    expect(address.pathname).toBe('/api/auth/login/apple')
    expect(localStorage.getItem('apple_oauth_state')).toBe(address.searchParams.get('state'))
    expect(localStorage.getItem('oauth_state')).toBeNull()
  })

  it.each([
    [brand.origin, 'google', '/api/auth/login/google'],
    [brand.origin, 'apple', '/api/auth/login/apple'],
    [brand.lat_origin, 'google', '/api/auth/login/google-lat'],
    [brand.lat_origin, 'apple', '/api/auth/login/apple-lat'],
    ['https://viajes.lat', 'google', '/api/auth/login/google-lat'],
    ['https://lat.example', 'google', '/api/auth/login/google'],
  ] as const)('starts a sign-in on %s with %s at %s', (origin, provider, path) => {
    expect(begin({ origin, provider }).pathname).toBe(path)
  })

  it('sends mobile=true to the provider only inside the native app', () => {
    expect(begin({ mobile: true }).searchParams.get('mobile')).toBe('true')
    expect(begin().searchParams.has('mobile')).toBe(false)
  })

  it('throws instead of starting a sign-in when storage is blocked', () => {
    stubStorage(blockedStorage)
    expect(() => begin()).toThrow(new Error())
  })

  it('returns the screen that asked for the sign-in once, if it belongs to the site', () => {
    begin({ returnTo: '/trips/x/book' })
    expect(takeSignInReturnTo()).toBe('/trips/x/book')
    expect(takeSignInReturnTo()).toBeNull()
    begin({ returnTo: '//evil.example' })
    expect(takeSignInReturnTo()).toBeNull()
  })
})

it('accepts a sign-in state once, and only for its provider', () => {
  const state = begin().searchParams.get('state')
  expect(isOwnState('apple', state)).toBe(false)
  expect(claimState('apple', state)).toBe(false)
  expect(claimState('google', `${state}x`)).toBe(false)
  expect(claimState('google', state)).toBe(true)
  expect(claimState('google', state)).toBe(false)
  expect(localStorage.getItem('oauth_redirect_url')).toBeNull()
})

it('refuses a missing or empty state when no sign-in was begun', () => {
  expect(isOwnState('google', null)).toBe(false)
  expect(isOwnState('google', '')).toBe(false)
})
