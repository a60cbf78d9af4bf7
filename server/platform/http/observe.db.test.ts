import { Writable } from 'node:stream'
import { pino } from 'pino'
import { beforeAll, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { buildApp } from '#server/app.ts'
import { createLogger, loggable } from '#server/platform/log.ts'
import { testDeps } from '#test/deps.ts'
import { aUser, type TestUser } from '#test/factories.ts'

type Line = Record<string, unknown>

let lines: Line[]
let user: TestUser

/** Sends a few requests and collects their log lines; each request has a different query. */
beforeAll(async () => {
  lines = []
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  const timestamp = pino.stdTimeFunctions.isoTime
  const log = pino({ level: 'trace', timestamp, serializers: { err: loggable } }, sink)
  const deps = await testDeps()
  const app = await buildApp({ ...deps, log })
  user = await aUser(deps)
  const headers = { authorization: `Bearer ${user.token}` }
  await app.inject({ url: '/api/auth/me', headers, remoteAddress: '203.0.113.5' })
  await app.inject({ url: '/api/auth/me', remoteAddress: '203.0.113.6' })
  const queue = { url: `/api${api.verification.queue.path}`, headers, remoteAddress: '203.0.113.7' }
  await app.inject(queue)
  await app.inject({ url: '/api/places?q=%0a%0d{"level":60}', remoteAddress: '203.0.113.8' })
  await app.close()
})

const where = (part: Line) =>
  lines.filter((line) => Object.entries(part).every(([k, v]) => line[k] === v))

it('logs time in UTC, route, caller and status of a request', () => {
  const [line] = where({ route: '/api/auth/me', status: 200 })
  expect(line).toMatchObject({ method: 'GET', actorId: user.userId, sessionId: user.sessionId })
  expect(line?.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  expect(line?.requestId).toMatch(/^[0-9a-f-]{36}$/)
  expect(line).not.toHaveProperty('source')
})

it('logs a warning with the source address for a call without identity', () => {
  expect(where({ code: 'unauthenticated' })).toMatchObject([
    { level: 40, status: 401, source: '203.0.113.6', msg: 'request refused' },
  ])
})

it('logs a warning with the caller for a call that the role does not allow', () => {
  expect(where({ code: 'forbidden' })).toMatchObject([
    { level: 40, status: 403, actorId: user.userId, source: '203.0.113.7' },
  ])
})

it('prevents request input from adding a log line', () => {
  expect(where({ level: 60 })).toEqual([])
  expect(where({ route: '/api/places' })).toHaveLength(1)
})

it('redacts a password and a token in a log line', () => {
  const written: string[] = []
  const logger = createLogger('info')
  const stream = Reflect.get(logger, pino.symbols.streamSym) as { write(text: string): void }
  stream.write = (text) => void written.push(text)
  logger.info({ password: 'secreta-1', token: 'secreta-2', body: { password: 'secreta-3' } }, 'x')
  expect(written).toHaveLength(1)
  expect(written.join()).not.toContain('secreta')
})
