import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { asOwner } from '#test/db.ts'
import { anotherSession, aUser, TEST_PASSWORD, type TestUser } from '#test/factories.ts'
import { Browser, openSignInApp, type SignInApp } from '#test/sign-in.ts'

let test: SignInApp
let browser: Browser
let owner: TestUser
let last = 0

const STATE = 'abcdefghijklmnopqrstuvwxyz'
const isOurs = (url: URL) => /^\/(login|profile|auth\/callback)$/.test(url.pathname)

beforeAll(async () => {
  test = await openSignInApp()
})

beforeEach(async () => {
  browser = new Browser(isOurs)
  await query('truncate rate_limits')
  test.clock.advance(MINUTE_MS)
  owner = await aUser(test.deps)
})

type Provider = 'google' | 'apple'

const query = async (text: string, values: unknown[] = []) =>
  (await asOwner(test.deps.databaseUrl, text, values)).rows

/** A new account at a provider. */
function anIdentity(provider: Provider, email = `enlace-${newId()}@proveedor.example`) {
  const subject = `link-${provider}-${++last}`
  const [first] = test.oidc.identities[provider]
  test.oidc.identities[provider].push({ ...first!, subject, email, emailVerified: true })
  return { subject, email }
}

async function call(method: string, path: string, user: TestUser, body?: object) {
  const answer = await browser.fetch(`${test.site}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: answer.status, body: await answer.json() }
}

const prove = async (user = owner) => {
  const proof = await call('POST', '/auth/step-up', user, { password: TEST_PASSWORD })
  expect(proof.status).toBe(200)
}

const start = (provider: Provider, user = owner) =>
  call('POST', `/auth/identities/${provider}`, user, {})

/** Links from our screen to the page after the provider; returns its query. */
async function link(provider: Provider, subject: string, by = browser) {
  const { body } = await start(provider)
  const page = await by.press(await by.open(body.address), subject)
  return `${page.url.pathname}${page.url.search}`
}

const unlink = (provider: Provider, user = owner) =>
  call('DELETE', `/auth/identities/${provider}`, user)

const links = async (userId = owner.userId) =>
  (await query('select subject from identities where user_id = $1', [userId])).length

const told = async () =>
  (await query('select title from notifications where user_id = $1', [owner.userId])).map(
    ({ title }) => title,
  )

/** Signs in at the provider up to our code; the result redeems it. */
async function codeOf(provider: Provider, subject: string) {
  const other = new Browser(isOurs)
  const chooser = await other.open(`${test.site}/api/auth/login/${provider}?state=${STATE}`)
  const page = await other.press(chooser, subject)
  const code = page.url.searchParams.get('code') ?? ''
  const asked = new URLSearchParams({ code, state: STATE })
  return () => other.fetch(`${test.site}/api/auth/lat-callback?${asked}`)
}

async function signIn(provider: Provider, subject: string) {
  const answer = await (await codeOf(provider, subject))()
  const { access_token: token } = await answer.json()
  const [row] = await query('select user_id from identities where subject = $1', [subject])
  return { userId: row.user_id as string, token: token as string }
}

const status = async (token: string) => {
  const headers = { authorization: `Bearer ${token}` }
  return (await test.app.inject({ url: '/api/auth/me', headers })).statusCode
}

describe('linking Google or Apple in the account', () => {
  it('needs proof of identity before the browser leaves', async () => {
    const refused = await start('google')
    expect([refused.status, refused.body.code]).toEqual([403, 'step_up_required'])
  })

  it.each(['google', 'apple'] as const)(
    'links %s, tells the person in the app and by mail, and signs in to the same account',
    async (provider) => {
      const { subject } = anIdentity(provider)
      await prove()
      expect(await link(provider, subject)).toBe(`/profile?linked=${provider}`)
      const name = provider === 'google' ? 'Google' : 'Apple'
      expect(await told()).toEqual([`Vinculaste ${name} a tu cuenta`])
      await test.runJobs()
      expect(test.mail.control.messages(owner.email)[0]?.subject).toBe(
        `Vinculaste ${name} a tu cuenta`,
      )
      expect((await signIn(provider, subject)).userId).toBe(owner.userId)
    },
  )

  it('refuses to link a provider account that belongs to another person', async () => {
    const { subject } = anIdentity('google')
    const other = await signIn('google', subject)
    await prove()
    expect(await link('google', subject)).toBe('/profile?error=identity_taken')
    expect([await links(), await links(other.userId), await told()]).toEqual([0, 1, []])
  })

  it('refuses to link an address that another account proved', async () => {
    const other = await aUser(test.deps)
    const { subject } = anIdentity('google', other.email)
    await prove()
    expect(await link('google', subject)).toBe('/profile?error=identity_taken')
    expect(await links()).toBe(0)
  })

  it('refuses to link a second account of the same provider', async () => {
    const [one, two] = [anIdentity('google'), anIdentity('google')]
    await prove()
    await link('google', one.subject)
    browser = new Browser(isOurs)
    expect(await link('google', two.subject)).toBe('/profile?error=identity_exists')
    expect(await links()).toBe(1)
  })

  it('refuses a link in another browser, and after the session ended', async () => {
    const { subject } = anIdentity('google')
    await prove()
    const stray = new Browser(isOurs)
    expect(await link('google', subject, stray)).toBe('/login?error=oauth_failed')
    const { body } = await start('google')
    await query('update sessions set revoked_at = now() where user_id = $1', [owner.userId])
    const page = await browser.press(await browser.open(body.address), subject)
    expect(page.url.href).toBe(`${test.site}/login?error=oauth_failed`)
    expect(await links()).toBe(0)
  })
})

describe('unlinking Google or Apple', () => {
  it('needs proof of identity, and is refused for what is not linked', async () => {
    expect((await unlink('google')).body.code).toBe('step_up_required')
    await prove()
    expect((await unlink('google')).body.code).toBe('identity_not_found')
  })

  it('removes the link, ends the sessions that it opened, and tells the person', async () => {
    const { subject } = anIdentity('apple')
    await prove()
    await link('apple', subject)
    const byApple = await signIn('apple', subject)
    const byPassword = await anotherSession(test.deps, owner)
    const answer = await unlink('apple')
    const body = { offered: ['google', 'apple'], identities: [] }
    expect(answer).toEqual({ status: 200, body })
    const seen = [byApple.token, byPassword.token, owner.token].map(status)
    expect(await Promise.all(seen)).toEqual([401, 200, 200])
    expect(await told()).toContain('Desvinculaste Apple de tu cuenta')
    await test.runJobs()
    expect(test.oidc.revoked()).toContain(subject)
  })

  it('refuses to unlink the last way in, also when both are unlinked in parallel', async () => {
    await prove()
    await link('google', anIdentity('google').subject)
    await query('delete from credentials where user_id = $1', [owner.userId])
    const refused = await unlink('google')
    expect([refused.status, refused.body.code]).toEqual([409, 'last_way_in'])
    expect(await links()).toBe(1)
    await link('apple', anIdentity('apple').subject)
    const both = await Promise.all([unlink('google'), unlink('apple')])
    expect(both.map((each) => each.status).sort()).toEqual([200, 409])
    expect(await links()).toBe(1)
    expect(await status(owner.token)).toBe(200)
  })
})

describe('an account that a thief had', () => {
  /** The newest mail to the owner with this subject. */
  async function mailed(subject: string) {
    await test.runJobs()
    const mail = test.mail.control.messages(owner.email).find((each) => each.subject === subject)
    return mail?.text ?? ''
  }

  const tokenIn = (text = '') => /[?#&]token=([\w.-]+)/.exec(text)?.[1]

  async function undoOfChange() {
    const email = `ladron-${newId()}@correo.test`
    await call('POST', '/auth/change-email', owner, { email, password: TEST_PASSWORD })
    await test.runJobs()
    const [asked] = test.mail.control.messages(email)
    const token = tokenIn(asked?.text)
    expect((await call('POST', '/auth/change-email/confirm', owner, { token })).status).toBe(200)
    return tokenIn(await mailed('El correo de tu cuenta de Cupo cambió'))
  }

  it('loses its links and a sign-in under way when the change of address is undone', async () => {
    const { subject } = anIdentity('google')
    await prove()
    await link('google', subject)
    const token = await undoOfChange()
    const redeem = await codeOf('google', subject)
    expect((await call('POST', '/auth/change-email/undo', owner, { token })).status).toBe(200)
    expect(await links()).toBe(0)
    const late = await redeem()
    expect([late.status, (await late.json()).code]).toEqual([400, 'oauth_code_invalid'])
  })

  const read = async (url: string) => (await browser.fetch(url)).status
  const made = async () => (await call('POST', '/calendar-link', owner, {})).body.url as string

  it('loses the link of the calendar when the change of address is undone', async () => {
    const old = await made()
    const token = await undoOfChange()
    expect(await read(old)).toBe(200)
    expect((await call('POST', '/auth/change-email/undo', owner, { token })).status).toBe(200)
    await test.runJobs()
    expect(await read(old)).toBe(404)
  })

  it('names linked providers and ends the calendar when the password changes', async () => {
    const old = await made()
    const { subject, email } = anIdentity('google')
    await prove()
    await link('google', subject)
    expect(await mailed('Vinculaste Google a tu cuenta')).toMatch(/desvincula Google en/)
    const change = { current_password: TEST_PASSWORD, new_password: 'otra-clave-larga-9' }
    expect((await call('POST', '/auth/change-password', owner, change)).status).toBe(200)
    const text = await mailed('Tu contraseña de Cupo cambió')
    expect(text).toContain(`También se entra con Google (${email})`)
    expect(text).toContain('El enlace de tu calendario ya no sirve')
    expect(await read(old)).toBe(404)
  })
})
