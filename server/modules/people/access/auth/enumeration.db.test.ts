import { beforeAll, describe, expect, it } from 'vitest'
import { type MailSandbox, openMailSandbox } from '#sandbox/mail/mail-sandbox.ts'
import { HOUR_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { asOwner } from '#test/db.ts'
import { aUser, freshToken } from '#test/factories.ts'
import { type Answer, postJson } from '#test/http-client.ts'

// A caller learns by signing up whether an address is proved, ten times an hour; otherwise only the
// mailbox and the team learn whether an address or a document number is in use.

let test: TestApp
let mail: MailSandbox

beforeAll(async () => {
  mail = await openMailSandbox()
  test = await openTestApp({ urls: { smtp: mail.url }, extensions: [mail.plugin] })
  return () => mail.close()
})

const PASSWORD = 'la clave del curioso'

const free = () => `nadie-${newId()}@correo.test`

let numbers = 52_000_000
function aNumber(): string {
  numbers += 1
  return String(numbers)
}

const signUp = (email: string, over: object = {}) =>
  postJson(test.app, '/auth/signup', {
    email,
    password: PASSWORD,
    verification_terms: 'aceptado',
    ...over,
  })

const logIn = (email: string, password = PASSWORD) =>
  postJson(test.app, '/auth/login', { email, password })

const me = (token: string) =>
  test.app.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } })

async function subjects(address: string): Promise<string[]> {
  await test.runJobs()
  return mail.control.messages(address).map(({ subject }) => subject)
}

/**
 * Everything that a caller sees of an answer, without values that differ between any two answers.
 */
function seen(answer: Answer) {
  const { 'x-request-id': _id, date: _date, ...headers } = answer.headers
  const { requestId: _request, ...body } = answer.json()
  return { status: answer.statusCode, body, headers: Object.keys(headers).sort() }
}

describe('sign-up', () => {
  it('refuses a sign-up with a proved address, and tells its owner once a day', async () => {
    const owner = await aUser(test.deps)
    const refused = await signUp(owner.email.toUpperCase())
    expect([refused.statusCode, refused.json().code, refused.json().error]).toEqual([
      409,
      'email_taken',
      'Ya existe una cuenta con ese correo. Inicia sesión o recupera tu cuenta.',
    ])
    expect((await signUp(owner.email, { password: owner.password })).statusCode).toBe(409)
    expect((await logIn(owner.email)).statusCode).toBe(401)
    expect((await logIn(owner.email, owner.password)).json().user.id).toBe(owner.userId)
    expect(await subjects(owner.email)).toEqual(['Ya tienes una cuenta en Cupo'])
    const [message] = mail.control.messages(owner.email)
    expect(message?.text).not.toContain('token=')
    test.clock.advance(25 * HOUR_MS)
    await signUp(owner.email)
    expect(await subjects(owner.email)).toHaveLength(2)
  })

  it('tells a network nothing of addresses for an hour after ten refusals', async () => {
    const from = (network: string, email: string) =>
      postJson(
        test.app,
        '/auth/signup',
        { email, password: PASSWORD, verification_terms: 'aceptado' },
        { ip: network },
      )
    const owned = async () => (await aUser(test.deps)).email
    for (let i = 0; i < 10; i += 1) {
      expect((await from('203.0.113.70', await owned())).statusCode).toBe(409)
    }
    const taken = await owned()
    const [known, unknown] = [await from('203.0.113.70', taken), await from('203.0.113.70', free())]
    expect(known.statusCode).toBe(201)
    expect(seen(known)).toEqual(seen(unknown))
    // Signing in afterwards does not disclose it either: the account claims the address.
    expect((await logIn(taken)).json().user.email_confirmed).toBe(false)
    expect(await subjects(taken)).toEqual(['Ya tienes una cuenta en Cupo'])
    expect((await from('203.0.113.71', await owned())).statusCode).toBe(409)
    test.clock.advance(HOUR_MS)
    expect((await from('203.0.113.70', await owned())).statusCode).toBe(409)
  })

  it('keeps account and money of a claim when somebody else proves the address', async () => {
    const email = free()
    await signUp(email, { password: 'la clave del primero' })
    const first = (await logIn(email, 'la clave del primero')).json()
    const sql = 'update ledger_accounts set credits_posted = 5000 where owner_id = $1'
    await asOwner(test.deps.databaseUrl, sql, [first.user.id])
    await signUp(email)
    await asOwner(test.deps.databaseUrl, 'update users set email_confirmed_at = $1 where id = $2', [
      test.clock.now(),
      (await logIn(email)).json().user.id,
    ])
    test.clock.advance(400 * 24 * HOUR_MS)
    await test.runRecurring('purge-sessions', 'purge-old-data')
    const again = await logIn(email, 'la clave del primero')
    expect(again.json().user.id).toBe(first.user.id)
    // A repeat of the same sign-up is still this account.
    expect((await signUp(email, { password: 'la clave del primero' })).statusCode).toBe(201)
    expect((await signUp(email, { password: 'otra clave distinta' })).statusCode).toBe(409)
  })

  it('lets several accounts claim an unproved address, each with its own password', async () => {
    const email = free()
    const [first, second] = ['la primera clave', 'la segunda clave']
    await signUp(email, { password: first })
    await signUp(email, { password: second })
    const ids = [(await logIn(email, first)).json().user.id, (await logIn(email, second)).json()]
    expect(ids[0]).not.toBe(ids[1].user.id)
    expect((await logIn(email, 'otra cosa distinta')).statusCode).toBe(401)
  })

  it('answers sign-up the same for a document number that another account has', async () => {
    const [mine, theirs] = [aNumber(), aNumber()]
    await signUp(free(), { identification_number: theirs })
    const known = await signUp(free(), { identification_number: theirs })
    expect(known.statusCode).toBe(201)
    expect(seen(known)).toEqual(seen(await signUp(free(), { identification_number: mine })))
  })
})

describe('the profile', () => {
  it('accepts a document number in the profile whether or not another account has it', async () => {
    const theirs = aNumber()
    await signUp(free(), { identification_number: theirs })
    const answers: Answer[] = []
    for (const identification_number of [theirs, aNumber()]) {
      const user = await aUser(test.deps)
      answers.push(
        await test.app.inject({
          method: 'PATCH',
          url: '/api/users/me',
          payload: { identification_number },
          headers: { authorization: `Bearer ${await freshToken(test.deps, user)}` },
        }),
      )
    }
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  })
})

describe('a change of address', () => {
  it('does not reveal a taken address in an address change, and mails no link', async () => {
    const [user, owner] = [await aUser(test.deps), await aUser(test.deps)]
    const token = await freshToken(test.deps, user)
    const ask = (email: string) =>
      postJson(test.app, '/auth/change-email', { email, password: user.password }, { token })
    const [taken, other] = [owner.email, free()]
    const answers = [await ask(taken), await ask(other)]
    const texts = answers.map((answer, index) =>
      JSON.stringify(seen(answer)).replace(index === 0 ? taken : other, 'X'),
    )
    expect(texts[0]).toBe(texts[1])
    expect(await subjects(taken)).toEqual(['Ya tienes una cuenta en Cupo'])
    expect(await subjects(other)).toEqual(['Confirma tu nuevo correo en Cupo'])
  })
})

describe('confirmation of an address', () => {
  const tokenIn = (email: string) =>
    /\/confirmar-cuenta\?token=([\w-]{43})/.exec(mail.control.messages(email)[0]?.text ?? '')?.[1]

  const confirm = (body: object, token?: string) =>
    postJson(test.app, '/auth/confirm-address', body, token ? { token } : {})

  it('confirms an address by the mailed link and a session of the account', async () => {
    const email = free()
    await signUp(email)
    expect(await subjects(email)).toEqual(['Confirma tu correo en Cupo'])
    const { access_token: session } = (await logIn(email)).json()
    const token = tokenIn(email)
    expect((await confirm({ token }, session)).statusCode).toBe(200)
    expect((await me(session)).json().user.email_confirmed).toBe(true)
    expect((await confirm({ token }, session)).json().code).toBe('link_invalid')
    expect((await logIn(email)).statusCode).toBe(200)
  })

  it('needs the password besides the link to confirm an address on another device', async () => {
    const email = free()
    await signUp(email)
    await test.runJobs()
    const token = tokenIn(email)
    const stranger = await freshToken(test.deps, await aUser(test.deps))
    expect((await confirm({ token })).json().code).toBe('wrong_password')
    expect((await confirm({ token }, stranger)).json().code).toBe('wrong_password')
    expect((await confirm({ token, password: 'no es esta' })).json().code).toBe('wrong_password')
    expect((await confirm({ token, password: PASSWORD })).statusCode).toBe(200)
  })

  it('gives an address claimed by two accounts to the one that proves it first', async () => {
    const email = free()
    await signUp(email, { password: 'la clave ajena' })
    await test.runJobs()
    const stale = tokenIn(email)
    await signUp(email)
    await test.runJobs()
    expect((await confirm({ token: tokenIn(email), password: PASSWORD })).statusCode).toBe(200)
    const late = await confirm({ token: stale, password: 'la clave ajena' })
    expect(late.json().code).toBe('email_taken')
    const other = await logIn(email, 'la clave ajena')
    expect(other.json().user.email_confirmed).toBe(false)
  })

  it('mails the address confirmation again on request, at most five times an hour', async () => {
    const email = free()
    await signUp(email)
    const { access_token: token } = (await logIn(email)).json()
    const codes: number[] = []
    for (let i = 0; i < 6; i += 1) {
      codes.push(
        (await postJson(test.app, '/auth/confirm-address/resend', {}, { token })).statusCode,
      )
    }
    expect(codes).toEqual([200, 200, 200, 200, 200, 429])
  })

  it('does not make a browser a known device at login with an unproved address', async () => {
    const email = free()
    await signUp(email)
    const shadow = await logIn(email)
    expect(shadow.cookies.map(({ name }) => name)).not.toContain('cupo_device')
  })
})

describe('recovery of an address that nobody proved', () => {
  it('recovers the account with money, not a later account with the same address', async () => {
    const email = free()
    await signUp(email, { password: 'la clave olvidada' })
    const { user } = (await logIn(email, 'la clave olvidada')).json()
    await asOwner(
      test.deps.databaseUrl,
      'update ledger_accounts set credits_posted = 5000 where owner_id = $1',
      [user.id],
    )
    test.clock.advance(HOUR_MS)
    await signUp(email, { password: 'la clave ajena' })
    mail.control.clear()
    await postJson(test.app, '/auth/recover-account', { email, password: 'una clave nueva' })
    await test.runJobs()
    const text = mail.control.messages(email).map((message) => message.text)
    const token = /recuperar\?token=([\w-]{43})/.exec(text.join('\n'))?.[1]
    const typed = { token, password: 'una clave nueva' }
    await postJson(test.app, '/auth/recover-account/confirm', typed)
    expect((await logIn(email, 'una clave nueva')).json().user).toMatchObject({
      id: user.id,
      email_confirmed: true,
    })
  })
})
