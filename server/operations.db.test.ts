import { Writable } from 'node:stream'
import { brotliDecompressSync } from 'node:zlib'
import { pino } from 'pino'
import { describe, expect, it, vi } from 'vitest'
import { announcement } from '#server/announcement.ts'
import { buildApp } from '#server/app.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { openTestApp } from '#test/app.ts'
import { testDeps } from '#test/deps.ts'

const test = await openTestApp({ apiDocs: true })

it('reports the server as alive and ready', async () => {
  expect((await test.app.inject('/api/health')).json()).toMatchObject({ status: 'ok' })
  expect((await test.app.inject('/api/ready')).json()).toMatchObject({
    ...{ status: 'ready', clock: 'ok' },
  })
})

it('answers 503 to the readiness check when the database is unavailable', async () => {
  const db = openDatabase('postgres://nadie@127.0.0.1:9/nada', { restricted: true })
  const app = await buildApp({ ...(await testDeps()), db })
  const answer = await app.inject('/api/ready')
  expect([answer.statusCode, answer.json().code]).toEqual([503, 'unavailable'])
  expect((await app.inject('/api/health')).statusCode).toBe(200)
})

it('serves what reaches a process that stops until its port is closed', async () => {
  const statuses: number[] = []
  const app = await buildApp(await testDeps(), [
    (_scope, whole) => {
      // Runs between SIGTERM and the end of the port, as closing the live streams does.
      whole.addHook('preClose', async () => {
        statuses.push((await fetch(`${whole.listeningOrigin}/api/health`)).status)
      })
    },
  ])
  await app.listen({ port: 0, host: '127.0.0.1' })
  await app.close()
  expect(statuses).toEqual([200])
})

it('reports a wrong clock as ready, and answers 503 only when this process is alone', async () => {
  const deps = await testDeps()
  const app = await buildApp(deps)
  const ready = async (isAlone: boolean) => {
    deps.clockWatch.state = () => ({ fault: 'database', isAlone, offMs: 600_000 })
    return await app.inject('/api/ready')
  }
  expect((await ready(false)).json()).toMatchObject({ status: 'ready', clock: 'wrong' })
  expect((await app.inject('/api/metrics')).body).toMatch(/cupo_clock_wrong 1/)
  expect((await ready(true)).statusCode).toBe(503)
})

it('labels request measurements by route, never by parameter values', async () => {
  await test.app.inject('/api/places?q=secreto')
  const metrics = await test.app.inject('/api/metrics')
  expect(metrics.body).toContain('route="/api/places"')
  expect(metrics.body).not.toContain('secreto')
})

it('refuses measurements without the token when one is configured', async () => {
  const deps = await testDeps()
  const config = { ...deps.config, metricsToken: 'clave-de-metricas' }
  const app = await buildApp({ ...deps, config })
  expect((await app.inject('/api/metrics')).statusCode).toBe(403)
  const headers = { authorization: 'Bearer clave-de-metricas' }
  expect((await app.inject({ url: '/api/metrics', headers })).statusCode).toBe(200)
})

it('logs one structured line per request, without personal data', async () => {
  const lines: string[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const deps = { ...(await testDeps()), log: pino({ level: 'info' }, stream) }
  const app = await buildApp(deps)
  const payload = { email: 'canario@correo.test', password: 'clave-canario-123' }
  await app.inject({ method: 'POST', url: '/api/auth/login?x=canario', payload })
  await app.inject({ url: '/api/places?q=canario' })
  const line = lines.map((text) => JSON.parse(text)).find((each) => each.msg === 'request')
  expect(line).toMatchObject({ method: 'POST', route: '/api/auth/login', status: 400 })
  expect(line.requestId).toMatch(/^[0-9a-f-]{36}$/)
  expect(lines.join('')).not.toContain('canario')
})

it('serves the API description as a web page', async () => {
  const page = await test.app.inject('/api/docs/')
  expect([page.statusCode, page.headers['content-type']]).toEqual([
    200,
    expect.stringContaining('text/html'),
  ])
  expect((await test.app.inject('/api/docs/json')).json().info.title).toBe('Cupo')
})

describe('the description of the API', () => {
  const url = '/api/openapi.json'

  it('builds the OpenAPI document once for all requests', async () => {
    const first = await test.app.inject(url)
    const stringify = vi.spyOn(JSON, 'stringify')
    const again = await test.app.inject(url)
    const isDocument = (value: unknown) =>
      typeof value === 'object' && value !== null && 'openapi' in value
    expect(stringify.mock.calls.filter(([value]) => isDocument(value))).toEqual([])
    expect(again.body).toBe(first.body)
  })

  it('answers 304 for the OpenAPI document when the ETag matches', async () => {
    const first = await test.app.inject(url)
    expect(first.headers['cache-control']).toBe('public, max-age=300')
    const headers = { 'if-none-match': String(first.headers.etag) }
    const again = await test.app.inject({ url, headers })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    const other = await test.app.inject({ url, headers: { 'if-none-match': '"otra"' } })
    expect([other.statusCode, other.body]).toEqual([200, first.body])
  })

  it('compresses the document for a client that accepts it', async () => {
    const headers = { 'accept-encoding': 'br' }
    const plain = await test.app.inject(url)
    const small = await test.app.inject({ url, headers })
    expect(small.headers).toMatchObject({
      'content-encoding': 'br',
      vary: 'origin, accept-encoding',
    })
    expect(small.rawPayload.length * 5).toBeLessThan(plain.rawPayload.length)
    expect(brotliDecompressSync(small.rawPayload).toString()).toBe(plain.body)
  })

  it('serves no API description when it is disabled', async () => {
    const deps = await testDeps()
    const app = await buildApp({ ...deps, config: { ...deps.config, apiDocs: false } })
    for (const hidden of [url, '/api/docs', '/api/docs/', '/api/docs/json', '/api/docs/yaml']) {
      const answer = await app.inject(hidden)
      expect([hidden, answer.statusCode, answer.json().code]).toEqual([hidden, 404, 'not_found'])
    }
    await app.close()
  })

  it.each([
    [true, ['/api/docs']],
    [false, []],
  ])(
    'prints the address of the API description only when it answers: %s',
    async (apiDocs, paths) => {
      const deps = await testDeps()
      const settings = { ...deps, config: { ...deps.config, apiDocs } }
      const printed = announcement(settings, []).match(/(?<=\w)\/api\/\S*/g) ?? []
      expect(printed).toEqual(paths)
      const app = await buildApp(settings)
      for (const path of printed) expect((await app.inject(path)).statusCode).toBeLessThan(400)
      await app.close()
    },
  )
})
