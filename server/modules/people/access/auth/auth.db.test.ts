import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import { walletId } from '#server/modules/bank/ledger/index.ts'
import { DAY_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { asOwner } from '#test/db.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { countGuesses } from '#test/guesses.ts'
import { type Answer, type Call, cookieOf, postJson } from '#test/http-client.ts'

let test: TestApp
let app: FastifyInstance

beforeAll(async () => {
  test = await openTestApp()
  app = test.app
})

const post = (path: string, payload: object | string, call: Call = {}) =>
  postJson(app, path, payload, call)

const logIn = (user: TestUser, over: object = {}, call: Call = {}) =>
  post('/auth/login', { email: user.email, password: user.password, ...over }, call)

const refresh = (cookie: string, call: Call = {}) => post('/auth/refresh', {}, { ...call, cookie })

const me = (token: string) =>
  app.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } })

describe('login', () => {
  it('returns the access token at login, and the refresh token in an HttpOnly cookie', async () => {
    const user = await aUser(test.deps)
    const answer = await logIn(user, { email: user.email.toUpperCase() })
    expect(answer.statusCode).toBe(200)
    expect(Object.keys(answer.json()).sort()).toEqual(['access_token', 'expires_at', 'user'])
    const cookie = answer.cookies.find(({ name }) => name === 'cupo_refresh')
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/api/auth' })
    expect(cookie?.maxAge).toBe(37 * 24 * 3600)
    expect((await me(answer.json().access_token)).json().user.email).toBe(user.email)
  })

  it('opens a new session at every login, even with an existing session cookie', async () => {
    const user = await aUser(test.deps)
    const first = await logIn(user)
    const second = await logIn(user, {}, { cookie: cookieOf(first) })
    const sid = (answer: Answer) => cookieOf(answer).split('=')[1]?.split('.')[0]
    expect(sid(second)).not.toBe(sid(first))
  })

  it('answers a login the same for a wrong password and for an unknown account', async () => {
    const user = await aUser(test.deps)
    const wrong = await logIn(user, { password: 'otra clave' })
    const unknown = await logIn(user, { email: 'nadie@correo.test' })
    for (const answer of [wrong, unknown]) {
      expect(answer.statusCode).toBe(401)
      const { requestId: _, ...body } = answer.json()
      expect(body).toEqual({ code: 'bad_credentials', error: 'Usuario o contraseña incorrectos.' })
    }
  })

  it.each([
    [{ email: 'a@b.co', password: ['x'] }],
    [{ email: 'a@b.co' }],
    [{ email: 'a@b.co', password: 'x', admin: true }],
    [{ email: null, password: 'x' }],
  ])('refuses the login body %j', async (body) => {
    expect((await post('/auth/login', body)).statusCode).toBe(400)
  })

  it('refuses a login that is sent as text/plain or with a huge password', async () => {
    const text = JSON.stringify({ email: 'a@b.co', password: 'x' })
    const plain = await post('/auth/login', text, { headers: { 'content-type': 'text/plain' } })
    expect(plain.statusCode).toBe(415)
    const huge = await post('/auth/login', { email: 'a@b.co', password: 'x'.repeat(10_000_000) })
    expect(huge.statusCode).toBe(413)
  })

  it('refuses an IP address after ten wrong passwords, and does not count right ones', async () => {
    const user = await aUser(test.deps)
    const ip = '10.9.0.1'
    for (let failures = 0; failures < 10; failures += 1) {
      expect((await logIn(user, {}, { ip })).statusCode).toBe(200)
      expect((await logIn(user, { password: 'no' }, { ip })).statusCode).toBe(401)
    }
    const refused = await logIn(user, {}, { ip })
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await logIn(user)).statusCode).toBe(200)
    test.clock.advance(10 * MINUTE_MS)
    expect((await logIn(user, {}, { ip })).statusCode).toBe(200)
  })

  it('limits guesses from many IP addresses without refusing a known device', async () => {
    const user = await aUser(test.deps)
    const device = cookieOf(await logIn(user), 'cupo_device')
    const other = cookieOf(await logIn(await aUser(test.deps)), 'cupo_device')
    await countGuesses(test.deps, user.email, 149)
    const guesses = await Promise.all(
      Array.from({ length: 60 }, () => logIn(user, { password: 'adivinanza' })),
    )
    const codes = guesses.map(({ statusCode }) => statusCode)
    expect(codes.filter((code) => ![401, 429, 503].includes(code))).toEqual([])
    expect(codes.filter((code) => code === 401)).toHaveLength(1)
    expect((await logIn(user, { password: 'no' })).statusCode).toBe(429)
    expect((await logIn(user)).statusCode).toBe(429)
    expect((await logIn(user, {}, { cookie: other })).statusCode).toBe(429)
    expect((await logIn(user, {}, { cookie: device })).statusCode).toBe(200)
  })
})

describe('refresh', () => {
  it('answers a repeated refresh within 20 seconds with the same successor token', async () => {
    const first = cookieOf(await logIn(await aUser(test.deps)))
    const rotated = await refresh(first)
    expect(rotated.statusCode).toBe(200)
    const second = cookieOf(rotated)
    expect(second).not.toBe(first)
    test.clock.advance(20_000)
    const repeat = await refresh(first)
    expect(repeat.statusCode).toBe(200)
    expect(cookieOf(repeat)).toBe(second)
    expect((await me(repeat.json().access_token)).statusCode).toBe(200)
    expect((await refresh(second)).statusCode).toBe(200)
  })

  it('gives 20 parallel calls with one refresh token the same successor', async () => {
    const first = cookieOf(await logIn(await aUser(test.deps)))
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(first)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200))
    expect(new Set(answers.map((answer) => cookieOf(answer))).size).toBe(1)
  })

  it('ends the session when a replaced refresh token is used after 20 seconds', async () => {
    const first = cookieOf(await logIn(await aUser(test.deps)))
    const rotated = await refresh(first)
    test.clock.advance(20_001)
    const stolen = await refresh(first)
    expect(stolen.statusCode).toBe(401)
    expect(stolen.json().code).toBe('session_reused')
    expect((await refresh(cookieOf(rotated))).json().code).toBe('session_reused')
    expect((await me(rotated.json().access_token)).statusCode).toBe(401)
    const audit = await asOwner(
      test.deps.databaseUrl,
      `select count(*)::int as n from audit_entries where action = 'session.reused'`,
    )
    expect(audit.rows[0].n).toBe(1)
  })

  it('ends the session when a refresh token of two renewals ago is used', async () => {
    const first = cookieOf(await logIn(await aUser(test.deps)))
    const second = cookieOf(await refresh(first))
    await refresh(second)
    expect((await refresh(first)).json().code).toBe('session_reused')
  })

  it('does not end a session for an invented refresh token with its id', async () => {
    const cookie = cookieOf(await logIn(await aUser(test.deps)))
    const sessionId = cookie.split('=')[1]?.split('.')[0]
    const invented = `cupo_refresh=${sessionId}.${'A'.repeat(64)}`
    expect((await refresh(invented)).json().code).toBe('unauthenticated')
    expect((await refresh(cookie)).statusCode).toBe(200)
  })

  it('refuses a refresh from another site, without valid token, or after 30 days', async () => {
    const cookie = cookieOf(await logIn(await aUser(test.deps)))
    for (const origin of ['https://malo.test', 'null', 'http://localhost:3000.malo.test']) {
      const answer = await refresh(cookie, { headers: { origin } })
      expect(answer.json().code).toBe('bad_origin')
    }
    const own = await refresh(cookie, { headers: { origin: 'http://localhost:3000' } })
    expect(own.statusCode).toBe(200)
    expect((await post('/auth/refresh', {})).json().code).toBe('token_expired')
    expect((await refresh('cupo_refresh=x')).json().code).toBe('unauthenticated')
    test.clock.advance(30 * DAY_MS)
    expect((await refresh(cookieOf(own))).json().code).toBe('token_expired')
  })

  it('returns the refresh token in the body only to the native app', async () => {
    const user = await aUser(test.deps)
    const signedIn = await logIn(user, { mobile: true })
    expect(signedIn.cookies.some(({ name }) => name === 'cupo_refresh')).toBe(false)
    const { refresh_token } = signedIn.json()
    const renewed = await post('/auth/refresh', { refresh_token, mobile: true })
    expect(renewed.json().refresh_token).not.toBe(refresh_token)
    const fromScript = await post('/auth/refresh', { refresh_token: renewed.json().refresh_token })
    expect(fromScript.statusCode).toBe(401)
    const cookie = cookieOf(await logIn(user))
    const lured = await post('/auth/refresh', { mobile: true }, { cookie })
    expect(lured.statusCode).toBe(401)
  })

  it('ends a session when its cookie refresh token comes in a body, or the reverse', async () => {
    const user = await aUser(test.deps)
    const web = await logIn(user)
    const refresh_token = decodeURIComponent(cookieOf(web).split('=')[1] ?? '')
    const asApp = await post('/auth/refresh', { refresh_token, mobile: true })
    expect(asApp.json().code).toBe('session_reused')
    expect((await refresh(cookieOf(web))).json().code).toBe('session_reused')
    const native = (await logIn(user, { mobile: true })).json()
    const asWeb = await refresh(`cupo_refresh=${encodeURIComponent(native.refresh_token)}`)
    expect(asWeb.json().code).toBe('session_reused')
  })

  it('ends the native session when a replaced refresh token is used after 20 seconds', async () => {
    const user = await aUser(test.deps)
    const first = (await logIn(user, { mobile: true })).json().refresh_token
    const renew = (token: string) => post('/auth/refresh', { refresh_token: token, mobile: true })
    const second = (await renew(first)).json().refresh_token
    expect((await renew(first)).json().refresh_token).toBe(second)
    test.clock.advance(21_000)
    expect((await renew(first)).json().code).toBe('session_reused')
    expect((await renew(second)).json().code).toBe('session_reused')
  })
})

describe('logout', () => {
  it('logs out by cookie, by access token, or by the refresh token of the native app', async () => {
    const user = await aUser(test.deps)
    const web = await logIn(user)
    const byCookie = await post('/auth/logout', {}, { cookie: cookieOf(web) })
    expect(byCookie.statusCode).toBe(200)
    expect(byCookie.cookies.find(({ name }) => name === 'cupo_refresh')?.value).toBe('')
    expect((await me(web.json().access_token)).statusCode).toBe(401)

    const second = await logIn(user)
    await post('/auth/logout', {}, { token: second.json().access_token })
    expect((await refresh(cookieOf(second))).json().code).toBe('unauthenticated')

    const native = (await logIn(user, { mobile: true })).json()
    await post('/auth/logout', { refresh_token: native.refresh_token })
    expect((await me(native.access_token)).statusCode).toBe(401)
  })

  it('logs out of one session only, and accepts a logout without a session', async () => {
    const user = await aUser(test.deps)
    const [one, two] = [await logIn(user), await logIn(user)]
    await post('/auth/logout', {}, { cookie: cookieOf(one) })
    expect((await refresh(cookieOf(two))).statusCode).toBe(200)
    expect((await post('/auth/logout', {})).statusCode).toBe(200)
    const foreign = await post(
      '/auth/logout',
      {},
      { cookie: cookieOf(two), headers: { origin: 'https://malo.test' } },
    )
    expect(foreign.json().code).toBe('bad_origin')
  })
})

describe('session', () => {
  it('refuses an access token that is missing, forged or older than 15 minutes', async () => {
    const user = await aUser(test.deps)
    const token = (await logIn(user)).json().access_token as string
    test.clock.advance(15 * MINUTE_MS - 1000)
    expect((await me(token)).statusCode).toBe(200)
    test.clock.advance(1000)
    expect((await me(token)).json().code).toBe('token_expired')
    expect((await app.inject('/api/auth/me')).json().code).toBe('unauthenticated')
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    expect((await me(`${none}.${token.split('.')[1]}.`)).json().code).toBe('unauthenticated')
  })

  it('answers repeated bootstrap calls of one session', async () => {
    const { userId, token } = await aUser(test.deps)
    const body = { debug: true, timestamp: 1_780_000_000_000, client: 'web' }
    for (let i = 0; i < 2; i += 1) {
      const answer = await post('/auth/bootstrap', body, { token })
      expect(answer.json()).toMatchObject({ wallet_id: walletId(userId), user: { id: userId } })
    }
  })

  it('deletes sessions a week after they ended', async () => {
    const count = async () =>
      (await asOwner(test.deps.databaseUrl, 'select count(*)::int as n from sessions')).rows[0].n
    const web = await logIn(await aUser(test.deps))
    await post('/auth/logout', {}, { cookie: cookieOf(web) })
    const before = await count()
    test.clock.advance(8 * DAY_MS)
    await test.runRecurring('purge-sessions')
    expect(await count()).toBeLessThan(before)
  })
})
