// A stranger's attempts must not lock an owner out of their account.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type MailSandbox, openMailSandbox } from '#sandbox/mail/mail-sandbox.ts'
import { MINUTE_MS } from '#server/platform/clock.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { aUser, freshToken, type TestUser } from '#test/factories.ts'
import { countGuesses } from '#test/guesses.ts'
import { type Call, cookieOf, postJson } from '#test/http-client.ts'

let test: TestApp
let mail: MailSandbox
let owner: TestUser

beforeAll(async () => {
  mail = await openMailSandbox()
  test = await openTestApp({ urls: { smtp: mail.url }, extensions: [mail.plugin] })
  return () => mail.close()
})

beforeEach(async () => {
  mail.control.clear()
  owner = await aUser(test.deps)
})

const post = (path: string, payload: object, call: Call = {}) =>
  postJson(test.app, `/auth${path}`, payload, call)

const logIn = (password: string, call: Call = {}) =>
  post('/login', { email: owner.email, password }, call)

const askRecovery = (password: string, call: Call = {}) =>
  post('/recover-account', { email: owner.email, password }, call)

const OWN_PASSWORD = 'la que elige la dueña'

async function tokensMailed(): Promise<string[]> {
  await test.runJobs()
  return mail.control
    .messages(owner.email)
    .map(({ text }) => /\?token=([A-Za-z0-9_-]{43})/.exec(text ?? '')?.[1] ?? '')
}

const LAST = 10

/** Tries wrong passwords, each from another IP address; only the last ones go over HTTP. */
async function guessFromManyAddresses(times: number): Promise<void> {
  await countGuesses(test.deps, owner.email, times - LAST)
  await Promise.all(Array.from({ length: LAST }, () => logIn('adivinanza')))
}

describe('recovery requests of a stranger', () => {
  const STRANGER = '203.0.113.7'

  it('refuses the sixth recovery request of a stranger, but not one of the owner', async () => {
    const codes: number[] = []
    for (let i = 0; i < 6; i += 1) {
      codes.push((await askRecovery('la del ladrón', { ip: STRANGER })).statusCode)
    }
    expect(codes).toEqual([200, 200, 200, 200, 200, 429])
    expect((await askRecovery(OWN_PASSWORD)).statusCode).toBe(200)
  })

  it('keeps the recovery link of the owner valid when a stranger requests one', async () => {
    await askRecovery(OWN_PASSWORD)
    const [token = ''] = await tokensMailed()
    await askRecovery('la del ladrón', { ip: STRANGER })
    await test.runJobs()
    const confirm = await post('/recover-account/confirm', { token, password: OWN_PASSWORD })
    expect(confirm.statusCode).toBe(200)
    expect((await logIn(OWN_PASSWORD)).statusCode).toBe(200)
  })

  it('mails at most five recovery links for strangers, and the owner can use them', async () => {
    for (let source = 1; source <= 12; source += 1) {
      await askRecovery('la del ladrón', { ip: `198.51.100.${source}` })
    }
    const tokens = await tokensMailed()
    expect(tokens).toHaveLength(5)
    expect((await askRecovery(OWN_PASSWORD)).statusCode).toBe(200)
    test.clock.advance(29 * MINUTE_MS)

    const use = { token: tokens[0], password: OWN_PASSWORD }
    const confirm = await post('/recover-account/confirm', use)
    expect(confirm.statusCode).toBe(200)
    expect((await logIn('la del ladrón')).statusCode).toBe(401)
    expect((await logIn(OWN_PASSWORD)).statusCode).toBe(200)
    const rest = await post('/recover-account/confirm', { ...use, token: tokens[1] })
    expect(rest.statusCode).toBe(410)
  })

  it('mails a known device a recovery link after strangers used up their five', async () => {
    const cookie = cookieOf(await logIn(owner.password), 'cupo_device')
    for (let source = 1; source <= 6; source += 1) {
      await askRecovery('la del ladrón', { ip: `198.51.100.${source}` })
    }
    expect(await tokensMailed()).toHaveLength(5)
    await askRecovery(OWN_PASSWORD, { cookie })
    expect(await tokensMailed()).toHaveLength(6)
  })

  it('accepts the recovery request of a known device on a network at its limit', async () => {
    const cookie = cookieOf(await logIn(owner.password), 'cupo_device')
    for (let i = 0; i < 11; i += 1) {
      const body = { email: `nadie-${i}@correo.test`, password: 'la del ladrón' }
      await post('/recover-account', body, { ip: STRANGER })
    }
    expect((await askRecovery(OWN_PASSWORD, { ip: STRANGER })).statusCode).toBe(429)
    expect((await askRecovery(OWN_PASSWORD, { ip: STRANGER, cookie })).statusCode).toBe(200)
  })
})

describe('wrong passwords from many addresses', () => {
  it('lets the owner log in on a new device after 99 guesses and a typing error', async () => {
    await guessFromManyAddresses(99)
    const ip = '192.0.2.10'
    expect((await logIn('un error al escribir', { ip })).statusCode).toBe(401)
    expect((await logIn(owner.password, { ip })).statusCode).toBe(200)
  })

  it('lets known devices and open sessions use the password after 160 guesses', async () => {
    const cookie = cookieOf(await logIn(owner.password), 'cupo_device')
    await guessFromManyAddresses(160)
    expect((await logIn(owner.password)).statusCode).toBe(429)
    expect((await logIn(owner.password, { cookie })).statusCode).toBe(200)
    const token = await freshToken(test.deps, owner)
    const change = { current_password: owner.password, new_password: OWN_PASSWORD }
    expect((await post('/change-password', change, { token })).statusCode).toBe(200)
  })

  it('accepts a recovery link and the login after it despite 160 guesses', async () => {
    await askRecovery(OWN_PASSWORD)
    const [token = ''] = await tokensMailed()
    await guessFromManyAddresses(160)
    const confirm = await post('/recover-account/confirm', { token, password: OWN_PASSWORD })
    expect(confirm.statusCode).toBe(200)
    const cookie = cookieOf(confirm, 'cupo_device')
    expect((await logIn(OWN_PASSWORD)).statusCode).toBe(429)
    expect((await logIn(OWN_PASSWORD, { cookie })).statusCode).toBe(200)
  })
})

describe('a stranger on the network of the owner', () => {
  const SHARED = '192.0.2.77'

  it('accepts a known device when strangers used up the login limit of its network', async () => {
    const cookie = cookieOf(await logIn(owner.password), 'cupo_device')
    for (let i = 0; i < 61; i += 1) {
      const { email } = await aUser(test.deps)
      await post('/login', { email, password: 'x' }, { ip: SHARED })
    }
    expect((await logIn(owner.password, { ip: SHARED })).statusCode).toBe(429)
    expect((await logIn(owner.password, { ip: SHARED, cookie })).statusCode).toBe(200)
  })

  it('accepts a real recovery link after invented links used up the network limit', async () => {
    await askRecovery(OWN_PASSWORD)
    const [token = ''] = await tokensMailed()
    const invent = (i: number) =>
      post('/recover-account/confirm', { token: `x${i}` }, { ip: SHARED })
    const codes: number[] = []
    for (let i = 0; i < 31; i += 1) codes.push((await invent(i)).statusCode)
    expect(codes).toEqual([...Array(30).fill(410), 429])
    const body = { token, password: OWN_PASSWORD }
    expect((await post('/recover-account/confirm', body, { ip: SHARED })).statusCode).toBe(200)
  })
})
