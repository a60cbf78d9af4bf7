import { beforeAll, expect, it } from 'vitest'
import { type MailSandbox, openMailSandbox } from '#sandbox/mail/mail-sandbox.ts'
import { newId } from '#server/platform/ids.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { aUser } from '#test/factories.ts'
import { postJson } from '#test/http-client.ts'

let test: TestApp
let mail: MailSandbox

beforeAll(async () => {
  mail = await openMailSandbox()
  test = await openTestApp({ urls: { smtp: mail.url }, extensions: [mail.plugin] })
  return () => mail.close()
})

const post = (path: string, body: object, token?: string) =>
  postJson(test.app, `/auth${path}`, body, token ? { token } : {})

const weak = ['iloveyou1', 'qwertyuiop', 'aaaaaaaaaa', '12121212', '98765432']

it.each(weak)('refuses the weak password %s at sign-up, change and recovery', async (password) => {
  const email = `persona-${newId()}@correo.test`
  const user = await aUser(test.deps)
  const answers = [
    await post('/signup', { email, password, verification_terms: 'aceptado' }),
    await post('/recover-account', { email, password }),
    await post(
      '/change-password',
      { current_password: user.password, new_password: password },
      user.token,
    ),
  ]
  expect(answers.map((answer) => answer.json().code)).toEqual(Array(3).fill('weak_password'))
  expect(answers.map((answer) => Object.keys(answer.json().fields)[0])).toEqual([
    'password',
    'password',
    'new_password',
  ])
})

it('refuses a password that contains the name or address of its owner', async () => {
  const signup = { email: `mariposa.azul@${newId()}.test`, verification_terms: 'aceptado' }
  for (const password of ['mariposa.azul', 'Mariposa2026', 'Libardo-1990', 'libardo_q1']) {
    const body = { ...signup, password, first_name: 'Libardo', username: 'libardo_q' }
    expect((await post('/signup', body)).json().code).toBe('weak_password')
  }
  const user = await aUser(test.deps, { firstName: 'Esmeralda', lastName: 'Quintero' })
  const change = { current_password: user.password, new_password: 'esmeralda99' }
  expect((await post('/change-password', change, user.token)).json().code).toBe('weak_password')
})

it('refuses a password with the name of its owner when a recovery link is used', async () => {
  const user = await aUser(test.deps, { firstName: 'Yurladys' })
  const password = 'Yurladys77'
  expect((await post('/recover-account', { email: user.email, password })).statusCode).toBe(200)
  await test.runJobs()
  const text = mail.control.messages(user.email)[0]?.text ?? ''
  const token = /\?token=([A-Za-z0-9_-]{43})/.exec(text)?.[1]
  const confirm = (over: object) => post('/recover-account/confirm', { token, ...over })
  expect((await confirm({ password })).json().code).toBe('weak_password')
  const other = { password: 'tres tristes tigres' }
  expect((await confirm(other)).statusCode).toBe(200)
})
