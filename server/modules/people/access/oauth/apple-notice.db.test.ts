import { generateKeyPair, SignJWT } from 'jose'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addMs, MINUTE_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { asOwner } from '#test/db.ts'
import { postJson } from '#test/http-client.ts'
import { Browser, openSignInApp, type SignInApp } from '#test/sign-in.ts'

let test: SignInApp
let last = 0
let person: { subject: string; email: string; userId: string; token: string }

const STATE = 'abcdefghijklmnopqrstuvwxyz'

beforeAll(async () => {
  test = await openSignInApp()
})

const query = async (text: string, values: unknown[] = []) =>
  (await asOwner(test.deps.databaseUrl, text, values)).rows

/** Signs in with Apple as a new person with a hidden address. */
beforeEach(async () => {
  await query('truncate rate_limits')
  test.clock.advance(MINUTE_MS)
  last += 1
  const subject = `00090${last}.apple.${last}`
  const email = `oculta-${last}@privaterelay.appleid.example`
  const [first] = test.oidc.identities.apple
  test.oidc.identities.apple.push({ ...first!, subject, email, emailVerified: true })
  person = { subject, email, ...(await signIn(subject)) }
})

async function signIn(subject: string) {
  const browser = new Browser((url) => url.pathname === '/auth/callback')
  const chooser = await browser.open(`${test.site}/api/auth/login/apple?state=${STATE}`)
  const page = await browser.press(chooser, subject)
  const code = page.url.searchParams.get('code') ?? ''
  const asked = new URLSearchParams({ code, state: STATE })
  const answer = await browser.fetch(`${test.site}/api/auth/lat-callback?${asked}`)
  const { access_token: token } = await answer.json()
  const [row] = await query('select user_id from identities where subject = $1', [subject])
  return { userId: row.user_id as string, token: token as string }
}

type Notice = { type: string; at?: Date; claims?: object; email?: string; sub?: string }

async function claimsOf({ type, at = test.clock.now(), claims = {}, email, sub }: Notice) {
  const seconds = Math.floor(test.clock.now().getTime() / 1000)
  const event = { type, sub: sub ?? person.subject, event_time: at.getTime() }
  return {
    iss: test.deps.urls.apple,
    aud: test.deps.secrets.apple?.clientId,
    iat: seconds,
    exp: seconds + 86_400,
    jti: newId(),
    events: JSON.stringify({ ...event, ...(email ? { email, is_private_email: 'true' } : {}) }),
    ...claims,
  }
}

const send = (payload: string) => postJson(test.app, '/auth/apple/notices', { payload })

const notice = async (about: Notice) =>
  send(await test.oidc.signAsApple((await claimsOf(about)) as never))

const me = async () => {
  const headers = { authorization: `Bearer ${person.token}` }
  return (await test.app.inject({ url: '/api/auth/me', headers })).statusCode
}

const links = async () =>
  (await query('select subject from identities where user_id = $1', [person.userId])).length

const told = async () =>
  (
    await query('select kind from notifications where user_id = $1 order by created_at', [
      person.userId,
    ])
  ).map(({ kind }) => kind)

describe.each(['consent-revoked', 'account-delete', 'account-deleted'])('the notice %s', (type) => {
  it('removes the link, ends the sessions, and says how to get in', async () => {
    const answer = await notice({ type, at: addMs(test.clock.now(), 1000) })
    expect([answer.statusCode, answer.json()]).toEqual([200, { received: true }])
    expect([await links(), await me(), await told()]).toEqual([0, 401, ['way_in_lost']])
    await test.runJobs()
    const [mail] = test.mail.control.messages(person.email)
    expect(mail?.text).toContain(`recupera tu cuenta con ${person.email}`)
  })
})

describe('a notice of Apple', () => {
  const revoked = () => ({ type: 'consent-revoked', at: addMs(test.clock.now(), 1000) })

  it('texts the way in to a proved number', async () => {
    const { sealPhone, phoneIndex } = await import('#server/modules/people/users/index.ts')
    const { secrets } = test.deps
    test.deps.urls.sms = 'https://sms.example'
    await query(
      `update users set phone_sealed = $2, phone_index = $3, phone_proved_at = now() where id = $1`,
      [
        person.userId,
        sealPhone(secrets, person.userId, '+573001234567'),
        phoneIndex(secrets, '+573001234567'),
      ],
    )
    await notice(revoked())
    const jobs = await query(`select 1 from jobs where name = 'notifications.text'`)
    delete test.deps.urls.sms
    await query(`delete from jobs`)
    expect(jobs).toHaveLength(1)
  })

  it('ends only the sessions of Apple where a password remains', async () => {
    const password = 'una clave muy larga'
    const other = { email: `clave-${newId()}@correo.test`, password }
    await postJson(test.app, '/auth/signup', { ...other, verification_terms: 'aceptado' })
    const login = await postJson(test.app, '/auth/login', other)
    const { user, access_token: own } = login.json()
    await query('update identities set user_id = $1 where subject = $2', [user.id, person.subject])
    const again = await signIn(person.subject)
    expect(again.userId).toBe(user.id)
    await notice(revoked())
    const status = async (token: string) => {
      const headers = { authorization: `Bearer ${token}` }
      return (await test.app.inject({ url: '/api/auth/me', headers })).statusCode
    }
    expect([await status(again.token), await status(own)]).toEqual([401, 200])
    const kinds = await query('select kind from notifications where user_id = $1', [user.id])
    expect(kinds).toEqual([{ kind: 'identity_changed' }])
  })

  it('applies a notice of Apple once, so that a copy removes no later link', async () => {
    const payload = await test.oidc.signAsApple((await claimsOf(revoked())) as never)
    expect((await send(payload)).statusCode).toBe(200)
    await query(
      `insert into identities (issuer, subject, user_id, created_at, last_used_at)
       values ($1, $2, $3, $4, $4)`,
      [test.deps.urls.apple, person.subject, person.userId, addMs(test.clock.now(), -MINUTE_MS)],
    )
    expect((await send(payload)).statusCode).toBe(200)
    expect(await links()).toBe(1)
  })

  it('changes nothing if it is older than the last sign-in', async () => {
    const at = addMs(test.clock.now(), -MINUTE_MS)
    expect((await notice({ type: 'consent-revoked', at })).statusCode).toBe(200)
    expect([await links(), await me()]).toEqual([1, 200])
  })

  it('changes nothing about an unknown person, or of an unknown kind', async () => {
    expect((await notice({ type: 'consent-revoked', sub: 'nadie' })).statusCode).toBe(200)
    expect((await notice({ type: 'something-new' })).statusCode).toBe(200)
    expect([await links(), await told()]).toEqual([1, []])
  })

  it.each([
    ['another issuer', { iss: 'https://appleid.apple.example' }],
    ['another audience', { aud: 'com.otra.app' }],
    ['a past expiry', { exp: 1 }],
    ['no id', { jti: undefined }],
    ['no expiry', { exp: undefined }],
  ])('is refused with %s', async (_, claims) => {
    const answer = await notice({ ...revoked(), claims })
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'bad_signature'])
    expect(await links()).toBe(1)
  })

  it('refuses a notice of Apple without a signature or with another key', async () => {
    const claims = await claimsOf(revoked())
    const { privateKey } = await generateKeyPair('RS256')
    const header = { alg: 'RS256', kid: 'sandbox' }
    const forged = await new SignJWT(claims as never).setProtectedHeader(header).sign(privateKey)
    const body = Buffer.from(JSON.stringify(claims)).toString('base64url')
    const bare = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`
    for (const payload of [forged, bare, 'x']) {
      expect((await send(payload)).json().code).toBe('bad_signature')
    }
    expect(await links()).toBe(1)
  })
})

describe('the forwarding of a hidden address', () => {
  const mails = async () => {
    await test.runJobs()
    return test.mail.control.messages(person.email).length
  }

  /** Asks for a recovery link, which is sent even to an address that bounces. */
  const recover = () =>
    postJson(test.app, '/auth/recover-account', { email: person.email, password: 'otra clave 1' })

  const bounces = async () => {
    const headers = { authorization: `Bearer ${person.token}` }
    const answer = await test.app.inject({ url: '/api/notifications/preferences', headers })
    return answer.json().mailBounces
  }

  it('sends no mail to a hidden address while its forwarding is off', async () => {
    const { email } = person
    const before = await mails()
    expect((await notice({ type: 'email-disabled', email })).statusCode).toBe(200)
    expect(await told()).toEqual(['mail_bounces'])
    expect(await bounces()).toEqual({ address: email, since: null })
    test.clock.advance(40 * 24 * 60 * MINUTE_MS)
    await test.runRecurring('purge-old-data')
    await recover()
    expect(await mails()).toBe(before)
    expect((await notice({ type: 'email-enabled', email })).statusCode).toBe(200)
    await recover()
    expect(await mails()).toBe(before + 1)
  })
})
