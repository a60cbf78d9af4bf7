import { beforeEach, describe, expect, it, vi } from 'vitest'
import { stubStorage } from '#test/memory-storage.ts'
import { deleteToken, saveTokens } from '#web/lib/token-store.ts'
import { requireSession } from './session-guard.ts'

const SITE = 'https://cupo.test'

/** The current page of the browser; the router navigates from it, or is opening it. */
function pageAt(address: string, cookie = ''): void {
  vi.stubGlobal('location', new URL(address, SITE))
  vi.stubGlobal('document', { cookie })
}

/** Where the guard sends the person; null when they may go on. */
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

describe('without a session', () => {
  it('an address that is opened is replaced by the login, which leads back to all of it', () => {
    pageAt('/documents?x=1#vehiculo-7')
    const to = '/login?returnTo=%2Fdocuments%3Fx%3D1%23vehiculo-7'
    expect(sentTo('/documents?x=1')).toEqual({ to, replaces: true })
  })

  it('a link keeps the page that it was on', () => {
    pageAt('/benefits#precios')
    expect(sentTo('/wallet')).toEqual({ to: '/login?returnTo=%2Fwallet', replaces: false })
  })
})

it('after a session expired only bookings open, whose screen looks for a saved ticket', () => {
  localStorage.setItem('auth_user_id', 'ana')
  pageAt('/bookings/1')
  expect(sentTo('/bookings/1')).toBeNull()
  expect(sentTo('/trips/1/run')?.to).toMatch(/^\/login/)
  localStorage.removeItem('auth_user_id')
  expect(sentTo('/bookings/1')?.to).toMatch(/^\/login/)
})

describe('goes on without asking the server', () => {
  it('with a token, whether it still counts or not', () => {
    pageAt('/')
    saveTokens({ access_token: 'T' })
    expect(sentTo('/bookings/1')).toBeNull()
  })

  it('after a login that the browser posted by itself', () => {
    pageAt('/wallet', 'a=b; cupo_entered=1')
    expect(sentTo('/wallet')).toBeNull()
  })

  it('when a sign-in with others brings a token in the address', () => {
    pageAt('/wallet#access_token=T&state=s')
    expect(sentTo('/wallet')).toBeNull()
  })
})
