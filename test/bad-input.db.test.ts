import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { ErrorBody } from '#contract/common.ts'
import type { RouteDef } from '#contract/route.ts'
import { openTestApp, type TestApp } from './app.ts'
import { asOwner } from './db.ts'
import { aUser } from './factories.ts'

// What every call of the contract must do with bad input, whatever it is about: a 4xx with an
// error body, and nothing written.

const routes = Object.entries(api).flatMap(([domain, group]) =>
  Object.entries(group as Record<string, RouteDef>).map(
    ([name, route]) => [`${domain}.${name}`, route] as const,
  ),
)
const guarded = routes.filter(([, route]) => route.auth !== 'public' && route.auth !== 'optional')
const withBody = routes.filter(([, route]) => route.body && !route.file)
const withParams = routes.filter(([, route]) => route.params)
const withQuery = routes.filter(([, route]) => route.query)

let test: TestApp
let token: string

beforeAll(async () => {
  test = await openTestApp()
  token = (await aUser(test.deps, { roles: ['passenger', 'driver', 'verifier', 'admin'] })).token
})

const FOREIGN_ID = '01890000-0000-7000-8000-00000000dead'

function addressOf(route: RouteDef, params: Record<string, string> = {}): string {
  return `/api${route.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? FOREIGN_ID)}`
}

type Sent = { url?: string; payload?: unknown; headers?: Record<string, string>; signed?: boolean }

function send(route: RouteDef, sent: Sent) {
  return test.app.inject({
    method: route.method,
    url: sent.url ?? addressOf(route),
    headers: {
      ...(sent.signed === false ? {} : { authorization: `Bearer ${token}` }),
      ...(sent.payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...sent.headers,
    },
    ...(sent.payload === undefined ? {} : { payload: sent.payload as string }),
  })
}

type Answer = Awaited<ReturnType<typeof send>>

function expectRefusal(answer: Answer, statuses: number[]) {
  expect(statuses).toContain(answer.statusCode)
  const body = ErrorBody.parse(answer.json())
  expect(body.error).toMatch(/\S/)
  expect(body.requestId).toBe(answer.headers['x-request-id'])
  expect(answer.body).not.toMatch(/at .*\.ts:\d+|select |insert /)
}

/** Rows of every table that a request could have written. */
async function rowCounts(): Promise<Record<string, number>> {
  const { rows } = await asOwner(
    test.deps.databaseUrl,
    `select table_name as name, (xpath('/row/c/text()', query_to_xml(
       format('select count(*) as c from %I', table_name), false, true, '')))[1]::text::int as n
     from information_schema.tables
     where table_schema = 'public' and table_name not in ('rate_limits', 'schema_migrations')`,
  )
  return Object.fromEntries(rows.map((row) => [row.name, row.n]))
}

async function writesNothing(attempt: () => Promise<unknown>) {
  const before = await rowCounts()
  await attempt()
  expect(await rowCounts()).toEqual(before)
}

describe.each(guarded)('%s without identity', (_name, route) => {
  it('answers 401', async () => {
    expectRefusal(await send(route, { signed: false, payload: route.body ? {} : undefined }), [401])
    const headers = { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' }
    expectRefusal(await send(route, { signed: false, headers }), [401])
  })
})

describe.each(withBody)('%s with a bad body', (_name, route) => {
  const hostile: [string, unknown][] = [
    ['an unknown key', { somethingElse: true }],
    ['a prototype key', '{"__proto__":{"admin":true}}'],
    ['an array', []],
    ['a text', '"texto"'],
    ['null', 'null'],
    ['broken JSON', '{"a":'],
  ]
  // covers: C23, C95, S5.13, V1.3.3, V1.3.11, V2.2.1, V2.2.2, V8.2.3, V15.3.3, V15.3.5, V15.3.6
  it.each(hostile)('refuses %s and writes nothing', async (_what, payload) => {
    await writesNothing(async () => expectRefusal(await send(route, { payload }), [400, 401]))
  })

  // covers: C95, V1.5.2
  it('refuses another content type', async () => {
    const headers = { 'content-type': 'text/plain' }
    expectRefusal(await send(route, { payload: '{}', headers }), [415])
  })

  // covers: C95
  it('refuses a body of megabytes', async () => {
    const payload = JSON.stringify({ text: 'x'.repeat(300_000) })
    expectRefusal(await send(route, { payload }), [413])
  })
})

// covers: C106, V1.2.4
describe.each(withParams)('%s with a bad id', (_name, route) => {
  const names = Object.keys(route.params?.shape ?? {})
  it.each(["1' or '1'='1", '../etc/passwd', '%00', 'x'.repeat(150)])(
    'refuses %s',
    async (value) => {
      const params = Object.fromEntries(names.map((name) => [name, encodeURIComponent(value)]))
      const payload = route.body ? {} : undefined
      expectRefusal(await send(route, { url: addressOf(route, params), payload }), [400, 404])
    },
  )
})

// covers: C106, V1.2.9
describe.each(withQuery)('%s with a bad query', (_name, route) => {
  const noPlace = `after=5~${'-'.repeat(36)}`
  const bad = ['unknown=1', 'page=1e9', 'page=-1', 'limit=1000000000', 'from=1&from=2', 'q[]=1']
  // covers: C96, V2.2.1, V15.3.7
  it.each([...bad, noPlace])('refuses ?%s', async (query) => {
    expectRefusal(await send(route, { url: `${addressOf(route)}?${query}` }), [400])
  })
})

describe('amounts', () => {
  const bad = ['0', '-1', '0.5', '1e400', '"10000"', '9007199254740993', 'null', '[50000]', '{}']
  // covers: C3, V1.4.2
  it.each(bad)('a top-up of %s is refused and writes nothing', async (amount) => {
    await writesNothing(async () => {
      const payload = `{"amount":${amount}}`
      expectRefusal(await send(api.payments.create, { payload }), [400])
    })
  })
})

describe('idempotency keys', () => {
  // covers: C10
  it.each(['', 'corta', 'x'.repeat(256), 'clave con espacio', 'ñandú-12345'])(
    'the key "%s" is refused',
    async (key) => {
      const headers = { 'idempotency-key': Buffer.from(key).toString('latin1') }
      const payload = { amount: 50_000 }
      expectRefusal(await send(api.payments.create, { payload, headers }), [400])
    },
  )
})

it('an unknown address below /api is a 404 with an error body', async () => {
  expectRefusal(await test.app.inject({ url: '/api/nada' }), [404])
  expectRefusal(await test.app.inject({ method: 'DELETE', url: '/api/trips' }), [404])
})

it('every answer carries the strict headers', async () => {
  const { headers } = await test.app.inject({ url: '/api/health' })
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  expect(headers['content-security-policy']).not.toContain("script-src 'self' 'unsafe-inline'")
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
  expect(headers['permissions-policy']).toContain('camera=(self)')
})

// covers: V2.1.1
it('the description of the API names every call', async () => {
  const document = (await test.app.inject({ url: '/api/openapi.json' })).json()
  expect(document.openapi).toBe('3.1.0')
  for (const [name, route] of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    expect(document.paths[path][route.method.toLowerCase()].operationId).toBe(name)
  }
})
