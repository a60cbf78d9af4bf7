// Measures how soon the first result of a search can be read over a slow connection, and the number
// of requests.
import type { Browser, CDPSession, Page } from 'playwright-core'
import { newPage } from '#test/e2e/browser.ts'

export type Connection = { name: string; kbitPerSecond: number; latencyMs: number }

/** Milliseconds after the start of the navigation; `layoutShift` as Chromium sums it. */
export type Seen = { readableMs: number; layoutShift: number; requests: number }

const SLOWDOWN = 4
const ROUNDS = 3
/** Time after the page is loaded: its code starts late, and must not shift the content. */
const SETTLE_MS = 3_000

/** Median of three visits with an empty cache, on a phone with a four times slower processor. */
export async function firstResult(
  browser: Browser,
  address: string,
  connection: Connection,
): Promise<Seen> {
  const seen: Seen[] = []
  for (let round = 0; round < ROUNDS; round += 1)
    seen.push(await visit(browser, address, connection))
  const median = (key: keyof Seen) => seen.map((one) => one[key]).sort((a, b) => a - b)[1] ?? 0
  return {
    readableMs: median('readableMs'),
    layoutShift: median('layoutShift'),
    requests: median('requests'),
  }
}

async function visit(browser: Browser, address: string, connection: Connection): Promise<Seen> {
  const { page, close } = await newPage(browser, { width: 360, height: 740 })
  let requests = 0
  page.on('request', () => {
    requests += 1
  })
  await slowDown(await page.context().newCDPSession(page), connection)
  await page.addInitScript(watch)
  await page.goto(address, { waitUntil: 'load', timeout: 60_000 })
  await page.waitForTimeout(SETTLE_MS)
  const found = await readWatched(page)
  await close()
  return { ...found, requests }
}

/** Simulates a slow connection and a four times slower processor. */
export async function slowDown(session: CDPSession, connection: Connection): Promise<void> {
  const throughput = (connection.kbitPerSecond * 1000) / 8
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: connection.latencyMs,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
}

type Watched = { readableMs: number; layoutShift: number }

/** Runs in the page: records the frame that first shows a result, and every layout shift. */
function watch(): void {
  const watched: Watched = { readableMs: Number.POSITIVE_INFINITY, layoutShift: 0 }
  Object.assign(window, { watched })
  const look = () => {
    const card = document.querySelector('a[aria-label^="Viaje de "]')
    if (card && card.getBoundingClientRect().height > 0) {
      // The message arrives after the frame is painted. Other tasks could delay the next frame.
      const painted = new MessageChannel()
      painted.port1.onmessage = () => {
        watched.readableMs = performance.now()
      }
      painted.port2.postMessage(null)
    } else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput } = entry as unknown as {
        value: number
        hadRecentInput: boolean
      }
      if (!hadRecentInput) watched.layoutShift += value
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

async function readWatched(page: Page): Promise<Watched> {
  return page.evaluate(() => (window as unknown as { watched: Watched }).watched)
}
