import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { actAs } from '#web/shared/access/auth/other-person.ts'
import { api } from './api.ts'
import { ApiError, NETWORK_MESSAGE } from './api-error.ts'
import { deleteToken, onSessionLost, readToken, saveTokens } from './token-store.ts'

type Answer = { status?: number; body?: unknown }
type Seen = { url: string; method: string; token: string | null; key: string | null; body: unknown }

const expired = { status: 401, body: { error: 'Venció', code: 'token_expired', requestId: 'r1' } }
const balance = { body: { balance: 62_000, held: 0, wallet_id: 'w' } }

let seen: Seen[]

/** Replaces `fetch`: answers by address and token, and records the calls in order. */
function serve(answer: (request: Seen) => Answer | Promise<Answer>) {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const headers = new Headers(init.headers)
    const request = {
      url,
      method: init.method ?? 'GET',
      token: headers.get('authorization'),
      key: headers.get('idempotency-key'),
      body: init.body,
    }
    seen.push(request)
    const { status = 200, body = {} } = await answer(request)
    return new Response(JSON.stringify(body), { status })
  })
}

const refreshes = () => seen.filter(({ url }) => url === '/api/auth/refresh').length

beforeEach(() => {
  seen = []
  deleteToken()
})
afterEach(() => vi.unstubAllGlobals())

describe('an API call', () => {
  it('sends an API call with escaped path, query, JSON body and idempotency key', async () => {
    serve(() => ({}))
    await api.trips.show({ params: { tripId: 'a/b' }, query: { from: 'x.1' } })
    await api.search.trips({ query: { from: '11001', to: '73001', date: '2026-11-20', seats: 2 } })
    await api.payments.create({ body: { amount: 50_000 }, idempotencyKey: 'k1' })
    expect(seen[0]).toMatchObject({ url: '/api/trips/a%2Fb?from=x.1', method: 'GET', body: null })
    expect(seen[1]?.url).toBe('/api/trips/search?from=11001&to=73001&date=2026-11-20&seats=2')
    expect(seen[2]).toMatchObject({ method: 'POST', key: 'k1', body: '{"amount":50000}' })
  })

  it('sends an empty JSON object when the caller omits a declared body', async () => {
    serve(() => ({}))
    await api.auth.logout()
    expect(seen[0]?.body).toBe('{}')
  })

  it('throws an ApiError with the server’s status, code, sentence and fields', async () => {
    const body = { error: 'Ya no hay cupos.', code: 'seats_unavailable', requestId: 'r9' }
    serve(() => ({ status: 409, body: { ...body, fields: { seats: 'x' } } }))
    const error = await api.wallet.balance().catch((e: unknown) => e)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      status: 409,
      code: 'seats_unavailable',
      message: 'Ya no hay cupos.',
      requestId: 'r9',
      fields: { seats: 'x' },
    })
  })

  it('throws the network sentence without an answer and for a proxy’s HTML page', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await expect(api.wallet.balance()).rejects.toMatchObject({
      status: 0,
      code: 'network',
      message: NETWORK_MESSAGE,
    })
    vi.stubGlobal('fetch', async () => new Response('<html>502</html>', { status: 502 }))
    await expect(api.wallet.balance()).rejects.toMatchObject({
      status: 502,
      message: NETWORK_MESSAGE,
    })
  })
})

describe('an expired token', () => {
  it('renews an expired token once for several parallel calls', async () => {
    saveTokens({ access_token: 'old' })
    serve(({ url, token }) => {
      if (url === '/api/auth/refresh') return { body: { access_token: 'new', expires_at: 1 } }
      return token === 'Bearer new' ? balance : expired
    })
    const answers = await Promise.all([1, 2, 3, 4].map(() => api.wallet.balance()))
    expect(answers.map((answer) => answer.balance)).toEqual([62_000, 62_000, 62_000, 62_000])
    expect(refreshes()).toBe(1)
    expect(readToken()).toBe('new')
  })

  it('is renewed once before reads that answer visitors, also with a fast clock', async () => {
    const jwt = (exp: number) => `h.${btoa(JSON.stringify({ exp }))}.s`
    const [old, fresh] = [jwt(1), jwt(2)]
    saveTokens({ access_token: old })
    serve(({ url }) => ({ body: url === '/api/auth/refresh' ? { access_token: fresh } : {} }))
    const show = () => api.trips.show({ params: { tripId: 'a' } })
    await Promise.all([show(), show()])
    await show()
    const sent = seen.filter(({ url }) => url === '/api/trips/a').map(({ token }) => token)
    expect(sent).toEqual([1, 2, 3].map(() => `Bearer ${fresh}`))
    expect(refreshes()).toBe(1)
    serve(() => expired)
    saveTokens({ access_token: old })
    await expect(show()).rejects.toMatchObject({ code: 'token_expired' })
    expect([readToken(), seen.at(-1)?.token]).toEqual([null, null])
  })

  it('does not renew an expired token when another tab has already renewed it', async () => {
    saveTokens({ access_token: 'old' })
    serve(({ token }) => {
      if (token === 'Bearer old') saveTokens({ access_token: 'from-other-tab' })
      return token === 'Bearer from-other-tab' ? balance : expired
    })
    await api.wallet.balance()
    expect(refreshes()).toBe(0)
  })

  it('repeats nothing with the token of somebody who signed in in another tab', async () => {
    const tokenOf = (sub: string) => `h.${btoa(JSON.stringify({ sub }))}.s`
    const [hers, his] = [tokenOf('ana'), tokenOf('luis')]
    saveTokens({ access_token: hers })
    actAs('ana')
    serve(({ token }) => {
      if (token === `Bearer ${hers}`) saveTokens({ access_token: his })
      return token === `Bearer ${his}` ? balance : expired
    })
    const press = () => api.bookings.cancel({ params: { bookingId: 'b' }, body: {} })
    await expect(press()).rejects.toMatchObject({ status: 401, code: 'unauthenticated' })
    await expect(press()).rejects.toMatchObject({ status: 401 })
    expect(seen.map(({ token }) => token)).toEqual([`Bearer ${hers}`])
    actAs('luis')
    await press()
    expect(seen.at(-1)?.token).toBe(`Bearer ${his}`)
    actAs(null)
  })

  it('ends the session when the server refuses to renew an expired token', async () => {
    saveTokens({ access_token: 'old' })
    const lost = vi.fn()
    const stop = onSessionLost(lost)
    serve(() => expired)
    await expect(api.wallet.balance()).rejects.toMatchObject({ code: 'token_expired' })
    stop()
    expect(lost).toHaveBeenCalledExactlyOnceWith('expired')
    expect(readToken()).toBeNull()
  })

  it('ends the session of a token refused early only if its renewal is refused too', async () => {
    saveTokens({ access_token: 'T' })
    const denied = { status: 401, body: { error: 'x', code: 'unauthenticated' } }
    serve(({ token }) => (token === 'Bearer T' ? denied : Promise.reject(new TypeError('reset'))))
    await expect(api.wallet.balance()).rejects.toMatchObject({ code: 'network' })
    expect([refreshes(), readToken()]).toEqual([1, 'T'])
    const lost = vi.fn()
    const stop = onSessionLost(lost)
    serve(() => denied)
    await expect(api.wallet.balance()).rejects.toMatchObject({ code: 'unauthenticated' })
    stop()
    expect(lost).toHaveBeenCalledExactlyOnceWith('revoked')
    expect(readToken()).toBeNull()
  })

  it('keeps the session when the server answers `busy` to the renewal', async () => {
    saveTokens({ access_token: 'old' })
    const busy = { status: 503, body: { error: 'Ocupado', code: 'busy', requestId: 'r' } }
    serve(({ url }) => (url === '/api/auth/refresh' ? busy : expired))
    await expect(api.wallet.balance()).rejects.toMatchObject({ code: 'busy' })
    expect(readToken()).toBe('old')
  })

  it('renews an expired token only once when the renewed token is refused too', async () => {
    saveTokens({ access_token: 'old' })
    serve(({ url }) =>
      url === '/api/auth/refresh' ? { body: { access_token: 'new', expires_at: 1 } } : expired,
    )
    await expect(api.wallet.balance()).rejects.toMatchObject({ code: 'token_expired' })
    expect(refreshes()).toBe(1)
  })
})
