import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { BRAND_REVISION, brandFrom, brandTokens } from '#contract/brand.ts'
import { companyVariables } from '#test/company.ts'
import type { RenderedPage } from '../render/render-messages.ts'
import { serveSite } from './site.ts'

const root = mkdtempSync(path.join(tmpdir(), 'cupo-site-'))
let app: FastifyInstance

const site = {
  root,
  brand: brandFrom({ ...companyVariables }),
  checks: [
    { pattern: /^\/places\/(\w+)$/, exists: async ([, name = '']: string[]) => isPlace(name) },
  ],
  rendered: async ({ url }: { url: string }) =>
    url.startsWith('/about?rendered') ? rendered() : null,
}

beforeAll(async () => {
  mkdirSync(path.join(root, 'about'))
  mkdirSync(path.join(root, 'assets'))
  writeFileSync(path.join(root, 'index.html'), '<h1>inicio</h1><script>uno()</script>')
  writeFileSync(path.join(root, 'about/index.html'), '<h1>nosotros</h1><script>dos()</script>')
  writeFileSync(path.join(root, '__spa-fallback.html'), '<main>app</main>')
  mkdirSync(path.join(root, '404'))
  writeFileSync(path.join(root, '404/index.html'), '<main>no existe</main>')
  writeFileSync(path.join(root, 'assets/app-abc.js'), 'x')
  mkdirSync(path.join(root, '__shells'))
  writeFileSync(path.join(root, '__shells/trip.html'), '<main>un viaje</main>')
  const table = {
    '/trips/:tripId': '__shells/trip.html',
    '/trips/mine': '__shells/mine.html',
    '/places/:name': '__shells/place.html',
    '/viajes/:from/:to': '__shells/place.html',
  }
  writeFileSync(path.join(root, '__shells/routes.json'), JSON.stringify(table))
  app = Fastify()
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('content-security-policy', "default-src 'none';script-src 'self'")
  })
  mkdirSync(path.join(root, 'viajes/a/b'), { recursive: true })
  writeFileSync(path.join(root, 'viajes/a/b/index.html'), '<h1>de a a b</h1>')
  const titled = '<title>Cupo</title><main>un lugar</main><script>tres()</script>'
  writeFileSync(path.join(root, '__shells/place.html'), titled)
  const mail = `<a href="mailto:${brandTokens().support_mail}">${brandTokens().name}</a>`
  writeFileSync(path.join(root, '__shells/mine.html'), `<main>mis viajes</main>${mail}`)
  writeFileSync(path.join(root, 'robots.txt'), `Sitemap: ${brandTokens().origin}/sitemap.xml`)
  writeFileSync(path.join(root, 'sw.js'), `precache("/__spa-fallback", "a1.${BRAND_REVISION}")`)
  await serveSite(app, site)
})

function rendered(): RenderedPage {
  const bytes = (text: string) => Buffer.from(text)
  const copies = { html: bytes('<h1>fresco</h1>'), br: bytes('br'), gzip: bytes('gzip') }
  return { status: 200, scriptHashes: ["'sha256-cuatro'"], ...copies }
}

afterAll(async () => {
  await app.close()
  rmSync(root, { recursive: true, force: true })
})

function isPlace(name: string): boolean {
  if (name === 'broken') throw new Error('no database')
  return name !== 'missing'
}

const hash = (text: string) => createHash('sha256').update(text).digest('base64')
const policy = (answer: { headers: Record<string, unknown> }) =>
  String(answer.headers['content-security-policy'])

it('serves prerendered pages that allow only their own inline scripts', async () => {
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

it.each([
  '/trips/123/book',
  '/wp-login.php.bak/x',
  '/nada',
  '/about/nada',
  '/trips',
  '/404',
  '/%00',
])('answers 404 with the prerendered page for the unknown page %s', async (url) => {
  const answer = await app.inject(url)
  expect([answer.statusCode, answer.body]).toEqual([404, '<main>no existe</main>'])
})

it('answers 200 with the app shell to the service worker', async () => {
  const answer = await app.inject('/__spa-fallback')
  expect([answer.statusCode, answer.body]).toEqual([200, '<main>app</main>'])
})

it.each(['/about/', '/ABOUT', '/Trips/123', '/?x=1'])(
  'answers 200 for the page %s',
  async (url) => {
    expect((await app.inject(url)).statusCode).toBe(200)
  },
)

it('answers 404 with the screen when the shown place does not exist', async () => {
  const answer = await app.inject('/places/missing')
  expect(answer.statusCode).toBe(404)
  expect(answer.body).toContain('<title>Cupo</title>')
})

it('answers a known screen with the shell that lists its files', async () => {
  const bodies = await Promise.all(
    ['/trips/123?from=1', '/trips/mine', '/trips/123/otra'].map(
      async (url) => (await app.inject(url)).body,
    ),
  )
  expect(bodies).toEqual([
    '<main>un viaje</main>',
    expect.stringContaining('<main>mis viajes</main>'),
    '<main>no existe</main>',
  ])
})

it('answers 404 for unknown API paths, missing files and other methods', async () => {
  const codes = await Promise.all(
    ['/api/nada', '/assets/nada.js', '/nada.png', '/webhooks/nada'].map(
      async (url) => (await app.inject(url)).statusCode,
    ),
  )
  expect(codes).toEqual([404, 404, 404, 404])
  expect((await app.inject({ method: 'POST', url: '/trips' })).statusCode).toBe(404)
})

it('marks hashed files as immutable, and serves no file outside of the folder', async () => {
  const asset = await app.inject('/assets/app-abc.js')
  expect(asset.headers['cache-control']).toContain('immutable')
  // An update adds the files of the other release while this server runs.
  writeFileSync(path.join(root, 'assets/app-of-the-next-release.js'), 'y')
  const added = await app.inject('/assets/app-of-the-next-release.js')
  expect([added.body, added.headers['cache-control']]).toEqual([
    'y',
    asset.headers['cache-control'],
  ])
  const outside = await app.inject('/assets/..%2f..%2fpackage.json')
  expect(outside.statusCode).not.toBe(200)
})

it('sends an asset packed to who accepts it, and 304 to who has it', async () => {
  writeFileSync(path.join(root, 'assets/app-abc.js.br'), 'packed')
  const ask = async (headers: Record<string, string>, name = 'app-abc.js') => {
    const answer = await app.inject({ url: `/assets/${name}`, headers })
    return [answer.statusCode, answer.headers['content-encoding'], answer.body]
  }
  writeFileSync(path.join(root, 'assets/small-abc.js'), 'small')
  expect([
    await ask({ 'accept-encoding': 'gzip, br' }),
    await ask({ 'accept-encoding': 'gzip' }),
    await ask({}),
    await ask({ 'accept-encoding': 'br' }, 'small-abc.js'),
    await ask({ 'if-none-match': '"app-abc.js"' }),
    (await ask({}, 'app-abc.js.br'))[0],
  ]).toEqual([
    [200, 'br', 'packed'],
    [200, undefined, 'x'],
    [200, undefined, 'x'],
    [200, undefined, 'small'],
    [304, undefined, ''],
    404,
  ])
})

it('serves the page when its existence check throws', async () => {
  for (const name of ['cali', 'broken']) {
    const answer = await app.inject(`/places/${name}?x=1`)
    expect([answer.statusCode, answer.headers['cache-control']], name).toEqual([200, 'no-cache'])
    expect(answer.body).toContain('<main>un lugar</main>')
    expect(policy(answer)).toContain(hash('tres()'))
  }
})

it('answers 404 with the app for a route page that was not prerendered', async () => {
  const found = await app.inject('/viajes/a/b')
  expect([found.statusCode, found.body]).toEqual([200, '<h1>de a a b</h1>'])
  const missing = await app.inject('/viajes/a/c')
  expect(missing.statusCode).toBe(404)
  expect(missing.body).toContain('un lugar')
})

it('serves the page rendered on request, in an encoding that the browser accepts', async () => {
  const ask = (coding: string) =>
    app.inject({ url: '/about?rendered=1', headers: { 'accept-encoding': coding } })
  const plain = await ask('identity')
  expect(plain.body).toBe('<h1>fresco</h1>')
  expect(policy(plain)).toContain("'sha256-cuatro'")
  expect(plain.headers.vary).toBe('accept-encoding')
  const codings = await Promise.all(['gzip, deflate, br', 'gzip'].map(ask))
  expect(codings.map(({ body, headers }) => [body, headers['content-encoding']])).toEqual([
    ['br', 'br'],
    ['gzip', 'gzip'],
  ])
})

it('serves the static page when none is rendered', async () => {
  expect((await app.inject('/about?x=1')).body).toContain('nosotros')
})

it('fills the company data into pages, robots.txt and the shell revision', async () => {
  const page = await app.inject('/trips/mine')
  expect(page.body).toContain('<a href="mailto:soporte@cupo.internal">Cupo &amp; Compañía</a>')
  expect((await app.inject('/robots.txt')).body).toBe('Sitemap: https://cupo.internal/sitemap.xml')
  const worker = await app.inject('/sw.js')
  expect(worker.headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': 'text/javascript; charset=utf-8',
  })
  const other = Fastify()
  await serveSite(other, { ...site, brand: brandFrom({}) })
  expect(worker.body).toMatch(/"a1\.[0-9a-f]{8}"/)
  expect((await other.inject('/sw.js')).body).not.toBe(worker.body)
  await other.close()
})

it('compresses a page as the browser accepts it, and answers 304 for a matching ETag', async () => {
  const ask = (headers: Record<string, string>) => app.inject({ url: '/about', headers })
  const plain = await ask({})
  const small = await ask({ 'accept-encoding': 'gzip, br' })
  expect(small.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(small.rawPayload).toString()).toBe(plain.body)
  const zipped = await ask({ 'accept-encoding': 'gzip' })
  expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body)
  const etag = String(small.headers.etag)
  expect((await ask({ 'if-none-match': etag })).statusCode).toBe(304)
  expect((await ask({ 'if-none-match': 'W/"otro"' })).statusCode).toBe(200)
})
