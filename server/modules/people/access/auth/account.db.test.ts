import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type MailSandbox, openMailSandbox } from '#sandbox/mail/mail-sandbox.ts'
import { DAY_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { asOwner } from '#test/db.ts'
import { aUser, freshToken, type TestUser } from '#test/factories.ts'
import { type Call, cookieOf, postJson } from '#test/http-client.ts'

let test: TestApp
let mail: MailSandbox
let user: TestUser

beforeAll(async () => {
  mail = await openMailSandbox()
  test = await openTestApp({ urls: { smtp: mail.url }, extensions: [mail.plugin] })
  return () => mail.close()
})

beforeEach(async () => {
  mail.control.clear()
  user = await aUser(test.deps)
})

const NEW_PASSWORD = 'otra clave bien larga'

const post = (path: string, payload: object, call: Call = {}) =>
  postJson(test.app, `/auth${path}`, payload, call)

const asUser = async (path: string, payload: object) =>
  post(path, payload, { token: await freshToken(test.deps, user) })

const logIn = (password: string, email = user.email) => post('/login', { email, password })

async function mailsTo(address: string) {
  await test.runJobs()
  return mail.control.messages(address)
}

/** Returns the secret of the link in the newest mail to that address. */
async function tokenFor(address: string): Promise<string> {
  const [newest] = await mailsTo(address)
  return /\?token=([A-Za-z0-9_-]{43})/.exec(newest?.text ?? '')?.[1] ?? ''
}

/** Requests a recovery; returns the mailed secret and the cookie of the requesting browser. */
async function askRecovery(password = NEW_PASSWORD, call: Call = {}) {
  // Send pending mail first; otherwise it could arrive after the link.
  await test.runJobs()
  const asked = await post('/recover-account', { email: user.email, password }, call)
  expect(asked.statusCode).toBe(200)
  // Read after "Cuenta recuperada: " it must still be true.
  expect(asked.json().message).toMatch(/^Queda lista cuando abras el enlace que te enviamos/)
  return { token: await tokenFor(user.email), cookie: cookieOf(asked, 'cupo_recovery') }
}

/** Opens the link in the browser that requested it, without typing a password. */
const confirmHere = ({ token, cookie }: { token: string; cookie: string }) =>
  post('/recover-account/confirm', { token }, { cookie })

const isOpen = async () => {
  const url = '/api/auth/me'
  const headers = { authorization: `Bearer ${await freshToken(test.deps, user)}` }
  return (await test.app.inject({ url, headers })).statusCode === 200
}

describe('recovery of an account', () => {
  it('changes the password and ends every session only when the link is used', async () => {
    const link = await askRecovery()
    expect((await logIn(NEW_PASSWORD)).statusCode).toBe(401)
    expect((await logIn(user.password)).statusCode).toBe(200)
    expect(await isOpen()).toBe(true)

    expect((await confirmHere(link)).statusCode).toBe(200)
    expect((await logIn(user.password)).statusCode).toBe(401)
    expect((await logIn(NEW_PASSWORD)).statusCode).toBe(200)
    expect(await isOpen()).toBe(false)
    const [notice] = await mailsTo(user.email)
    expect(notice?.subject).toBe('Tu contraseña de Cupo cambió')
  })

  it('signs in where a recovery link is confirmed', async () => {
    const confirmed = await confirmHere(await askRecovery())
    const { access_token: token, ...rest } = confirmed.json()
    expect(Object.keys(rest)).toEqual(['expires_at'])
    const headers = { authorization: `Bearer ${token}` }
    const me = await test.app.inject({ url: '/api/auth/me', headers })
    expect(me.json().user.id).toBe(user.userId)
    const renewed = await post('/refresh', {}, { cookie: cookieOf(confirmed) })
    expect(renewed.statusCode).toBe(200)
  })

  it('gives the native app the refresh token in the answer instead of a cookie', async () => {
    const { token, cookie } = await askRecovery()
    const confirmed = await post('/recover-account/confirm', { token, mobile: true }, { cookie })
    expect(confirmed.cookies.map(({ name }) => name)).not.toContain('cupo_refresh')
    const { refresh_token } = confirmed.json()
    const renewed = await post('/refresh', { refresh_token, mobile: true })
    expect(renewed.statusCode).toBe(200)
  })

  it('asks a team member for the second factor after a recovery', async () => {
    user = await aUser(test.deps, { roles: ['passenger', 'support'] })
    const link = await askRecovery()
    const confirmed = await confirmHere(link)
    const headers = { authorization: `Bearer ${confirmed.json().access_token}` }
    const desk = await test.app.inject({ url: '/api/admin/disputes', headers })
    expect([desk.statusCode, desk.json().code]).toEqual([403, 'second_factor_required'])
  })

  it('accepts a recovery link once when ten calls use it in parallel', async () => {
    const link = await askRecovery()
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirmHere(link)))
    const codes = answers.map(({ statusCode }) => statusCode).sort()
    expect(codes).toEqual([200, ...Array(9).fill(410)])
    expect((await confirmHere(link)).json().code).toBe('link_invalid')
  })

  it('accepts any of several recovery links until one is used', async () => {
    const first = await askRecovery('la primera clave')
    const second = await askRecovery('la segunda clave', { cookie: first.cookie })
    // Both requests share one browser secret: either link works here without typing.
    expect(second.cookie).toBe(first.cookie)
    expect((await confirmHere(first)).statusCode).toBe(200)
    expect((await confirmHere(second)).statusCode).toBe(410)
    expect((await logIn('la primera clave')).statusCode).toBe(200)
  })

  it('refuses a recovery link after 30 minutes or a change of password or address', async () => {
    const late = await askRecovery()
    test.clock.advance(30 * MINUTE_MS)
    expect((await confirmHere(late)).statusCode).toBe(410)

    const before = await askRecovery()
    const change = { current_password: user.password, new_password: 'cambiada por dentro' }
    expect((await asUser('/change-password', change)).statusCode).toBe(200)
    expect((await confirmHere(before)).statusCode).toBe(410)
  })

  it('does not mail a recovery link that expired in the queue', async () => {
    await post('/recover-account', { email: user.email, password: NEW_PASSWORD })
    test.clock.advance(31 * MINUTE_MS)
    expect(await mailsTo(user.email)).toEqual([])
  })

  it('does not mail a recovery link that expired while the mail server took nothing', async () => {
    mail.control.refuse('sender')
    await askRecovery()
    mail.control.refuse(null)
    test.clock.advance(31 * MINUTE_MS)
    expect(await mailsTo(user.email)).toEqual([])
  })

  it('ignores the password of the requester when another browser opens the link', async () => {
    const { token, cookie } = await askRecovery('la clave del ladrón')
    const own = await post('/recover-account', { email: user.email, password: NEW_PASSWORD })
    const browsers = [{}, { cookie: cookieOf(own, 'cupo_recovery') }, { cookie: 'cupo_recovery=x' }]
    for (const browser of browsers) {
      const opened = await post('/recover-account/confirm', { token }, browser)
      expect([opened.statusCode, opened.json().code]).toEqual([403, 'new_password_required'])
    }
    expect((await logIn(user.password)).statusCode).toBe(200)
    const chosen = { token, password: 'la que elige la dueña' }
    expect((await post('/recover-account/confirm', chosen)).statusCode).toBe(200)
    expect((await logIn('la clave del ladrón')).statusCode).toBe(401)
    expect((await logIn('la que elige la dueña')).statusCode).toBe(200)
    expect((await confirmHere({ token, cookie })).statusCode).toBe(410)
  })

  it('stores the recovery secret of the browser in an HttpOnly cookie for 30 minutes', async () => {
    const asked = await post('/recover-account', { email: user.email, password: NEW_PASSWORD })
    const { httpOnly, sameSite, maxAge } =
      asked.cookies.find((c) => c.name === 'cupo_recovery') ?? {}
    expect([httpOnly, sameSite, maxAge]).toEqual([true, 'Strict', 1800])
  })

  it('mails recovery links to our own host, whatever host the request names', async () => {
    const headers = { host: 'evil.test', 'x-forwarded-host': 'evil.test', origin: 'https://evil' }
    await post('/recover-account', { email: user.email, password: NEW_PASSWORD }, { headers })
    const [message] = await mailsTo(user.email)
    expect(message?.text).toContain('http://localhost:3000/recuperar?token=')
    expect(`${message?.text}${message?.html}`).not.toContain('evil')
  })

  it('stores recovery links and their addresses only hashed or encrypted', async () => {
    await post('/recover-account', { email: user.email, password: NEW_PASSWORD })
    const dump = async (table: string) =>
      JSON.stringify((await asOwner(test.deps.databaseUrl, `select * from ${table}`)).rows)
    expect(await dump('jobs')).not.toMatch(/correo\.test|argon2/)
    const token = await tokenFor(user.email)
    expect(await dump('account_links')).not.toContain(token)
  })

  it('sets the first password of an account without one by recovery', async () => {
    await asOwner(test.deps.databaseUrl, 'delete from credentials where user_id = $1', [
      user.userId,
    ])
    const change = { current_password: 'x', new_password: NEW_PASSWORD }
    expect((await asUser('/change-password', change)).json().code).toBe('wrong_password')
    await confirmHere(await askRecovery())
    expect((await logIn(NEW_PASSWORD)).statusCode).toBe(200)
  })
})

describe('an address without account', () => {
  it('answers recovery of an unknown address the same, and sends no mail', async () => {
    const unknown = `nadie-${newId()}@correo.test`
    for (const path of ['/debug-user', '/recover-account']) {
      const password = path === '/debug-user' ? {} : { password: NEW_PASSWORD }
      const [a, b] = [
        await post(path, { email: user.email, ...password }),
        await post(path, { email: unknown, ...password }),
      ]
      expect([a.statusCode, b.statusCode]).toEqual([200, 200])
      expect(a.json()).toEqual(b.json())
      expect(Object.keys(a.headers).sort()).toEqual(Object.keys(b.headers).sort())
    }
    const waiting = `select count(*)::int as n from jobs where name = 'account.recovery'`
    expect((await asOwner(test.deps.databaseUrl, waiting)).rows[0].n).toBe(2)
    expect(await mailsTo(unknown)).toEqual([])
    expect(await mailsTo(user.email)).toHaveLength(1)
  })

  it('applies the same rate limits to addresses with and without account', async () => {
    const unknown = `nadie-${newId()}@correo.test`
    for (const [place, email] of [user.email, unknown].entries()) {
      const codes: number[] = []
      for (let i = 0; i < 6; i += 1) {
        const body = { email, password: NEW_PASSWORD }
        codes.push((await post('/recover-account', body, { ip: `10.77.1.${place}` })).statusCode)
      }
      expect(codes).toEqual([200, 200, 200, 200, 200, 429])
    }
    const ip = '10.77.0.1'
    const codes: number[] = []
    for (let i = 0; i < 11; i += 1) {
      const email = `nadie-${newId()}@correo.test`
      const answer = await post('/recover-account', { email, password: NEW_PASSWORD }, { ip })
      codes.push(answer.statusCode)
    }
    expect(codes).toEqual([...Array(10).fill(200), 429])
  })
})

describe('change of password', () => {
  it('ends the other sessions and notifies the owner when the password changes', async () => {
    const other = await logIn(user.password)
    const wrong = { current_password: 'no es esta', new_password: NEW_PASSWORD }
    expect((await asUser('/change-password', wrong)).json().code).toBe('wrong_password')
    const right = { current_password: user.password, new_password: NEW_PASSWORD }
    expect((await asUser('/change-password', right)).statusCode).toBe(200)
    expect(await isOpen()).toBe(true)
    const renewed = await post('/refresh', {}, { cookie: cookieOf(other) })
    expect(renewed.statusCode).toBe(401)
    expect((await logIn(NEW_PASSWORD)).statusCode).toBe(200)
    expect((await mailsTo(user.email))[0]?.subject).toBe('Tu contraseña de Cupo cambió')
  })

  it('limits password guesses in a stolen session', async () => {
    const token = await freshToken(test.deps, user)
    const codes = new Set<number>()
    for (let i = 0; i < 12; i += 1) {
      const guess = { current_password: `intento ${i}`, new_password: NEW_PASSWORD }
      codes.add((await post('/change-password', guess, { token, ip: '10.78.0.1' })).statusCode)
    }
    expect(codes).toEqual(new Set([403, 429]))
  })
})

describe('change of address', () => {
  const fresh = () => `nueva-${newId()}@correo.test`

  async function change(email: string): Promise<string> {
    const { statusCode } = await asUser('/change-email', { email, password: user.password })
    expect(statusCode).toBe(200)
    return await tokenFor(email)
  }

  it('changes the address when the new one confirms, and lets the old one undo it', async () => {
    const email = fresh()
    const token = await change(email)
    expect((await logIn(user.password)).statusCode).toBe(200)
    expect((await logIn(user.password, email)).statusCode).toBe(401)
    const recovery = await askRecovery()

    expect((await post('/change-email/confirm', { token })).statusCode).toBe(200)
    expect((await logIn(user.password)).statusCode).toBe(401)
    expect((await logIn(user.password, email)).statusCode).toBe(200)
    expect((await confirmHere(recovery)).statusCode).toBe(410)

    const [notice] = await mailsTo(user.email)
    expect(notice?.subject).toBe('El correo de tu cuenta de Cupo cambió')
    const undo = await tokenFor(user.email)
    test.clock.advance(6 * DAY_MS)
    expect((await post('/change-email/undo', { token: undo })).statusCode).toBe(200)
    expect(await isOpen()).toBe(false)
    for (const address of [email, user.email]) {
      expect((await logIn(user.password, address)).statusCode).toBe(401)
    }
    const back = await askRecovery()
    await confirmHere(back)
    expect((await logIn(NEW_PASSWORD)).statusCode).toBe(200)
  })

  it('accepts the first undo link after a thief has changed the address twice', async () => {
    await post('/change-email/confirm', { token: await change(fresh()) })
    const undo = await tokenFor(user.email)
    await post('/change-email/confirm', { token: await change(fresh()) })
    expect((await post('/change-email/undo', { token: undo })).statusCode).toBe(200)
    const row = await asOwner(test.deps.databaseUrl, 'select email from users where id = $1', [
      user.userId,
    ])
    expect(row.rows[0].email).toBe(user.email)
  })

  it('refuses the undo links of a thief once the owner has undone the first change', async () => {
    const stolen = fresh()
    await post('/change-email/confirm', { token: await change(stolen) })
    const undo = await tokenFor(user.email)
    await post('/change-email/confirm', { token: await change(fresh()) })
    const undoOfThief = await tokenFor(stolen)
    expect(undoOfThief).not.toBe('')
    expect((await post('/change-email/undo', { token: undo })).statusCode).toBe(200)
    expect((await post('/change-email/undo', { token: undoOfThief })).statusCode).toBe(410)
  })

  it('mails no link for a change that a thief asked before the owner undid the last', async () => {
    await post('/change-email/confirm', { token: await change(fresh()) })
    const undo = await tokenFor(user.email)
    const late = fresh()
    await asUser('/change-email', { email: late, password: user.password })
    expect((await post('/change-email/undo', { token: undo })).statusCode).toBe(200)
    expect(await mailsTo(late)).toEqual([])
  })

  it('refuses an address change with a wrong password or to the same address', async () => {
    const ask = async (email: string, password = user.password) =>
      (await asUser('/change-email', { email, password })).json().code
    expect(await ask(fresh(), 'no es esta')).toBe('wrong_password')
    expect(await ask(user.email)).toBe('invalid_request')
  })

  it('refuses an address change after a day, or when the address is taken meanwhile', async () => {
    const email = fresh()
    const token = await change(email)
    await aUser(test.deps, { email })
    expect((await post('/change-email/confirm', { token })).json().code).toBe('email_taken')
    const late = await change(fresh())
    test.clock.advance(DAY_MS)
    expect((await post('/change-email/confirm', { token: late })).statusCode).toBe(410)
  })

  it('refuses a mailed link that was made for another purpose', async () => {
    const token = await change(fresh())
    expect((await post('/recover-account/confirm', { token })).statusCode).toBe(410)
    expect((await post('/change-email/undo', { token })).statusCode).toBe(410)
    expect((await post('/change-email/confirm', { token })).statusCode).toBe(200)
  })
})

it('deletes mailed links after they expire', async () => {
  await askRecovery()
  test.clock.advance(DAY_MS * 8)
  await test.runRecurring('purge-old-data')
  const rows = await asOwner(test.deps.databaseUrl, 'select * from account_links')
  expect(rows.rows).toEqual([])
})
