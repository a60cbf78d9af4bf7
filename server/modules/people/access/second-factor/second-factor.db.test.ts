import { Secret, TOTP } from 'otpauth'
import { beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { asOwner } from '#test/db.ts'
import { aUser, freshToken, type TestUser } from '#test/factories.ts'
import { softwarePasskey } from '#test/software-passkey.ts'

const SITE = 'http://localhost:3000'

let test: TestApp

beforeAll(async () => {
  test = await openTestApp()
})

type Method = 'GET' | 'POST' | 'DELETE'

async function call(who: TestUser, method: Method, path: string, body?: object) {
  const token = await freshToken(test.deps, who)
  const answer = await test.app.inject({
    method,
    url: `/api${path}`,
    headers: { authorization: `Bearer ${token}` },
    ...(method === 'POST' && { payload: body ?? {} }),
  })
  return { status: answer.statusCode, body: answer.json() }
}

/** A team member whose session proved the password just now, but no second factor. */
async function newcomer(role: 'support' | 'admin' = 'support'): Promise<TestUser> {
  const who = await aUser(test.deps, { roles: ['passenger', role] })
  const sql = 'update sessions set second_factor_at = null, proved_at = $2 where id = $1'
  await asOwner(test.deps.databaseUrl, sql, [who.sessionId, test.clock.now()])
  return who
}

const codeOf = (secret: string, offsetMs = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: test.clock.now().getTime() + offsetMs,
  })

const opens = async (who: TestUser) =>
  (await call(who, 'GET', '/admin/disputes')).body.code ?? 'yes'
const forget = (who: TestUser) =>
  asOwner(test.deps.databaseUrl, 'update sessions set second_factor_at = null where id = $1', [
    who.sessionId,
  ])

/** A team member with an authenticator app, whose session needs a new proof, as on the next day. */
async function enrolled(role: 'support' | 'admin' = 'support') {
  const who = await newcomer(role)
  const { secret } = (await call(who, 'POST', '/second-factor/totp')).body
  const confirmed = await call(who, 'POST', '/second-factor/totp/confirm', { code: codeOf(secret) })
  expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(200)
  await forget(who)
  test.clock.advance(MINUTE_MS)
  return { who, secret, recoveryCodes: confirmed.body.recoveryCodes as string[] }
}

const prove = (who: TestUser, body: object) => call(who, 'POST', '/second-factor/prove', body)

describe('an authenticator app', () => {
  it('opens team screens for eight hours after an authenticator code', async () => {
    const who = await newcomer()
    expect(await opens(who)).toBe('second_factor_required')
    const { secret, uri } = (await call(who, 'POST', '/second-factor/totp')).body
    expect(uri).toContain('otpauth://totp/Cupo')
    const wrong = await call(who, 'POST', '/second-factor/totp/confirm', { code: '000000' })
    expect(wrong.body.code).toBe('second_factor_wrong')
    expect(await opens(who)).toBe('second_factor_required')
    const { body } = await call(who, 'POST', '/second-factor/totp/confirm', {
      code: codeOf(secret),
    })
    expect(new Set(body.recoveryCodes).size).toBe(10)
    expect(await opens(who)).toBe('yes')
    test.clock.advance(8 * HOUR_MS - 1000)
    expect(await opens(who)).toBe('yes')
    test.clock.advance(1000)
    expect(await opens(who)).toBe('second_factor_required')
    expect((await prove(who, { code: codeOf(secret) })).body.provedUntil).not.toBeNull()
    expect(await opens(who)).toBe('yes')
  })

  it('accepts an authenticator code once, also when it is sent twice in parallel', async () => {
    const { who, secret } = await enrolled()
    const code = codeOf(secret)
    const both = await Promise.all([prove(who, { code }), prove(who, { code })])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403])
    expect((await prove(who, { code })).body.code).toBe('second_factor_wrong')
    // A code older than the accepted code is refused too, although its time window is open.
    const older = await prove(who, { code: codeOf(secret, -30_000) })
    expect(older.body.code).toBe('second_factor_wrong')
  })

  it('refuses the right code after five wrong ones, over all sessions', async () => {
    const { who, secret } = await enrolled()
    for (let turn = 0; turn < 5; turn += 1) {
      expect((await prove(who, { code: '000000' })).body.code).toBe('second_factor_wrong')
    }
    expect((await prove(who, { code: codeOf(secret) })).body.code).toBe('rate_limited')
    test.clock.advance(16 * MINUTE_MS)
    expect((await prove(who, { code: codeOf(secret) })).status).toBe(200)
  })

  it('lets only team members add an authenticator app, after a step-up', async () => {
    const who = await newcomer()
    await asOwner(test.deps.databaseUrl, 'update sessions set proved_at = null where id = $1', [
      who.sessionId,
    ])
    expect((await call(who, 'POST', '/second-factor/totp')).body.code).toBe('step_up_required')
    const passenger = await aUser(test.deps)
    expect((await call(passenger, 'POST', '/second-factor/totp')).body.code).toBe('forbidden')
  })

  it('refuses to replace an authenticator app from a session that has not proved it', async () => {
    const { who } = await enrolled()
    expect((await call(who, 'POST', '/second-factor/totp')).body.code).toBe(
      'second_factor_required',
    )
    expect((await call(who, 'DELETE', '/second-factor/totp')).body.code).toBe(
      'second_factor_required',
    )
  })

  it('stores the authenticator secret only encrypted', async () => {
    const { who, secret } = await enrolled()
    const { rows } = await asOwner(
      test.deps.databaseUrl,
      'select sealed from totp_secrets where user_id = $1',
      [who.userId],
    )
    const stored = Buffer.from(rows[0].sealed)
    expect(stored.includes(Buffer.from(Secret.fromBase32(secret).bytes))).toBe(false)
    expect(stored.includes(Buffer.from(secret))).toBe(false)
  })
})

describe('a recovery code', () => {
  it('accepts a recovery code once, in any spelling, and notifies its owner', async () => {
    const { who, recoveryCodes } = await enrolled()
    const code = String(recoveryCodes[0])
    const { body } = await prove(who, { recoveryCode: code.toLowerCase().replace('-', ' ') })
    expect(body.recoveryCodesLeft).toBe(9)
    await forget(who)
    expect((await prove(who, { recoveryCode: code })).body.code).toBe('second_factor_wrong')
    const { notifications } = (await call(who, 'GET', '/notifications')).body
    expect(JSON.stringify(notifications)).toContain('Se usó un código de recuperación')
  })
})

describe('a passkey', () => {
  async function withPasskey() {
    const who = await newcomer()
    const key = softwarePasskey()
    const { options } = (
      await call(who, 'POST', '/second-factor/passkeys/options', { purpose: 'register' })
    ).body
    const credential = key.register({ challenge: options.challenge, origin: SITE, counter: 1 })
    const added = await call(who, 'POST', '/second-factor/passkeys', { name: 'Llave', credential })
    expect(added.status, JSON.stringify(added.body)).toBe(200)
    expect(added.body.recoveryCodes).toHaveLength(10)
    await forget(who)
    return { who, key }
  }

  const challengeFor = async (who: TestUser) =>
    (await call(who, 'POST', '/second-factor/passkeys/options', { purpose: 'prove' })).body.options
      .challenge as string
  const answer = (who: TestUser, credential: object) =>
    call(who, 'POST', '/second-factor/passkeys/prove', { credential })

  it('opens team screens after a proof by passkey', async () => {
    const { who, key } = await withPasskey()
    expect(await opens(who)).toBe('second_factor_required')
    const challenge = await challengeFor(who)
    const { status } = await answer(who, key.prove({ challenge, origin: SITE, counter: 2 }))
    expect(status).toBe(200)
    expect(await opens(who)).toBe('yes')
  })

  it.each([
    ['of another origin', { origin: 'https://cupo.example' }],
    ['for another challenge', { challenge: 'bWFkZS11cA' }],
    ['with a counter that decreased', { counter: 1 }],
  ])('refuses a passkey answer %s', async (_name, wrong) => {
    const { who, key } = await withPasskey()
    const challenge = await challengeFor(who)
    const said = { challenge, origin: SITE, counter: 2, ...wrong }
    expect((await answer(who, key.prove(said))).body.code).toBe('second_factor_wrong')
    expect(await opens(who)).toBe('second_factor_required')
  })

  it('refuses a passkey answer to a used, expired or foreign challenge', async () => {
    const { who, key } = await withPasskey()
    const used = await challengeFor(who)
    await answer(who, key.prove({ challenge: used, origin: SITE, counter: 2 }))
    const again = key.prove({ challenge: used, origin: SITE, counter: 3 })
    expect((await answer(who, again)).body.code).toBe('second_factor_wrong')
    const old = await challengeFor(who)
    test.clock.advance(6 * MINUTE_MS)
    const late = key.prove({ challenge: old, origin: SITE, counter: 4 })
    expect((await answer(who, late)).body.code).toBe('second_factor_wrong')
    const other = await withPasskey()
    const theirs = await challengeFor(other.who)
    const foreign = key.prove({ challenge: theirs, origin: SITE, counter: 5 })
    expect((await answer(who, foreign)).body.code).toBe('second_factor_wrong')
    expect((await answer(other.who, foreign)).body.code).toBe('second_factor_wrong')
  })

  it('refuses to register a passkey for another origin or host', async () => {
    const who = await newcomer()
    for (const [host, origin] of [
      ['http://localhost:3000', 'https://cupo.example'],
      ['https://cupo.example', SITE],
    ] as const) {
      const { options } = (
        await call(who, 'POST', '/second-factor/passkeys/options', { purpose: 'register' })
      ).body
      const key = softwarePasskey(host)
      const credential = key.register({ challenge: options.challenge, origin })
      const { body } = await call(who, 'POST', '/second-factor/passkeys', { name: 'X', credential })
      expect(body.code).toBe('second_factor_wrong')
    }
  })
})

describe('a team member who lost all factors', () => {
  it('lets only another admin reset all factors, and notifies their owner', async () => {
    const { who } = await enrolled('admin')
    const other = await aUser(test.deps, { roles: ['passenger', 'admin'] })
    const reset = (by: TestUser, userId: string) =>
      call(by, 'POST', `/admin/people/${userId}/second-factor/reset`, {
        reason: 'Perdió el teléfono; lo vimos por video.',
      })
    const inTeam = async (id: string) =>
      (await call(other, 'GET', '/admin/team')).body.people.find(
        (one: { id: string }) => one.id === id,
      )
    expect(await inTeam(who.userId)).toMatchObject({ roles: ['admin'], totp: true, canReset: true })
    expect(await inTeam(other.userId)).toMatchObject({ totp: false, canReset: false })
    expect((await reset(other, other.userId)).body.code).toBe('forbidden')
    expect((await reset(other, who.userId)).status).toBe(200)
    expect(await inTeam(who.userId)).toMatchObject({ totp: false, canReset: false })
    const status = (await call(who, 'GET', '/second-factor')).body
    expect(status).toMatchObject({ totp: false, passkeys: [], recoveryCodesLeft: 0 })
    const { items } = (await call(other, 'GET', `/admin/staff-actions?subject=${who.userId}`)).body
    expect(items[0]).toMatchObject({
      action: 'second_factor.reset',
      by: { id: other.userId },
      reason: 'Perdió el teléfono; lo vimos por video.',
    })
    const { notifications } = (await call(who, 'GET', '/notifications')).body
    expect(JSON.stringify(notifications)).toContain('Administración quitó tu segundo paso')
  })
})

describe('a session of the team', () => {
  it('ends a team session eight hours after the sign-in, also when it is renewed', async () => {
    const who = await aUser(test.deps, { roles: ['passenger', 'finance'] })
    const signIn = await test.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: who.email, password: who.password, mobile: true },
    })
    let { refresh_token } = signIn.json()
    const renew = async () => {
      const answer = await test.app.inject({
        method: 'POST',
        url: '/api/auth/refresh',
        payload: { refresh_token, mobile: true },
      })
      refresh_token = answer.json().refresh_token ?? refresh_token
      return answer.statusCode
    }
    test.clock.advance(7 * HOUR_MS)
    expect(await renew()).toBe(200)
    test.clock.advance(HOUR_MS)
    expect(await renew()).toBe(401)
  })
})
