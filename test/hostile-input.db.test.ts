import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { ErrorBody } from '#contract/common.ts'
import { buildApp } from '#server/app.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { AppError } from '#server/platform/errors.ts'
import { loggable } from '#server/platform/log.ts'
import { openTestApp, type TestApp } from './app.ts'
import { type TestDeps, testDeps } from './deps.ts'
import {
  type Attempt,
  attemptsOf,
  failuresOf,
  type Operation,
  operations,
  refusalComplaint,
  send,
} from './every-route.ts'
import { aUser, type TestUser } from './factories.ts'
import { type Answer, postJson } from './http-client.ts'
import { PLANTED, plantedRoutes } from './planted-routes.ts'

// Requests that our own pages never send.

let test: TestApp
let user: TestUser
let address: { port: number; host: string }

beforeAll(async () => {
  const failures: Record<string, () => Error> = {
    'statement-timeout': () => Object.assign(new Error('canceling statement'), { code: '57014' }),
    'idle-timeout': () => Object.assign(new Error('terminating connection'), { code: '25P03' }),
    'disk-full': () => Object.assign(new Error('No space left on device'), { code: '53100' }),
    'io-error': () => Object.assign(new Error('could not fsync'), { code: '58030' }),
    busy: () => new AppError('busy'),
    bug: () => new Error('select secret from users at /srv/app/x.ts:1'),
  }
  test = await openTestApp({
    extensions: [
      (app) => {
        app.get('/api/fails/:how', (request) => {
          throw failures[(request.params as { how: string }).how]?.() ?? new Error('unknown')
        })
      },
      plantedRoutes(() => test.deps.db),
    ],
  })
  user = await aUser(test.deps, { roles: ['passenger', 'driver', 'verifier', 'support', 'admin'] })
  const url = new URL(await test.app.listen({ port: 0, host: '127.0.0.1' }))
  address = { port: Number(url.port), host: url.hostname }
})

function expectRefusal(answer: Answer, status: number, code: string) {
  expect({ status: answer.statusCode, code: answer.json().code }).toEqual({ status, code })
  ErrorBody.parse(answer.json())
  expect(answer.body).not.toMatch(/at .*\.ts:\d+|select |insert |node_modules/)
}

function webhook(payload: string | Buffer, headers: Record<string, string> = {}) {
  return test.app.inject({
    method: 'POST',
    url: '/webhooks/wompi',
    payload,
    headers: { 'content-type': 'application/json', ...headers },
  })
}

describe('hostile requests to the webhook', () => {
  const signed = (timestamp: string) =>
    '{"event":"transaction.updated","data":{"transaction":{"id":"1-2-3"}},' +
    `"timestamp":${timestamp},` +
    `"signature":{"properties":["transaction.id"],"checksum":"${'0'.repeat(64)}"}}`

  it.each([
    ['an object that hides its text', '{"toString":1,"valueOf":2}'],
    ['an array a hundred thousand deep', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['a list', '["1795000000"]'],
    ['null', 'null'],
    ['a boolean', 'true'],
  ])('refuses a webhook with a time that is %s', async (_what, timestamp) => {
    expectRefusal(await webhook(signed(timestamp)), 401, 'bad_signature')
  })

  it('refuses webhook bodies that are deeply nested, compressed or not in UTF-8', async () => {
    const deep = `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`
    expectRefusal(await webhook(deep), 401, 'bad_signature')
    const headers = { 'content-encoding': 'gzip' }
    expectRefusal(await webhook(Buffer.from('1f8b0800', 'hex'), headers), 400, 'invalid_json')
    expectRefusal(await webhook(Buffer.from('ff', 'hex')), 400, 'invalid_json')
    expectRefusal(await webhook('%7B%7D', { 'content-type': 'text/html' }), 400, 'invalid_json')
    expectRefusal(
      await webhook('{}', { 'content-type': 'nonsense;;;=' }),
      415,
      'unsupported_media_type',
    )
  })

  it('stops reading a webhook without a length at its limit', async () => {
    const status = await new Promise<number>((resolve, reject) => {
      const request = httpRequest({
        ...address,
        method: 'POST',
        path: '/webhooks/wompi',
        headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
      })
      let sent = 0
      const chunk = Buffer.alloc(64 * 1024, ' ')
      const pump = setInterval(() => {
        sent += chunk.length
        if (sent > 50 * 1024 * 1024) reject(new Error('everything was read'))
        if (!request.destroyed) request.write(chunk)
      }, 1)
      const settle = (answer: number) => {
        clearInterval(pump)
        request.destroy()
        resolve(answer)
      }
      request.on('response', (response) => settle(response.statusCode ?? 0))
      request.on('error', () => settle(413))
    })
    expect(status).toBe(413)
  })
})

function formsForJson(tried: readonly Operation[]): Attempt[] {
  const types: [string][] = [
    ['multipart/form-data; boundary=x'],
    ['application/x-www-form-urlencoded'],
  ]
  const payload = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n'
  return attemptsOf(tried, types, async (route, [type]) => {
    const sent = { payload, headers: { 'content-type': type }, token: user.token }
    const answer = await send(test.app, route, sent)
    const complaint = refusalComplaint(answer, [415, 400, 401])
    if (complaint !== null) return complaint
    const { code } = answer.json()
    return /unsupported_media_type|unauthenticated|bad_origin/.test(code) ? null : code
  })
}

describe('a form sent to a JSON route', () => {
  it('refuses a form on every route with a JSON body', async () => {
    const attempts = formsForJson(operations.filter(([, { body, file }]) => body && !file))
    expect(attempts.length).toBeGreaterThan(300)
    expect(await failuresOf(attempts)).toEqual([])
  })

  it('names a planted route that accepts a form instead of JSON', async () => {
    expect(await failuresOf(formsForJson([PLANTED.open]))).toEqual([
      'planted.open, multipart/form-data; boundary=x: 200 {}',
      'planted.open, application/x-www-form-urlencoded: 200 {}',
    ])
  })
})

describe('a document form', () => {
  function upload(parts: string[]) {
    const boundary = 'x'
    const payload = [
      ...parts.map((part) => `--x\r\ncontent-disposition: form-data; ${part}`),
      '--x--\r\n',
    ]
    return test.app.inject({
      method: 'POST',
      url: '/api/documents',
      payload: payload.join('\r\n'),
      headers: {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        authorization: `Bearer ${user.token}`,
      },
    })
  }
  const file = 'name="file"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\nno image'

  it.each<[string, string[], number]>([
    ['a field twice', ['name="kind"\r\n\r\nselfie', 'name="kind"\r\n\r\nlicence', file], 400],
    ['two files', [file, file], 400],
    ['a file under another name', [file.replace('"file"', '"otro"')], 400],
    ['no file', ['name="kind"\r\n\r\nselfie'], 400],
    ['a prototype', ['name="__proto__"\r\n\r\n1', file], 400],
    [
      'thirty fields',
      [...Array.from({ length: 30 }, (_, n) => `name="f${n}"\r\n\r\n1`), file],
      400,
    ],
  ])('refuses a document form with %s', async (_what, parts, status) => {
    const answer = await upload(parts)
    expect(answer.statusCode, answer.body).toBe(status)
    expect(ErrorBody.parse(answer.json()).code).toBe('invalid_request')
  })
})

describe('a malformed address', () => {
  it.each(['/api/trips/%ZZ', '/api/trips/%C3%28', '/api//trips', '/api/trips/..%2f..%2fetc'])(
    'answers the malformed address %s with an error body',
    async (url) => {
      const answer = await test.app.inject({ url })
      expect([400, 404]).toContain(answer.statusCode)
      ErrorBody.parse(answer.json())
    },
  )

  it('refuses an overlong address and an oversized header quickly', async () => {
    const long = await test.app.inject({ url: `/api/trips/${'a'.repeat(5_000)}` })
    expect([400, 404, 414]).toContain(long.statusCode)
    const raw = await rawRequest(`GET /api/health HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(70_000)}`)
    expect(raw).toMatch(/^HTTP\/1\.1 431/)
  })

  it('refuses a request with two lengths before it reads the body', async () => {
    const smuggled = [
      'POST /api/auth/refresh HTTP/1.1',
      'host: x',
      'content-length: 2',
      'transfer-encoding: chunked',
      '',
      '0',
      '',
      'GET /api/metrics HTTP/1.1',
    ]
    expect(await rawRequest(smuggled.join('\r\n'))).toMatch(/^HTTP\/1\.1 400/)
  })
})

function rawRequest(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(address.port, address.host, () => socket.write(`${text}\r\n\r\n`))
    let answer = ''
    socket.on('data', (data) => {
      answer += data
      socket.destroy()
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}

describe('rate limits by address', () => {
  const LIMIT = api.auth.refresh.limit.max
  const attempt = (app: TestApp['app'], ip: string, forwarded: string) =>
    postJson(app, '/auth/refresh', {}, { ip, headers: { 'x-forwarded-for': forwarded } })

  it("counts calls by the caller's address, whatever X-Forwarded-For contains", async () => {
    const statuses = new Set<number>()
    for (let n = 0; n <= LIMIT; n += 1) {
      const { statusCode } = await attempt(test.app, '203.0.113.7', `10.0.${n >> 8}.${n & 255}`)
      statuses.add(statusCode)
    }
    expect([...statuses]).toEqual([401, 429])
  })

  it('counts calls behind a proxy by the address that the proxy saw', async () => {
    const deps: TestDeps = await testDeps()
    const app = await buildApp({ ...deps, config: { ...deps.config, trustProxyHops: 1 } })
    const statuses = new Set<number>()
    for (let n = 0; n <= LIMIT; n += 1) {
      const chain = `10.0.${n >> 8}.${n & 255}, 198.51.100.9`
      statuses.add((await attempt(app, '127.0.0.1', chain)).statusCode)
    }
    expect([...statuses]).toEqual([401, 429])
    expect((await attempt(app, '127.0.0.1', '10.0.0.1, 198.51.100.10')).statusCode).toBe(401)
    await app.close()
  })

  it('ignores the port in the address from a proxy when it counts calls', async () => {
    const deps: TestDeps = await testDeps()
    const app = await buildApp({ ...deps, config: { ...deps.config, trustProxyHops: 1 } })
    const statuses = new Set<number>()
    for (let n = 0; n <= LIMIT; n += 1) {
      statuses.add((await attempt(app, '127.0.0.1', `198.51.100.9:${40_000 + n}`)).statusCode)
    }
    expect([...statuses]).toEqual([401, 429])
    await app.close()
  })

  it('counts all addresses of an IPv6 network as one caller', async () => {
    const statuses = new Set<number>()
    for (let n = 0; n <= LIMIT; n += 1) {
      statuses.add((await attempt(test.app, `2800:484:9:7::${n.toString(16)}`, '')).statusCode)
    }
    expect([...statuses]).toEqual([401, 429])
    expect((await attempt(test.app, '2800:484:9:8::1', '')).statusCode).toBe(401)
  })
})

describe('an internal failure', () => {
  it.each([
    ['statement-timeout', 503, 'unavailable'],
    ['idle-timeout', 503, 'unavailable'],
    ['disk-full', 503, 'storage_full'],
    ['io-error', 503, 'unavailable'],
    ['busy', 503, 'busy'],
    ['bug', 500, 'internal'],
  ])('does not disclose the failure %s', async (how, status, code) => {
    const answer = await test.app.inject({ url: `/api/fails/${how}` })
    expectRefusal(answer, status, code)
    if (status === 503) expect(answer.headers['retry-after']).toMatch(/^\d+$/)
  })
})

describe('the log of the server', () => {
  it('logs no personal data of a sign-up, a refused row or a wrong address', async () => {
    let written = ''
    const sink = new Writable({
      write(chunk, _encoding, done) {
        written += chunk
        done()
      },
    })
    const log = pino({ level: 'trace', serializers: { err: loggable } }, sink)
    const deps = await testDeps()
    const app = await buildApp({ ...deps, log })
    const canary = '1032987654'
    const body = {
      email: 'canario@correo.test',
      password: 'Canario secreto 1',
      first_name: 'Canario',
      last_name: 'Amarillo',
      identification_type: 'CC',
      identification_number: canary,
      verification_terms: 'aceptado',
    }
    expect((await postJson(app, '/auth/signup', body)).statusCode).toBe(201)
    expect((await postJson(app, '/auth/signup', body)).statusCode).toBe(201)
    const login = { email: body.email, password: body.password }
    expect((await postJson(app, '/auth/login', login)).statusCode).toBe(200)
    await app.inject({ url: `/api/places?q=${body.email}&otro=${canary}` })
    await inTransaction(deps.db, async (tx) => {
      await tx
        .insertInto('users')
        .values({ email: body.email, first_name: canary } as never)
        .execute()
    }).catch((error) => log.error({ err: error }, 'refused'))
    await app.close()
    expect(written).toContain('null value in column')
    expect(written).not.toMatch(/canario|1032987654|Amarillo/i)
  })
})
