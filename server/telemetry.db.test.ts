import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '#test/app.ts'
import { isServerCode, readProject } from '#test/architecture/source.ts'
import { aFundedWallet, aUser, TEST_PHONE, type TestUser } from '#test/factories.ts'
import { postJson } from '#test/http-client.ts'
import { inTransaction } from './platform/db/tx.ts'
import { enqueue } from './platform/jobs/queue.ts'
import { jobRunner } from './platform/jobs/worker.ts'
import { startTelemetry } from './platform/telemetry.ts'
import { startSpan } from './platform/tracing.ts'

// Traces as a collector receives them: requests, statements, jobs and outgoing calls, without
// personal data.

type Attribute = { key: string; value: { stringValue?: string; intValue?: number | string } }
type Span = {
  name: string
  kind: number
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: Attribute[]
}

const bodies: string[] = []
let collector: Server
let elsewhere: Server
let test: TestApp
let person: TestUser
let port = 0

const CANARY = 'canariotrazas7'
const ADDRESS = `${CANARY}@correo.test`

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

beforeAll(async () => {
  collector = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk
    })
    request.on('end', () => {
      bodies.push(body)
      response.setHeader('content-type', 'application/json').end('{}')
    })
  })
  elsewhere = createServer((request, response) => {
    if (request.url?.startsWith('/broken')) request.socket.destroy()
    else response.end('{}')
  })
  port = await listening(elsewhere)
  const at = `http://127.0.0.1:${await listening(collector)}`
  test = await openTestApp()
  const stop = startTelemetry({ endpoint: at, serviceName: 'cupo-test', ratio: 1 })
  try {
    await live()
  } finally {
    await stop()
  }
})

afterAll(() => {
  collector.close()
  elsewhere.close()
})

/**
 * Creates activity: a sign-up with a job, a refused login, a search with names, and a call by a
 * job.
 */
async function live(): Promise<void> {
  person = await aUser(test.deps, { firstName: CANARY, email: ADDRESS })
  await aFundedWallet(test.deps, person.userId, 50_000)
  const headers = { authorization: `Bearer ${person.token}` }
  await test.app.inject({ url: '/api/wallet/balance', headers })
  await test.app.inject({ url: `/api/places?q=${CANARY}` })
  await postJson(test.app, '/auth/login', { email: ADDRESS, password: `${CANARY}-Clave 1` })
  await postJson(test.app, '/auth/signup', {
    email: `otra-${ADDRESS}`,
    password: `${CANARY} Clave larga 1`,
    first_name: CANARY,
    last_name: 'Pérez',
  })
  await test.runJobs()
  const call = {
    name: 'test.call',
    run: async () => {
      await fetch(`http://127.0.0.1:${port}/keys/${CANARY}`)
      await fetch(`http://127.0.0.1:${port}/broken/${CANARY}`).catch(() => {})
    },
  }
  await inTransaction(test.deps.db, (tx) =>
    enqueue(tx, test.clock, { name: 'test.call', payload: {} }),
  )
  await jobRunner(test.deps, [call])()
}

type Sent = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }

const spans = () =>
  bodies.flatMap((body) =>
    (JSON.parse(body) as Sent).resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap((scope) => scope.spans),
    ),
  )

const named = (name: string) => spans().filter((span) => span.name === name)

function valueIn(span: Span | undefined, key: string): string | undefined {
  const value = span?.attributes.find((each) => each.key === key)?.value
  return value && String(value.stringValue ?? value.intValue)
}

describe('trace collector', () => {
  it('sends a trace of each request with route, status and SQL statements', () => {
    const [request] = named('GET /api/wallet/balance')
    expect(request?.kind).toBe(2)
    expect(valueIn(request, 'http.response.status_code')).toBe('200')
    const inside = spans().filter(({ traceId }) => traceId === request?.traceId)
    const texts = inside.map((span) => valueIn(span, 'db.query.text') ?? '')
    expect(texts.some((text) => /\$1/.test(text) && /select/i.test(text))).toBe(true)
    const [login] = named('POST /api/auth/login')
    expect(valueIn(login, 'http.response.status_code')).toBe('401')
  })

  it('sends a trace of each job with its outgoing calls by host and status', () => {
    const [job] = named('job test.call')
    const calls = named('GET').filter(({ parentSpanId }) => parentSpanId === job?.spanId)
    expect(calls.map((call) => valueIn(call, 'server.port'))).toEqual([String(port), String(port)])
    expect(valueIn(calls[0], 'http.response.status_code')).toBe('200')
    expect(valueIn(calls[1], 'error.type')).toBeTruthy()
  })

  it('sends no trace of polling SQL statements', () => {
    const alone = spans().filter((span) => !span.parentSpanId)
    expect(alone.filter((span) => valueIn(span, 'db.query.text'))).toEqual([])
  })

  it('sends no personal data in traces', () => {
    const all = bodies.join('\n')
    expect(all).toContain('job test.call')
    for (const text of [CANARY, person.userId, person.sessionId, person.token, TEST_PHONE]) {
      expect(all).not.toContain(text)
    }
  })
})

it('loads OpenTelemetry only when tracing is started', () => {
  expect(startSpan('any', { kind: 'server' })).toBeUndefined()
  const root = fileURLToPath(new URL('..', import.meta.url))
  const code = readProject(root, 'server').filter(isServerCode)
  const users = code.filter((file) => /from '@opentelemetry/.test(file.text))
  expect(users.map(({ path }) => path)).toEqual(['server/platform/telemetry.ts'])
  const starters = code.filter((file) => /telemetry\.ts'/.test(file.text))
  expect(starters.map(({ path }) => path)).toEqual(['server/main.ts'])
  expect(starters[0]?.text).toContain("await import('./platform/telemetry.ts')")
})
