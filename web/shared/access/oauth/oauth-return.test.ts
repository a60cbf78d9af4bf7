import { beforeEach, describe, expect, it } from 'vitest'
import { stubStorage } from '#test/memory-storage.ts'
import { arriveAt, isCallbackPage, isPossibleReturn, readReturn } from './oauth-return.ts'
import { beginSignIn } from './oauth-start.ts'

const ORIGIN = 'https://cupo.example'
const STRANGE = 'aaaaaaaaaaaaaaaaaaaaaaaaaa'
const at = (path: string) => new URL(path, ORIGIN)
const stay = { tokens: null, address: null }

function begin(provider: 'google' | 'apple' = 'google'): string {
  const address = beginSignIn({ provider, origin: ORIGIN, mobile: false })
  return at(address).searchParams.get('state') ?? ''
}

beforeEach(() => stubStorage())

it.each(['/auth/callback', '/callback', '/auth/lat-callback', '/lat-callback/', '/registro'])(
  'recognises %s as the callback page of a sign-in',
  (path) => expect(isCallbackPage(path)).toBe(true),
)

it('accepts the login and sign-up pages as return pages of a sign-in, but not the wallet', () => {
  for (const path of ['/login', '/signup', '/x/lat-callback/y', '/auth/callback']) {
    expect(isPossibleReturn(at(path))).toBe(true)
  }
  expect(isPossibleReturn(at('/wallet'))).toBe(false)
})

describe('parameters of a returning sign-in', () => {
  it('reads each sign-in parameter from the fragment, or else from the query', () => {
    expect(readReturn(at('/x?access_token=Q&state=S#access_token=F&expires_at=17'))).toEqual({
      access_token: 'F',
      refresh_token: null,
      expires_at: 17,
      code: null,
      id_token: null,
      error: null,
      state: 'S',
    })
  })

  it.each(['x', '-1', '1.5', '', '9e99'])('ignores the invalid expiry time %j', (text) => {
    expect(readReturn(at(`/x?expires_at=${text}`)).expires_at).toBeNull()
  })
})

describe('a sign-in token in the address', () => {
  it('stores the token of a sign-in begun in this browser and removes it from the address', () => {
    const state = begin('apple')
    const address = at(`/wallet?a=1&state=${state}#access_token=A&refresh_token=R&expires_at=17`)
    expect(arriveAt(address)).toEqual({
      tokens: { access_token: 'A', refresh_token: 'R', expires_at: 17 },
      address: '/wallet?a=1',
    })
    expect(arriveAt(address).tokens).toBeNull()
  })

  it.each([
    ['/wallet#access_token=EVIL', '/wallet'],
    [`/?access_token=EVIL&state=${STRANGE}`, '/'],
    ['/trips?from=11001&refresh_token=EVIL#x', '/trips?from=11001#x'],
    ['/login?expires_at=5&error=oauth_failed', '/login?error=oauth_failed'],
    ['/signup#id_token=EVIL&token_type=bearer', '/signup'],
    ['//evil.example/x?access_token=E', '/x'],
  ])('ignores a forged token and removes it from the address %s', (path, clean) => {
    begin()
    const url = new URL(ORIGIN + path)
    const { tokens, address } = arriveAt(url)
    expect(tokens).toBeNull()
    expect(address).toBe(path.startsWith('//') ? '/evil.example/x' : clean)
  })

  it('ignores a token with an empty state when no sign-in was begun', () => {
    expect(arriveAt(at('/wallet?access_token=EVIL&state=')).tokens).toBeNull()
  })

  it('leaves a token in the address of the callback page for that page to handle', () => {
    expect(arriveAt(at('/auth/callback#access_token=A'))).toEqual(stay)
  })
})

describe('a sign-in answer on another page', () => {
  it('sends a sign-in code on the login page to the callback page if this browser began it', () => {
    const state = begin()
    const address = `/auth/callback?code=C&state=${state}`
    expect(arriveAt(at(`/login?code=C&state=${state}`))).toEqual({ tokens: null, address })
  })

  it('ignores a sign-in code with a foreign state, or on a page that is no return page', () => {
    const state = begin()
    expect(arriveAt(at(`/login?code=C&state=${STRANGE}`))).toEqual(stay)
    expect(arriveAt(at(`/trips?code=C&state=${state}`))).toEqual(stay)
    expect(arriveAt(at('/login?error=oauth_failed'))).toEqual(stay)
  })
})
