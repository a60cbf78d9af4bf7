import { beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '#test/app.ts'
import { asOwner } from '#test/db.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { cookieOf, postJson } from '#test/http-client.ts'
import { endSessionsByOperator } from './end-session.ts'

let test: TestApp

beforeAll(async () => {
  test = await openTestApp()
})

const status = async ({ token }: TestUser) => {
  const headers = { authorization: `Bearer ${token}` }
  return (await test.app.inject({ url: '/api/auth/me', headers })).statusCode
}

it('ends all sessions of one person by operator command, and no session of others', async () => {
  const [person, bystander] = [await aUser(test.deps), await aUser(test.deps)]
  const login = { email: person.email, password: person.password }
  const second = await postJson(test.app, '/auth/login', login)
  const email = person.email.toUpperCase()
  expect(await endSessionsByOperator(test.deps, { email })).toBe(2)
  expect([await status(person), await status(bystander)]).toEqual([401, 200])
  const renewed = await postJson(test.app, '/auth/refresh', {}, { cookie: cookieOf(second) })
  expect(renewed.statusCode).toBe(401)
  const { rows } = await asOwner(
    test.deps.databaseUrl,
    `select actor_id, details from audit_entries
     where action = 'session.all_closed' and subject_id = $1`,
    [person.userId],
  )
  expect(rows).toEqual([{ actor_id: null, details: { reason: 'operator', closed: 2 } }])
  expect(await endSessionsByOperator(test.deps, { email })).toBe(0)
})

it('returns null when an operator ends the sessions of an unknown account', async () => {
  expect(await endSessionsByOperator(test.deps, { email: 'nadie@correo.test' })).toBeNull()
})

it('ends the sessions of everybody by operator command', async () => {
  const [one, two] = [await aUser(test.deps), await aUser(test.deps)]
  expect(await endSessionsByOperator(test.deps, 'everybody')).toBeGreaterThanOrEqual(2)
  expect([await status(one), await status(two)]).toEqual([401, 401])
})
