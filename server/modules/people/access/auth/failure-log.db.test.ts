import { pino } from 'pino'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { buildApp } from '#server/app.ts'
import { newId } from '#server/platform/ids.ts'
import { type TestDeps, testDeps } from '#test/deps.ts'
import { aUser } from '#test/factories.ts'
import { postJson } from '#test/http-client.ts'

type Line = { msg: string; at: string; account: string; source: string; reason: string }

let deps: TestDeps
let app: Awaited<ReturnType<typeof buildApp>>
const written: string[] = []

beforeAll(async () => {
  const log = pino({ level: 'info' }, { write: (line: string) => void written.push(line) })
  deps = { ...(await testDeps()), log }
  app = await buildApp(deps)
  return () => app.close()
})

beforeEach(() => {
  written.length = 0
})

const refusals = () =>
  written.map((line) => JSON.parse(line) as Line).filter(({ msg }) => msg === 'password refused')

it('logs reason and network of a failed login, and the account as a keyed digest', async () => {
  const user = await aUser(deps)
  const call = (path: string, body: object, over = {}) => postJson(app, `/auth${path}`, body, over)
  const email = user.email.toUpperCase()
  const unknown = `nadie-${newId()}@correo.test`
  await call('/login', { email, password: 'no es' }, { ip: '2001:db8:1:2:3::4' })
  await call('/login', { email: user.email, password: 'tampoco' }, { ip: '203.0.113.9' })
  await call('/login', { email: unknown, password: 'x' }, { ip: '203.0.113.9' })
  const change = { current_password: 'no es', new_password: 'otra clave bien larga' }
  await call('/change-password', change, { token: user.token, ip: '203.0.113.9' })
  await call('/login', { email: user.email, password: user.password })

  const [first, second, third, fourth, ...more] = refusals()
  expect(more).toEqual([])
  const network = { source: '2001:db8:1:2::/64', reason: 'wrong_password', at: 'login' }
  expect(first).toMatchObject(network)
  expect(second).toMatchObject({ source: '203.0.113.9', account: first?.account })
  expect(third).toMatchObject({ reason: 'unknown_account' })
  expect(third?.account).not.toBe(first?.account)
  expect(fourth).toMatchObject({ at: 'session', account: first?.account })
  expect(first?.account).toMatch(/^[A-Za-z0-9_-]{22}$/)
  expect(written.join('')).not.toMatch(/@|correo\.test|no es|tampoco/)
})

it('logs when login attempts on an account are rate-limited', async () => {
  const { email } = await aUser(deps)
  const guess = () =>
    postJson(app, '/auth/login', { email, password: 'adivinanza' }, { ip: '203.0.113.10' })
  for (let i = 0; i < 11; i += 1) await guess()
  expect(refusals().map(({ reason }) => reason)).toEqual([
    ...Array(10).fill('wrong_password'),
    'rate_limited',
  ])
})
