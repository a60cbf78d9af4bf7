import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, afterEach, expect, it } from 'vitest'
import { brandFrom, brandTokens } from '#contract/brand.ts'
import { fixedClock } from '#test/fixed-clock.ts'
import { openPageRenderer, type PageRenderer } from './page-renderer.ts'

// Tests with a real worker thread and a small bundle of the same shape as the web's server bundle.

const BUNDLE = `
  const code = 'import "/assets/manifest-1.js";\\nimport("/a.js");'
  const start = '<script type="module" async="">' + code + '</script>'
  async function answer(request, context) {
    const { pathname } = new URL(request.url)
    if (pathname === '/stuck') for (;;);
    if (pathname === '/late') return new Promise(() => {})
    if (pathname === '/broken') throw new Error('no such thing')
    if (pathname === '/ends') setTimeout(() => process.exit(1))
    if (pathname === '/ends') return new Promise(() => {})
    const { status, body } = await context.get('api')('/api/x')
    if (status !== 200) return new Response('', { status: 500 })
    const day = context.get('now').toISOString().slice(0, 10)
    const name = '${brandTokens().name}'
    return new Response(name + '<h1>' + body + '</h1>' + day + start + (process.env.SECRET ?? ''))
  }
  export const entry = { module: {
    RouterContextProvider: Map, serverApi: 'api', serverTime: 'now', serverClient: (get) => get,
    createRequestHandler: () => answer,
  } }
`
const folder = mkdtempSync(path.join(tmpdir(), 'cupo-render-'))
const bundleFile = path.join(folder, 'bundle.mjs')
writeFileSync(bundleFile, BUNDLE)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const log = { error: () => {} }
const clock = fixedClock(new Date('2026-11-20T13:00:00.000Z'))
const origin = 'http://localhost'
const brand = brandFrom({ BRAND_NAME: 'Viajes & Cupo' })
const read = async () => ({ status: 200, body: 'dos viajes' })
let renderer: PageRenderer

function open(options: { timeoutMs?: number; restartMs?: number; file?: string } = {}): void {
  const { file = bundleFile, ...rest } = options
  renderer = openPageRenderer({ bundleFile: file, origin, brand, log, clock, ...rest })
}

afterEach(() => renderer.close())

it('renders a page with API data, compresses it, and lists its script hashes', async () => {
  open()
  const { page, cpuMs } = await renderer.render('/trips', read)
  const html = Buffer.from(page.html).toString()
  expect(html).toContain('Viajes &amp; Cupo<h1>dos viajes</h1>2026-11-20')
  expect(html).toContain('requestAnimationFrame')
  expect(gunzipSync(page.gzip).toString()).toBe(html)
  expect(page.scriptHashes).toHaveLength(1)
  expect(cpuMs).toBeGreaterThan(0)
})

it('hides environment variables from the rendering thread', async () => {
  process.env.SECRET = 'hunter2'
  open()
  const { page } = await renderer.render('/trips', read)
  delete process.env.SECRET
  expect(Buffer.from(page.html).toString()).not.toContain('hunter2')
})

it('gives each page its own API answers when pages are rendered in parallel', async () => {
  open()
  const people = ['ana', 'bruno', 'celia', 'dario']
  const made = await Promise.all(
    people.map((name) => renderer.render('/trips', async () => ({ status: 200, body: name }))),
  )
  const texts = made.map(({ page }) => Buffer.from(page.html).toString())
  for (const [row, text] of texts.entries()) {
    expect(people.filter((name) => text.includes(name))).toEqual([people[row]])
  }
})

it('fails a page when the API or the page fails, and renders the next page', async () => {
  open()
  const busy = async () => ({ status: 503, body: '{}' })
  await expect(renderer.render('/trips', busy)).rejects.toThrow('500')
  const gone = async () => Promise.reject(new Error('no database'))
  await expect(renderer.render('/trips', gone)).rejects.toThrow('500')
  await expect(renderer.render('/broken', read)).rejects.toThrow('no such thing')
  await expect(renderer.render('/trips', read)).resolves.toBeDefined()
})

it('times out a slow page and keeps the thread for other pages', async () => {
  open({ timeoutMs: 1_500 })
  await renderer.render('/trips', read)
  const never = () => new Promise<never>(() => {})
  const late = expect(renderer.render('/trips', never)).rejects.toThrow('too long')
  await expect(renderer.render('/trips', read)).resolves.toBeDefined()
  await late
  await expect(renderer.render('/trips', read)).resolves.toBeDefined()
})

it('terminates a stuck rendering thread and starts another', async () => {
  open({ timeoutMs: 1_500, restartMs: 0 })
  await expect(renderer.render('/stuck', read)).rejects.toThrow('too long')
  await expect.poll(() => renderer.render('/trips', read).then(() => 'made')).toBe('made')
})

it('fails a page immediately when the rendering thread exits', async () => {
  open({ restartMs: 60_000 })
  await expect(renderer.render('/ends', read)).rejects.toThrow('ended')
  await expect(renderer.render('/trips', read)).rejects.toThrow('just ended')
  open({ file: path.join(folder, 'missing.mjs'), restartMs: 60_000 })
  await expect(renderer.render('/trips', read)).rejects.toThrow('ended')
})
