import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { stubStorage } from '#test/memory-storage.ts'
import { addressOf } from '#web/lib/api.ts'
import { storedKeys } from '#web/lib/browser-storage.ts'
import { deleteToken, readToken, saveTokens, sessionLost } from '#web/lib/token-store.ts'
import { hasSignedInBefore, rememberedAccount, rememberedRoles } from './account-memory.ts'
import { useAuth } from './session.tsx'
import { sessionActions } from './session-actions.ts'
import type { SessionEvent } from './session-state.ts'

type Answer = { status?: number; body: unknown }
type Seen = { path: string; token: string | null; body: string | null }

const user = { id: 'ana', email: 'ana@correo.co', first_name: 'Ana', roles: [] }
const wallet = { balance: 5, held: 1, wallet_id: 'w1' }
const refused = (code: string, error: string) => ({ status: 401, body: { error, code } })

let seen: Seen[]
let events: SessionEvent[]
let now: number

/** Replaces `fetch`; answers by path below /api. A path with null never gets an answer. */
function serve(answers: Record<string, Answer | null | ((request: Seen) => Promise<Answer>)>) {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const path = url.replace(/^\/api/, '')
    const token = new Headers(init.headers).get('authorization')
    const request = { path, token, body: init.body as string | null }
    seen.push(request)
    const answer = answers[path]
    if (!answer) throw new TypeError('Failed to fetch')
    const { status = 200, body } = typeof answer === 'function' ? await answer(request) : answer
    return new Response(JSON.stringify(body), { status })
  })
}

const open = () => sessionActions({ dispatch: (event) => events.push(event), now: () => now })

/** Answers after the session has ended: the server refuses the access token and its renewal. */
const ended = {
  '/auth/me': refused('unauthenticated', 'x'),
  '/wallet/balance': refused('unauthenticated', 'x'),
  '/auth/refresh': refused('unauthenticated', 'x'),
}

beforeEach(() => {
  stubStorage()
  deleteToken()
  seen = []
  events = []
  now = 1_000_000
})

describe('login', () => {
  const tokens = { access_token: 'T', expires_at: 1_800_000_000 }

  it('stores the token, loads the balance and sets the person after a login', async () => {
    serve({ '/auth/login': { body: { ...tokens, user } }, '/wallet/balance': { body: wallet } })
    expect(await open().login('ana@correo.co', 'secreto12')).toBe(true)
    expect(localStorage.getItem('auth_token')).toBe('T')
    expect(localStorage.getItem('token_expires_at')).toBe('1800000000')
    expect(localStorage.getItem('refresh_token')).toBeNull()
    expect(localStorage.getItem('auth_user_id')).toBe('ana')
    expect(events).toEqual([{ type: 'signedIn', user, wallet }])
  })

  it('signs in with an empty wallet when the balance request gets no answer', async () => {
    serve({ '/auth/login': { body: { ...tokens, user } }, '/wallet/balance': null })
    await open().login('ana@correo.co', 'secreto12')
    expect(events).toMatchObject([{ wallet: { balance: 0, wallet_id: null } }])
  })

  it('requests and stores a refresh token at login only inside the native app', async () => {
    vi.stubGlobal('ReactNativeWebView', {})
    const mobile = { ...tokens, refresh_token: 'R', user }
    serve({ '/auth/login': { body: mobile }, '/auth/logout': { body: {} } })
    const session = open()
    await session.login('ana@correo.co', 'secreto12')
    expect(JSON.parse(seen[0]?.body ?? '')).toMatchObject({ mobile: true })
    expect(localStorage.getItem('refresh_token')).toBe('R')
    await session.logout()
    expect(seen.at(-1)?.body).toBe('{"refresh_token":"R"}')
    expect(storedKeys('local', '')).toEqual(['signed_in_before'])
  })

  it('remembers until the logout whether the person drives', async () => {
    const driver = { ...user, roles: ['passenger', 'driver'] }
    const answers = { '/wallet/balance': { body: wallet }, '/auth/logout': { body: {} } }
    serve({ ...answers, '/auth/login': { body: { ...tokens, user: driver } } })
    const session = open()
    await session.login('ana@correo.co', 'secreto12')
    expect(rememberedRoles()).toEqual(['driver'])
    await session.logout()
    expect(rememberedRoles()).toEqual([])
    serve({ ...answers, '/auth/login': { body: { ...tokens, user } } })
    await session.login('ana@correo.co', 'secreto12')
    expect(rememberedRoles()).toEqual([])
  })

  it('does not repeat a login that must be sent once when the server is busy', async () => {
    serve({ '/auth/login': { status: 503, body: { error: 'Espera.', code: 'busy' } } })
    const session = open()
    expect(await session.login('ana@correo.co', 'x', { once: true })).toBe(false)
    expect([seen.length, session.lastError()?.code]).toEqual([1, 'busy'])
  })

  it('knows after a logout that somebody has signed in here, but not who', async () => {
    serve({ '/auth/login': { body: { ...tokens, user } }, '/auth/logout': { body: {} } })
    expect(hasSignedInBefore()).toBe(false)
    const session = open()
    await session.login('ana@correo.co', 'secreto12')
    await session.logout()
    expect([hasSignedInBefore(), rememberedAccount()]).toEqual([true, null])
  })

  it('returns false and stores status and body when a login or sign-up fails', async () => {
    serve({ '/auth/login': refused('bad_credentials', 'No.'), '/auth/signup': null })
    const session = open()
    expect(session.lastError()).toBeNull()
    expect(await session.login('ana@correo.co', 'x')).toBe(false)
    expect(session.lastError()).toMatchObject({
      status: 401,
      code: 'bad_credentials',
      message: 'No.',
    })
    const body = { email: 'a@b.co', password: 'secreto12', verification_terms: 'aceptado' } as const
    expect(await session.signup(body)).toBe(false)
    expect(session.lastError()).toMatchObject({ status: 0, code: 'network' })
  })
})

describe('logout', () => {
  it('signs out locally even when the logout request fails', async () => {
    saveTokens({ access_token: 'T', expires_at: 1 })
    localStorage.setItem('auth_user_id', 'ana')
    localStorage.setItem('last_payment_reference', 'CUPO-1')
    serve({})
    await open().logout()
    expect(events).toEqual([{ type: 'signedOut' }])
    expect(localStorage.length).toBe(0)
  })
})

describe('refreshing the balance', () => {
  it('refreshes the balance at most once a second and ignores faster calls', async () => {
    serve({ '/wallet/balance': { body: wallet } })
    const { refreshBalance } = open()
    for (const ms of [0, 999, 1000, 1500, 2000]) {
      now = 1_000_000 + ms
      await refreshBalance()
    }
    expect(seen).toHaveLength(3)
    expect(events[0]).toEqual({ type: 'balance', wallet })
  })
})

describe('reading the signed-in person', () => {
  it('sends no request when no token is stored', async () => {
    serve({})
    expect(await open().reload()).toBe(false)
    expect(events).toEqual([{ type: 'noToken' }])
    expect(seen).toEqual([])
  })

  it('keeps the token and reports nothing when leaving the page aborts a call', async () => {
    saveTokens({ access_token: 'T' })
    serve({})
    const actions = sessionActions({
      dispatch: (event) => events.push(event),
      isPageLeaving: () => true,
    })
    expect(await actions.reload()).toBe(false)
    expect(localStorage.getItem('auth_token')).toBe('T')
    expect(events).toEqual([])
  })

  it('deletes the token when it is refused and cannot be renewed', async () => {
    saveTokens({ access_token: 'T' })
    serve(ended)
    expect(await open().reload()).toBe(false)
    expect(readToken()).toBeNull()
    expect(events).toEqual([{ type: 'signedOut' }])
  })

  it.each([
    ['a reset connection', { '/auth/me': null }],
    ['429', { '/auth/me': { status: 429, body: { error: 'x', code: 'rate_limited' } } }],
    ['503', { '/auth/me': { status: 503, body: { error: 'x', code: 'busy' } } }],
    ['a refused token and a reset renewal', { ...ended, '/auth/refresh': null }],
    ['a Wi-Fi login page', { ...ended, '/auth/refresh': { status: 401, body: '<html>' } }],
  ])('keeps the token and reports the server as unreachable after %s', async (_name, answers) => {
    saveTokens({ access_token: 'T' })
    localStorage.setItem('ticket:1', 'x')
    serve(answers)
    expect(await open().reload()).toBe(false)
    expect(readToken()).toBe('T')
    expect(localStorage.getItem('ticket:1')).toBe('x')
    expect(events).toEqual([{ type: 'unreachable' }])
  })

  it('keeps the mark of a native form login when the renewal gets no answer', async () => {
    vi.stubGlobal('document', { cookie: 'cupo_entered=1' })
    serve({ '/auth/refresh': null })
    await open().reload()
    expect(document.cookie).toBe('cupo_entered=1')
    expect(events).toEqual([{ type: 'unreachable' }])
    vi.stubGlobal('document', undefined)
  })

  it('reports the server as unreachable after 8 s, and still uses a late answer', async () => {
    vi.useFakeTimers()
    saveTokens({ access_token: 'T' })
    const answer = Promise.withResolvers<Answer>()
    serve({ '/auth/me': () => answer.promise, '/wallet/balance': { body: wallet } })
    const read = open().reload()
    await vi.advanceTimersByTimeAsync(7_999)
    expect(events).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(events).toEqual([{ type: 'unreachable' }])
    answer.resolve({ body: { user } })
    expect(await read).toBe(true)
    expect(events.at(-1)).toEqual({ type: 'signedIn', user, wallet })
    vi.useRealTimers()
  })

  it('signs in without the wallet when it has not answered after 8 s', async () => {
    vi.useFakeTimers()
    saveTokens({ access_token: 'T' })
    const answer = Promise.withResolvers<Answer>()
    serve({ '/auth/me': { body: { user } }, '/wallet/balance': () => answer.promise })
    const read = open().reload()
    await vi.advanceTimersByTimeAsync(8_000)
    expect(await read).toBe(true)
    expect(events.at(-1)).toMatchObject({ type: 'signedIn', wallet: { wallet_id: null } })
    answer.resolve({ body: wallet })
    await vi.waitFor(() => expect(events.at(-1)).toEqual({ type: 'balance', wallet }))
    vi.useRealTimers()
  })

  it('ignores a late answer to a request that was sent with an older token', async () => {
    saveTokens({ access_token: 'old' })
    let fail = () => {}
    const slow = new Promise<Answer>((resolve) => {
      fail = () => resolve(refused('unauthenticated', 'x'))
    })
    serve({
      '/auth/me': ({ token }) =>
        token === 'Bearer old' ? slow : Promise.resolve({ body: { user } }),
      '/wallet/balance': { body: wallet },
    })
    const session = open()
    const first = session.reload()
    await vi.waitFor(() => expect(seen.length).toBeGreaterThan(0))
    session.keepTokens({ access_token: 'new', is_new_user: true })
    expect(await session.reload()).toBe(true)
    fail()
    expect(await first).toBe(true)
    expect(readToken()).toBe('new')
    expect(events).toEqual([{ type: 'signedIn', user, wallet }])
    expect(localStorage.getItem('is_new_user')).toBe('true')
  })

  it('deletes the cached data of a person whose session ended elsewhere', async () => {
    saveTokens({ access_token: 'T' })
    const kept = ['ticket:1', 'run-sheet:1', 'book-habits', 'auth_user_id']
    for (const name of [...kept, 'last_payment_reference']) {
      localStorage.setItem(name, 'x')
    }
    localStorage.setItem('theme', 'dark')
    serve(ended)
    expect(await open().reload()).toBe(false)
    expect(storedKeys('local', '').sort()).toEqual(['theme', 'unsent_since'])
  })

  it('keeps only the tickets and their owner id when the session has expired', async () => {
    saveTokens({ access_token: 'T' })
    const names = ['ticket:1', 'run-sheet:1', 'auth_user_id', 'auth_user_name', 'recent-searches']
    for (const name of names) localStorage.setItem(name, 'x')
    serve({
      '/auth/me': refused('token_expired', 'x'),
      '/wallet/balance': refused('token_expired', 'x'),
      '/auth/refresh': refused('token_expired', 'x'),
    })
    const session = open()
    expect(await session.reload()).toBe(false)
    const left = () => storedKeys('local', '').sort()
    expect(left()).toEqual(['auth_user_id', 'ticket:1', 'unsent_since'])
    // The person closes the dialog that asks for the password.
    session.leave()
    expect(left()).toEqual(['auth_user_id', 'ticket:1', 'unsent_since'])
  })

  it('keeps the newer token when an older token is refused', () => {
    saveTokens({ access_token: 'new' })
    sessionLost('old', 'revoked', '')
    expect(readToken()).toBe('new')
  })

  it('deletes the stored data of the previous person when another one signs in', async () => {
    localStorage.setItem('auth_user_id', 'beto')
    const names = ['last_payment_reference', 'ticket:1', 'run-sheet:1', 'book-habits']
    for (const name of names) localStorage.setItem(name, 'x')
    open().keepTokens({ access_token: 'T', is_new_user: true })
    serve({ '/auth/me': { body: { user } }, '/wallet/balance': { body: wallet } })
    await open().reload()
    for (const name of names) expect(localStorage.getItem(name)).toBeNull()
    expect(localStorage.getItem('auth_user_id')).toBe('ana')
    expect(localStorage.getItem('auth_user_name')).toBe('Ana')
    expect(localStorage.getItem('is_new_user')).toBe('true')
  })
})

describe('bootstrap', () => {
  it('rejects the bootstrap call without a request when no token is stored', async () => {
    serve({})
    await expect(open().bootstrap()).rejects.toThrow('No authentication token found')
    expect(seen).toEqual([])
  })

  it('sends the time and the client name with the bootstrap call', async () => {
    saveTokens({ access_token: 'T' })
    serve({ '/auth/bootstrap': { body: {} } })
    await open().bootstrap()
    const body = { debug: false, timestamp: '1970-01-01T00:16:40.000Z', client: 'web' }
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual(body)
  })
})

it('throws "Endpoint is required" for an API call with an empty path', () => {
  expect(() => addressOf({ method: 'GET', path: '' }, {})).toThrow('Endpoint is required')
})

function Lost() {
  return useAuth().status
}

it('useAuth throws outside AuthProvider', () => {
  expect(() => renderToString(createElement(Lost))).toThrow(
    'useAuth debe estar dentro de AuthProvider',
  )
})
