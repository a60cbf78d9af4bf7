import { httpClient, measure } from './load.ts'
import { type SeededTrip, seedTrips } from './seed.ts'
import type { Stage } from './stage.ts'

const TRIPS = 500
const CRAWLERS = 8
const SECONDS = 8
const RATIO_MAX = 1.5

type Crawled = { p50Ms: number; p99Ms: number; pages: number; rendered: number }

/**
 * API searches of one person while crawlers ask, as fast as they are answered, for search pages
 * that nobody asked for before: with pages made ahead of time, and with rendered ones.
 */
export async function measureCrawlers(stage: Stage): Promise<{ lines: string[]; met: boolean }> {
  const trips = await seedTrips(stage.deps, TRIPS)
  await stage.pool.query('analyze')
  await crawled(stage, trips, '/trips', 3)
  const alone = await crawled(stage, trips, null)
  // Another spelling of the address is answered with the page made ahead of time.
  const fixed = await crawled(stage, trips, '/TRIPS')
  const rendered = await crawled(stage, trips, '/trips')
  const ratio = rendered.p50Ms / fixed.p50Ms
  const line = (name: string, found: Crawled) =>
    `${name.padEnd(40)}p50 ${found.p50Ms.toFixed(1)} ms  p99 ${found.p99Ms.toFixed(1)} ms  ` +
    `${found.pages.toFixed(0)} pages/s, ${found.rendered.toFixed(0)} of them rendered`
  return {
    lines: [
      line('API search, alone', alone),
      line('API search, crawlers, pages as made', fixed),
      line('API search, crawlers, rendered pages', rendered),
      `p50 with rendering = ${ratio.toFixed(2)} × without (at most ${RATIO_MAX})`,
    ],
    met: rendered.rendered > 0 && ratio <= RATIO_MAX,
  }
}

let turn = 0

/** No two have the same address, and each comes from a network of its own. */
function nextPage(trips: readonly SeededTrip[], page: string): [string, Record<string, string>] {
  turn += 1
  const trip = trips[turn % trips.length]
  const address = `${page}?from=${trip?.from}&to=${trip?.to}&date=${trip?.day}&precio=${100 + turn}`
  const network = `10.${(turn >> 16) % 256}.${(turn >> 8) % 256}.${turn % 256}`
  return [address, { 'x-forwarded-for': network }]
}

async function crawled(
  stage: Stage,
  trips: readonly SeededTrip[],
  page: string | null,
  seconds = SECONDS,
): Promise<Crawled> {
  const person = httpClient(stage.port, 1)
  const crowd = httpClient(stage.port, CRAWLERS)
  let [pages, rendered, over] = [0, 0, false]
  const crawl = async () => {
    while (page !== null && !over) {
      const { body } = await crowd.send('GET', ...nextPage(trips, page))
      pages += 1
      if (body.includes('Cambiar la búsqueda')) rendered += 1
    }
  }
  const crawling = Promise.all(Array.from({ length: CRAWLERS }, crawl))
  const found = await measure('search', { clients: 1, seconds }, async (row) => {
    const { from, to, day } = trips[row % trips.length] ?? {}
    const asked = `/api/trips/search?from=${from}&to=${to}&date=${day}`
    const { status } = await person.send('GET', asked, { 'x-forwarded-for': '192.0.2.7' })
    if (status !== 200) throw new Error(`the search was answered ${status}`)
    return true
  })
  over = true
  await crawling
  person.close()
  crowd.close()
  const rate = (count: number) => count / (seconds + 0.5)
  return { p50Ms: found.p50Ms, p99Ms: found.p99Ms, pages: rate(pages), rendered: rate(rendered) }
}
