import { beforeEach, expect, it } from 'vitest'
import type { RenderedPage } from './render-messages.ts'
import { renderedPages } from './rendered-pages.ts'

let now = 0
let pages: ReturnType<typeof renderedPages>

beforeEach(() => {
  now = 0
  pages = renderedPages(() => now)
})

function page(text: string): RenderedPage {
  const html = Buffer.from(text)
  return { status: 200, html, br: html, gzip: html, scriptHashes: [] }
}

const rendering =
  (text: string, cpuMs = 1) =>
  async () => ({ page: page(text), cpuMs })
const textOf = (found: RenderedPage | null) => found && Buffer.from(found.html).toString()

it('caches a rendered page for ten seconds', async () => {
  expect(textOf(await pages.get('a', rendering('first')))).toBe('first')
  now = 9_999
  expect(textOf(await pages.get('a', rendering('second')))).toBe('first')
  now = 10_000
  expect(textOf(await pages.get('a', rendering('third')))).toBe('third')
})

it('renders a page once for parallel requests of its address', async () => {
  let renders = 0
  const render = async () => {
    renders += 1
    return { page: page('one'), cpuMs: 1 }
  }
  await Promise.all([pages.get('a', render), pages.get('a', render), pages.get('a', render)])
  expect(renders).toBe(1)
})

it('renders two pages in parallel, and returns null for a third', async () => {
  const { promise, resolve } = Promise.withResolvers<{ page: RenderedPage; cpuMs: number }>()
  const first = pages.get('a', () => promise)
  const second = pages.get('b', () => promise)
  expect(await pages.get('c', rendering('c'))).toBeNull()
  resolve({ page: page('done'), cpuMs: 1 })
  expect([textOf(await first), textOf(await second)]).toEqual(['done', 'done'])
  expect(textOf(await pages.get('c', rendering('c')))).toBe('c')
})

it('limits rendering to a fifth of one CPU after a burst of one second', async () => {
  let made = 0
  for (let step = 0; step < 5_000; step += 1) {
    now += 1
    if (await pages.get(`address ${step}`, rendering('page', 10))) made += 1
  }
  // Budget of 1 s, and 0.2 s for each of 5 seconds, at 10 ms per page.
  expect(made).toBeGreaterThanOrEqual(199)
  expect(made).toBeLessThanOrEqual(202)
})

it('returns cached pages when the render budget is spent', async () => {
  await pages.get('kept', rendering('kept'))
  for (let step = 0; step < 20; step += 1) await pages.get(`${step}`, rendering('x', 100))
  expect(await pages.get('new', rendering('new'))).toBeNull()
  expect(textOf(await pages.get('kept', rendering('again')))).toBe('kept')
})

it('does not cache a failed render, and charges it to the budget', async () => {
  const fail = async () => {
    throw new Error('broken')
  }
  for (let step = 0; step < 10; step += 1) {
    await expect(pages.get('a', fail)).rejects.toThrow('broken')
  }
  expect(await pages.get('a', rendering('a'))).toBeNull()
  now = 1_000
  expect(textOf(await pages.get('a', rendering('a')))).toBe('a')
})

it('caches at most 300 rendered pages', async () => {
  for (let step = 0; step < 400; step += 1) {
    await pages.get(`address ${step}`, rendering('page', 0))
  }
  expect(pages.size()).toBe(300)
  expect(textOf(await pages.get('address 399', rendering('again')))).toBe('page')
  expect(textOf(await pages.get('address 0', rendering('again')))).toBe('again')
})
