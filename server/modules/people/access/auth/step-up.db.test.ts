import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type MailSandbox, openMailSandbox } from '#sandbox/mail/mail-sandbox.ts'
import { MINUTE_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { asOwner } from '#test/db.ts'
import { aUser, freshToken, type TestUser } from '#test/factories.ts'
import { postJson } from '#test/http-client.ts'

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

const post = async (path: string, body: object, of: TestUser = user) =>
  postJson(test.app, `/auth${path}`, body, { token: await freshToken(test.deps, of) })

const changeEmail = (of = user) => post('/change-email', { email: `n-${newId()}@correo.test` }, of)
const changePassword = (of = user) => post('/change-password', { new_password: NEW_PASSWORD }, of)

const dropPassword = () =>
  asOwner(test.deps.databaseUrl, 'delete from credentials where user_id = $1', [user.userId])

async function mailedCode(): Promise<string> {
  await test.runJobs()
  const text = mail.control.messages(user.email)[0]?.text ?? ''
  return /\b(\d{6})\b/.exec(text)?.[1] ?? ''
}

describe('a change of address or password', () => {
  it('requires a step-up in the last ten minutes to change address or password', async () => {
    for (const change of [changeEmail, changePassword]) {
      const refused = await change()
      expect([refused.statusCode, refused.json().code]).toEqual([403, 'step_up_required'])
    }
    const wrong = await post('/step-up', { password: 'no es esta' })
    expect(wrong.json().code).toBe('wrong_password')
    expect((await changeEmail()).json().code).toBe('step_up_required')

    expect((await post('/step-up', { password: user.password })).statusCode).toBe(200)
    expect((await changeEmail()).statusCode).toBe(200)
    const signedIn = await postJson(test.app, '/auth/login', {
      email: user.email,
      password: user.password,
    })
    const elsewhere = await postJson(
      test.app,
      '/auth/change-email',
      { email: `n-${newId()}@correo.test` },
      { token: signedIn.json().access_token },
    )
    expect(elsewhere.json().code).toBe('step_up_required')

    test.clock.advance(10 * MINUTE_MS)
    expect((await changePassword()).json().code).toBe('step_up_required')
  })

  it('records no step-up proof when the new password or address is refused', async () => {
    const weak = { current_password: user.password, new_password: user.email }
    expect((await post('/change-password', weak)).json().code).toBe('weak_password')
    const same = { email: user.email, password: user.password }
    expect((await post('/change-email', same)).json().code).toBe('invalid_request')
    expect((await changePassword()).json().code).toBe('step_up_required')
  })
})

describe('an account without a password', () => {
  beforeEach(dropPassword)

  it('mails no code that expired while the mail server did not answer', async () => {
    mail.control.refuse('sender')
    expect((await post('/step-up/code', {})).statusCode).toBe(200)
    await test.runJobs()
    mail.control.refuse(null)
    test.clock.advance(11 * MINUTE_MS)
    await test.runJobs()
    expect(mail.control.messages(user.email)).toEqual([])
  })

  it('accepts a mailed step-up code once from an account without password', async () => {
    expect((await post('/step-up/code', {})).statusCode).toBe(200)
    const code = await mailedCode()
    expect((await post('/step-up', { code })).statusCode).toBe(200)
    expect((await post('/step-up', { code })).json().code).toBe('step_up_code_wrong')
    expect((await changePassword()).statusCode).toBe(200)
    const login = { email: user.email, password: NEW_PASSWORD }
    expect((await postJson(test.app, '/auth/login', login)).statusCode).toBe(200)
  })

  it('refuses a step-up code after five guesses, ten minutes, or in another session', async () => {
    await post('/step-up/code', {})
    const code = await mailedCode()
    const other = await aUser(test.deps)
    expect((await post('/step-up', { code }, other)).json().code).toBe('step_up_code_wrong')
    const wrong = code === '000000' ? '000001' : '000000'
    for (let i = 0; i < 5; i += 1) {
      expect((await post('/step-up', { code: wrong })).json().code).toBe('step_up_code_wrong')
    }
    expect((await post('/step-up', { code })).json().code).toBe('step_up_code_wrong')

    await post('/step-up/code', {})
    const late = await mailedCode()
    test.clock.advance(10 * MINUTE_MS)
    expect((await post('/step-up', { code: late })).json().code).toBe('step_up_code_wrong')
    expect((await changeEmail()).json().code).toBe('step_up_required')
  })
})

it('does not mail a step-up code to an account that has a password', async () => {
  expect((await post('/step-up/code', {})).json().code).toBe('step_up_password')
  await test.runJobs()
  expect(mail.control.messages(user.email)).toEqual([])
})
