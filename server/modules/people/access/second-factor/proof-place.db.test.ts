// A proved second factor counts only in the network and the browser in which it was proved.
import { Secret, TOTP } from 'otpauth'
import { beforeAll, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '#server/platform/clock.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { asOwner } from '#test/db.ts'
import { aUser, type TestUser } from '#test/factories.ts'

const OFFICE = '190.24.10.7'
const OFFICE_NEIGHBOUR = '190.24.10.201'
const THIEF = '45.90.4.4'
const PHONE = '2800:e2:aff::1'

let test: TestApp
/** A support user with an authenticator app; each test signs in again. */
let who: TestUser
let secret: string

type Method = 'GET' | 'POST' | 'DELETE'

/** State of a browser: its cookies and its access token. */
type Browser = { cookies: Map<string, string>; token: string }

async function call(
  browser: Browser,
  from: string,
  [method, path, body]: [Method, string, object?],
) {
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
  const answer = await test.app.inject({
    method,
    url: `/api${path}`,
    remoteAddress: from,
    headers: { authorization: `Bearer ${browser.token}`, ...(cookie ? { cookie } : {}) },
    ...(method === 'POST' && { payload: body ?? {} }),
  })
  for (const { name, value } of answer.cookies) browser.cookies.set(name, value)
  const json = answer.json()
  if (json.access_token) browser.token = json.access_token
  return { status: answer.statusCode, body: json }
}

const code = () =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: test.clock.now().getTime(),
  })

async function signedIn(from = OFFICE): Promise<Browser> {
  const browser = { cookies: new Map<string, string>(), token: '' }
  const { email, password } = who
  const login = await call(browser, from, ['POST', '/auth/login', { email, password }])
  expect(login.status, JSON.stringify(login.body)).toBe(200)
  return browser
}

async function prove(browser: Browser, from: string): Promise<void> {
  // A code is accepted once, so advance the clock to the next one.
  test.clock.advance(MINUTE_MS)
  const proved = await call(browser, from, ['POST', '/second-factor/prove', { code: code() }])
  expect(proved.status, JSON.stringify(proved.body)).toBe(200)
}

const refresh = (browser: Browser, from: string) => call(browser, from, ['POST', '/auth/refresh'])

const opens = async (browser: Browser, from: string) =>
  (await call(browser, from, ['GET', '/admin/disputes'])).body.code ?? 'yes'

/** A thief's browser, with only the refresh cookie or with all cookies. */
const stolen = (browser: Browser, all = false): Browser => ({
  cookies: new Map([...browser.cookies].filter(([name]) => all || name === 'cupo_refresh')),
  token: '',
})

beforeAll(async () => {
  test = await openTestApp()
  who = await aUser(test.deps, { roles: ['passenger', 'support'] })
  const sql = 'update sessions set second_factor_at = null, proved_at = $2 where id = $1'
  await asOwner(test.deps.databaseUrl, sql, [who.sessionId, test.clock.now()])
  const browser = { cookies: new Map<string, string>(), token: who.token }
  secret = (await call(browser, OFFICE, ['POST', '/second-factor/totp'])).body.secret
  await call(browser, OFFICE, ['POST', '/second-factor/totp/confirm', { code: code() }])
})

describe('a second factor that was proved', () => {
  it('keeps a proved second factor after a renewal in the same browser and network', async () => {
    const browser = await signedIn()
    expect(await opens(browser, OFFICE)).toBe('second_factor_required')
    await prove(browser, OFFICE)
    expect(await opens(browser, OFFICE)).toBe('yes')
    expect(await opens(browser, OFFICE_NEIGHBOUR)).toBe('yes')
    expect((await refresh(browser, OFFICE)).status).toBe(200)
    expect(await opens(browser, OFFICE)).toBe('yes')
  })

  it('does not open team screens to a stolen refresh cookie, in any network', async () => {
    for (const [all, from] of [
      [false, THIEF],
      [true, THIEF],
      [false, OFFICE],
    ] as const) {
      const browser = await signedIn()
      await prove(browser, OFFICE)
      const thief = stolen(browser, all)
      expect((await refresh(thief, from)).status).toBe(200)
      expect(await opens(thief, from)).toBe('second_factor_required')
      // The thief cannot add or remove a factor either.
      const added = await call(thief, from, [
        'POST',
        '/second-factor/passkeys/options',
        { purpose: 'register' },
      ])
      expect(added.body.code).toBe('second_factor_required')
      const removed = await call(thief, from, ['DELETE', '/second-factor/totp'])
      expect(removed.body.code).toBe('second_factor_required')
      // The session stays valid, because people change networks for honest reasons.
      expect((await call(thief, from, ['GET', '/auth/me'])).status).toBe(200)
    }
  })

  it('does not open team screens to a stolen access token in another network', async () => {
    const browser = await signedIn()
    await prove(browser, OFFICE)
    const { token } = browser
    expect(await opens({ cookies: new Map(), token }, THIEF)).toBe('second_factor_required')
    expect(await opens(browser, OFFICE)).toBe('yes')
  })

  it('requires a new second factor when the same browser changes its network', async () => {
    const browser = await signedIn()
    await prove(browser, OFFICE)
    expect(await opens(browser, PHONE)).toBe('second_factor_required')
    const shown = await call(browser, PHONE, ['GET', '/second-factor'])
    expect(shown.body.provedUntil).toBeNull()
    await prove(browser, PHONE)
    for (const from of [PHONE, OFFICE]) {
      expect((await refresh(browser, from)).status).toBe(200)
      expect(await opens(browser, PHONE)).toBe('yes')
      expect(await opens(browser, OFFICE)).toBe('yes')
    }
  })

  it('sets the device cookie when a browser without it proves a second factor', async () => {
    const browser = await signedIn()
    browser.cookies.delete('cupo_device')
    const wrong = await call(browser, OFFICE, ['POST', '/second-factor/prove', { code: '000000' }])
    expect(wrong.body.code).toBe('second_factor_wrong')
    expect(browser.cookies.has('cupo_device')).toBe(false)
    await prove(browser, OFFICE)
    expect(browser.cookies.has('cupo_device')).toBe(true)
    await refresh(browser, OFFICE)
    expect(await opens(browser, OFFICE)).toBe('yes')
    const audit = `select count(*)::int as n from audit_entries
      where action = 'session.second_factor_forgotten' and subject_id = $1`
    const { sub } = JSON.parse(atob(browser.token.split('.')[1] ?? '')) as { sub: string }
    expect(sub).toBe(who.userId)
    const { sid } = JSON.parse(atob(browser.token.split('.')[1] ?? '')) as { sid: string }
    const count = async () => (await asOwner(test.deps.databaseUrl, audit, [sid])).rows[0].n
    expect(await count()).toBe(0)
    await refresh(stolen(browser), OFFICE)
    expect(await count()).toBe(1)
  })

  it('binds a second factor of the native app, which has no cookies, to the network', async () => {
    const app: Browser = { cookies: new Map(), token: '' }
    const { email, password } = who
    const login = await call(app, OFFICE, [
      'POST',
      '/auth/login',
      { email, password, mobile: true },
    ])
    app.cookies.clear()
    await prove(app, OFFICE)
    app.cookies.clear()
    const body = { mobile: true, refresh_token: login.body.refresh_token }
    const renewed = await call(app, OFFICE, ['POST', '/auth/refresh', body])
    expect(renewed.status, JSON.stringify(renewed.body)).toBe(200)
    expect(await opens(app, OFFICE)).toBe('yes')
    expect(await opens(app, THIEF)).toBe('second_factor_required')
  })
})
