import { beforeAll, describe, expect, it } from 'vitest'
import { type MailSandbox, openMailSandbox } from '#sandbox/mail/mail-sandbox.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { cookieOf, postJson } from '#test/http-client.ts'

let test: TestApp
let mail: MailSandbox

beforeAll(async () => {
  mail = await openMailSandbox()
  test = await openTestApp({ urls: { smtp: mail.url } })
  return () => mail.close()
})

const PHONE = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'

const logIn = (user: TestUser) =>
  postJson(
    test.app,
    '/auth/login',
    { email: user.email, password: user.password },
    { headers: { 'user-agent': PHONE } },
  )

const call = (user: TestUser, method: 'GET' | 'DELETE', path: string) =>
  test.app.inject({
    method,
    url: `/api/auth${path}`,
    headers: { authorization: `Bearer ${user.token}` },
  })

describe('sessions', () => {
  it('lists sessions to their owner with device and last use', async () => {
    const user = await aUser(test.deps)
    test.clock.advance(1000)
    await logIn(user)
    await aUser(test.deps)
    const { sessions } = (await call(user, 'GET', '/sessions')).json()
    expect(sessions).toHaveLength(2)
    expect(sessions[0]).toMatchObject({ device: 'Chrome en Android', current: false })
    expect(sessions[1]).toMatchObject({ id: user.sessionId, device: null, current: true })
    expect(JSON.stringify(sessions)).not.toContain('hash')
  })

  it('lets only the owner close a session, one by one', async () => {
    const [user, stranger] = [await aUser(test.deps), await aUser(test.deps)]
    const other = await logIn(user)
    const { sessions } = (await call(user, 'GET', '/sessions')).json()
    const { id } = sessions.find((each: { current: boolean }) => !each.current)
    expect((await call(stranger, 'DELETE', `/sessions/${id}`)).statusCode).toBe(404)
    expect((await call(user, 'DELETE', `/sessions/${id}`)).statusCode).toBe(200)
    expect((await call(user, 'DELETE', `/sessions/${id}`)).statusCode).toBe(404)
    const refreshed = await postJson(test.app, '/auth/refresh', {}, { cookie: cookieOf(other) })
    expect(refreshed.statusCode).toBe(401)
    expect((await call(user, 'GET', '/sessions')).json().sessions).toHaveLength(1)
  })

  it('notifies the owner by mail when a copied refresh token ends a session', async () => {
    const user = await aUser(test.deps)
    const first = cookieOf(await logIn(user))
    await postJson(test.app, '/auth/refresh', {}, { cookie: first })
    test.clock.advance(21_000)
    const reused = await postJson(test.app, '/auth/refresh', {}, { cookie: first })
    expect(reused.json().code).toBe('session_reused')
    await test.runJobs()
    const [message] = mail.control.messages(user.email)
    expect(message?.subject).toBe('Cerramos una sesión de tu cuenta')
    expect(message?.text).toContain('Chrome en Android')
  })
})
