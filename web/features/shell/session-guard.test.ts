import { beforeEach, describe, expect, it, vi } from 'vitest'
import { stubStorage } from '#test/memory-storage.ts'
import { deleteToken, saveTokens } from '#web/lib/token-store.ts'
import { requireSession } from './session-guard.ts'

const SITE = 'https://cupo.test'

/** Sets the browser's current page, which the router is leaving or opening. */
function pageAt(address: string, cookie = ''): void {
  vi.stubGlobal('location', new URL(address, SITE))
  vi.stubGlobal('document', { cookie })
}

/** Returns the redirect of the guard; null when the person can continue. */
function sentTo(address: string): { to: string | null; replaces: boolean } | null {
  try {
    requireSession({ request: new Request(new URL(address, SITE)) })
    return null
  } catch (answer) {
    const { headers } = answer as Response
    return { to: headers.get('Location'), replaces: headers.has('X-Remix-Replace') }
  }
}

beforeEach(() => {
  stubStorage()
  deleteToken()
})

describe('a private page without a session', () => {
  it('replaces a private address by the login, which keeps its query and fragment', () => {
    pageAt('/documents?x=1#vehiculo-7')
    const to = '/login?returnTo=%2Fdocuments%3Fx%3D1%23vehiculo-7'
    expect(sentTo('/documents?x=1')).toEqual({ to, replaces: true })
  })

  it('keeps the current page in the history when a link leads to a private page', () => {
    pageAt('/benefits#precios')
    expect(sentTo('/wallet')).toEqual({ to: '/login?returnTo=%2Fwallet', replaces: false })
  })
})

it('opens only booking pages after the session expired, for their saved tickets', () => {
  localStorage.setItem('auth_user_id', 'ana')
  pageAt('/bookings/1')
  expect(sentTo('/bookings/1')).toBeNull()
  expect(sentTo('/trips/1/run')?.to).toMatch(/^\/login/)
  localStorage.removeItem('auth_user_id')
  expect(sentTo('/bookings/1')?.to).toMatch(/^\/login/)
})

describe('opens a private page without a request', () => {
  it('opens a private page without a request when any token is stored, valid or not', () => {
    pageAt('/')
    saveTokens({ access_token: 'T' })
    expect(sentTo('/bookings/1')).toBeNull()
  })

  it('opens a private page without a request after a native form login', () => {
    pageAt('/wallet', 'a=b; cupo_entered=1')
    expect(sentTo('/wallet')).toBeNull()
  })

  it('opens a private page without a request when the address contains a token', () => {
    pageAt('/wallet#access_token=T&state=s')
    expect(sentTo('/wallet')).toBeNull()
  })
})
