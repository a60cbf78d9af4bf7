import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { RouteDef } from '#contract/route.ts'
import { openTestApp, type TestApp } from './app.ts'
import {
  type Attempt,
  addressOf,
  attemptsOf,
  failuresOf,
  needsAccount,
  type Operation,
  operations,
  refusalComplaint,
  type Sent,
  send,
  type WriteWatch,
  watchWrites,
} from './every-route.ts'
import { aUser } from './factories.ts'
import { PLANTED, plantedRoutes } from './planted-routes.ts'

// Every route of the contract refuses bad input: it answers 4xx with an error body, and writes
// nothing. Each check also runs on a planted faulty route, and must name it.

let test: TestApp
let token: string
let writes: WriteWatch

beforeAll(async () => {
  test = await openTestApp({ apiDocs: true, extensions: [plantedRoutes(() => test.deps.db)] })
  writes = await watchWrites(test.deps.databaseUrl)
})

/** Each test uses a new person, because many routes count the calls of a person. */
beforeEach(async () => {
  token = (await aUser(test.deps, { roles: ['passenger', 'driver', 'verifier', 'admin'] })).token
  await writes.complaint()
})

const withBody = operations.filter(([, { body, file }]) => body && !file)

async function refusal(route: RouteDef, sent: Sent, statuses: readonly number[]) {
  const answer = await send(test.app, route, { token, ...sent })
  const { location } = answer.headers
  if (location === `${route.visited}?error=invalid_request`) return null
  return refusalComplaint(answer, statuses)
}

async function refusalWithoutWrites(route: RouteDef, sent: Sent, statuses: readonly number[]) {
  const complaint = await refusal(route, sent, statuses)
  // Always read, so that a write of this attempt is not counted for the next one.
  const written = await writes.complaint()
  return complaint ?? written
}

function withoutIdentity(tried: readonly Operation[]): Attempt[] {
  const faults: [string, Record<string, string>][] = [
    ['without a token', {}],
    ['with an unsigned token', { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' }],
  ]
  return attemptsOf(tried, faults, async (route, [, headers]) => {
    const payload = route.body && headers.authorization === undefined ? '{}' : undefined
    return refusalComplaint(await send(test.app, route, { payload, headers }), [401])
  })
}

describe('every route that needs an account', () => {
  it('answers 401 to a caller without a valid token on every route with an account', async () => {
    const attempts = withoutIdentity(operations.filter(needsAccount))
    expect(attempts.length).toBeGreaterThan(500)
    expect(await failuresOf(attempts)).toEqual([])
  })

  it('names a planted route that answers a caller without a valid token', async () => {
    expect(await failuresOf(withoutIdentity([PLANTED.open]))).toEqual([
      'planted.open, without a token: 200 {}',
      'planted.open, with an unsigned token: 200 {}',
    ])
  })
})

function badBodies(tried: readonly Operation[]): Attempt[] {
  const faults: [string, string][] = [
    ['an unknown key', '{"somethingElse":true}'],
    ['a prototype key', '{"__proto__":{"admin":true}}'],
    ['an array', '[]'],
    ['a text', '"texto"'],
    ['null', 'null'],
    ['broken JSON', '{"a":'],
  ]
  return attemptsOf(tried, faults, (route, [, payload]) =>
    refusalWithoutWrites(route, { payload }, [400, 401]),
  )
}

function badBodyTypes(tried: readonly Operation[]): Attempt[] {
  const headers = { 'content-type': 'text/plain' }
  return attemptsOf(tried, [['a body of another type']], (route) =>
    refusal(route, { payload: '{}', headers }, [415]),
  )
}

function largeBodies(tried: readonly Operation[]): Attempt[] {
  const payload = JSON.stringify({ text: 'x'.repeat(300_000) })
  return attemptsOf(tried, [['a body of 300 kB']], (route) => refusal(route, { payload }, [413]))
}

describe('every route with a JSON body', () => {
  it('refuses a malformed JSON body on every route and writes nothing', async () => {
    const attempts = badBodies(withBody)
    expect(attempts.length).toBeGreaterThan(900)
    // One call at a time, so that a write belongs to a known route.
    expect(await failuresOf(attempts, 1)).toEqual([])
  })

  it('refuses a body of another content type on every route with a JSON body', async () => {
    const attempts = badBodyTypes(withBody)
    expect(attempts.length).toBeGreaterThan(150)
    expect(await failuresOf(attempts)).toEqual([])
  })

  it('refuses a body of 300 kB on every route with a JSON body', async () => {
    const attempts = largeBodies(withBody)
    expect(attempts.length).toBeGreaterThan(150)
    expect(await failuresOf(attempts)).toEqual([])
  })

  it('names a planted route that accepts a bad body', async () => {
    const attempts = [badBodies, badBodyTypes, largeBodies].flatMap((of) => of([PLANTED.open]))
    const failures = await failuresOf(attempts, 1)
    expect(failures).toEqual(attempts.map(({ fault }) => `planted.open, ${fault}: 200 {}`))
    expect(failures).toHaveLength(8)
  })

  it('names a planted route that refuses a bad body only after it has written', async () => {
    const failures = await failuresOf(badBodies([PLANTED.writes]), 1)
    expect(failures).toHaveLength(6)
    expect(failures[0]).toBe('planted.writes, an unknown key: wrote jobs')
  })
})

function badIds(tried: readonly Operation[]): Attempt[] {
  const faults = ["1' or '1'='1", '../etc/passwd', '%00', 'x'.repeat(150)].map((id) => [id])
  return attemptsOf(tried, faults as [string][], (route, [id]) => {
    const names = Object.keys(route.params?.shape ?? {})
    const params = Object.fromEntries(names.map((name) => [name, encodeURIComponent(id)]))
    const payload = route.body ? '{}' : undefined
    return refusal(route, { url: addressOf(route, params), payload }, [400, 404])
  })
}

describe('every route with an id in its address', () => {
  it('refuses a malformed id on every route with an id in its address', async () => {
    const attempts = badIds(operations.filter(([, { params }]) => params))
    expect(attempts.length).toBeGreaterThan(500)
    expect(await failuresOf(attempts)).toEqual([])
  })

  it('names a planted route that accepts a malformed id', async () => {
    const failures = await failuresOf(badIds([PLANTED.open]))
    expect(failures).toHaveLength(4)
    expect(failures[0]).toBe("planted.open, 1' or '1'='1: 200 {}")
  })
})

function badQueries(tried: readonly Operation[]): Attempt[] {
  const faults: [string][] = [
    ['unknown=1'],
    ['page=1e9'],
    ['page=-1'],
    ['limit=1000000000'],
    ['from=1&from=2'],
    ['q[]=1'],
    [`after=5~${'-'.repeat(36)}`],
  ]
  return attemptsOf(tried, faults, (route, [query]) =>
    refusal(route, { url: `${addressOf(route)}?${query}` }, [400]),
  )
}

describe('every route with a query', () => {
  it('refuses a malformed query on every route with a query', async () => {
    const attempts = badQueries(operations.filter(([, { query }]) => query))
    expect(attempts.length).toBeGreaterThan(350)
    expect(await failuresOf(attempts)).toEqual([])
  })

  it('names a planted route that accepts a malformed query', async () => {
    const failures = await failuresOf(badQueries([PLANTED.open]))
    expect(failures).toHaveLength(7)
    expect(failures[0]).toBe('planted.open, unknown=1: 200 {}')
  })
})

const topUp: Operation = ['payments.create', api.payments.create]

describe('a top-up with bad input', () => {
  it('refuses a top-up with an invalid amount and writes nothing', async () => {
    const bad = ['0', '-1', '0.5', '1e400', '"10000"', '9007199254740993', 'null', '[50000]', '{}']
    const amounts = bad.map((amount): [string] => [amount])
    const attempts = attemptsOf([topUp], amounts, (route, [amount]) =>
      refusalWithoutWrites(route, { payload: `{"amount":${amount}}` }, [400]),
    )
    expect(await failuresOf(attempts, 1)).toEqual([])
  })

  it('refuses a top-up with an invalid idempotency key', async () => {
    const bad = ['', 'corta', 'x'.repeat(256), 'clave con espacio', 'ñandú-12345']
    const keys = bad.map((key): [string] => [key])
    const attempts = attemptsOf([topUp], keys, (route, [key]) => {
      const headers = { 'idempotency-key': Buffer.from(key).toString('latin1') }
      return refusal(route, { payload: { amount: 50_000 }, headers }, [400])
    })
    expect(await failuresOf(attempts)).toEqual([])
  })
})

it('answers 404 with an error body at an unknown address below /api', async () => {
  const answers = [
    await test.app.inject({ url: '/api/nada' }),
    await test.app.inject({ method: 'DELETE', url: '/api/trips' }),
  ]
  expect(answers.map((answer) => refusalComplaint(answer, [404]))).toEqual([null, null])
})

it('sends strict security headers with every response', async () => {
  const { headers } = await test.app.inject({ url: '/api/health' })
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  expect(headers['content-security-policy']).not.toContain("script-src 'self' 'unsafe-inline'")
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
  expect(headers['permissions-policy']).toContain('camera=(self)')
})

it('names every route in the OpenAPI description', async () => {
  const document = (await test.app.inject({ url: '/api/openapi.json' })).json()
  expect(document.openapi).toBe('3.1.0')
  const missing = operations.filter(([name, { path, method }]) => {
    const described = document.paths[path.replace(/:(\w+)/g, '{$1}')]
    return described?.[method.toLowerCase()]?.operationId !== name
  })
  expect(missing.map(([name]) => name)).toEqual([])
})
