import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { serveSite } from './site.ts'

const root = mkdtempSync(path.join(tmpdir(), 'cupo-site-'))
let app: FastifyInstance

beforeAll(async () => {
  mkdirSync(path.join(root, 'about'))
  mkdirSync(path.join(root, 'assets'))
  writeFileSync(path.join(root, 'index.html'), '<h1>inicio</h1><script>uno()</script>')
  writeFileSync(path.join(root, 'about/index.html'), '<h1>nosotros</h1><script>dos()</script>')
  writeFileSync(path.join(root, '__spa-fallback.html'), '<main>app</main>')
  writeFileSync(path.join(root, 'assets/app-abc.js'), 'x')
  mkdirSync(path.join(root, '__shells'))
  writeFileSync(path.join(root, '__shells/trip.html'), '<main>un viaje</main>')
  writeFileSync(path.join(root, '__shells/mine.html'), '<main>mis viajes</main>')
  const table = { '/trips/:tripId': '__shells/trip.html', '/trips/mine': '__shells/mine.html' }
  writeFileSync(path.join(root, '__shells/routes.json'), JSON.stringify(table))
  app = Fastify()
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('content-security-policy', "default-src 'none';script-src 'self'")
  })
  await serveSite(app, root)
})

afterAll(async () => {
  await app.close()
  rmSync(root, { recursive: true, force: true })
})

const hash = (text: string) => createHash('sha256').update(text).digest('base64')
const policy = (answer: { headers: Record<string, unknown> }) =>
  String(answer.headers['content-security-policy'])

it('serves prerendered pages, each allowed its own inline scripts only', async () => {
  const home = await app.inject('/')
  const about = await app.inject('/about?x=1')
  expect([home.body, about.body]).toEqual([
    expect.stringContaining('inicio'),
    expect.stringContaining('nosotros'),
  ])
  expect(policy(home)).toContain(hash('uno()'))
  expect(policy(home)).not.toContain(hash('dos()'))
  expect(policy(about)).toContain(hash('dos()'))
  expect(home.headers['cache-control']).toBe('no-cache')
})

it('answers any other address with the app shell', async () => {
  const deep = await app.inject('/trips/123/book')
  expect([deep.statusCode, deep.body]).toEqual([200, '<main>app</main>'])
})

it('answers a known screen with the shell that names its files', async () => {
  const bodies = await Promise.all(
    ['/trips/123?from=1', '/trips/mine', '/trips/123/otra'].map(
      async (url) => (await app.inject(url)).body,
    ),
  )
  expect(bodies).toEqual(['<main>un viaje</main>', '<main>mis viajes</main>', '<main>app</main>'])
})

it('answers 404 below /api, for files that do not exist and for other methods', async () => {
  const codes = await Promise.all(
    ['/api/nada', '/assets/nada.js', '/nada.png', '/webhooks/nada'].map(
      async (url) => (await app.inject(url)).statusCode,
    ),
  )
  expect(codes).toEqual([404, 404, 404, 404])
  expect((await app.inject({ method: 'POST', url: '/trips' })).statusCode).toBe(404)
})

it('lets hashed files be kept for good, and never leaves the folder', async () => {
  const asset = await app.inject('/assets/app-abc.js')
  expect(asset.headers['cache-control']).toContain('immutable')
  const outside = await app.inject('/assets/..%2f..%2fpackage.json')
  expect(outside.statusCode).not.toBe(200)
})
