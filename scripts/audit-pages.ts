// `npm run audit:pages`: Lighthouse on a phone with slow 4G, simulated, for the pages people meet
// first, and how soon the first result of a search can be read. Fails where a budget is not met.
import lighthouse from 'lighthouse'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '#test/e2e/browser.ts'
import { addDays, today } from '#web/lib/format.ts'
import { freePort, withDemoServer } from './demo-server.ts'
import { pressToAnswer, refusedSignIn } from './early-press.ts'
import { type Connection, firstResult } from './first-result.ts'
import { say } from './project.ts'

const FLOOR = 98
const LAYOUT_SHIFT_MAX = 0.02
const REQUESTS_MAX = 25
const CONNECTIONS: (Connection & { readableMaxMs: number })[] = [
  { name: '1.6 Mbit/s, 150 ms', kbitPerSecond: 1_600, latencyMs: 150, readableMaxMs: 1_200 },
  { name: '400 kbit/s, 400 ms', kbitPerSecond: 400, latencyMs: 400, readableMaxMs: 2_500 },
]

/** Bogotá → Ibagué tomorrow: the demonstration data has trips there. */
const SEARCH = `from=11001&to=73001&date=${addDays(today(), 1)}`

await withDemoServer(async (url) => {
  const port = await freePort()
  const browser = await launchBrowser([`--remote-debugging-port=${port}`])
  const trip = await aTrip(url)
  const results = `/trips?${SEARCH}`
  const pages = ['/', '/benefits', '/login', results, '/viajes/bogota/ibague', trip]
  try {
    for (const connection of CONNECTIONS) await readable(browser, url + results, connection)
    for (const connection of CONNECTIONS) await earlyPress(browser, url, connection)
    for (const page of pages) await audit(`${url}${page}`, page, port)
  } finally {
    await browser.close()
  }
})

/** The page of a trip that the search finds. */
async function aTrip(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/trips/search?${SEARCH}`)
  const { results } = (await answer.json()) as { results: { tripId: string }[] }
  const [first] = results
  if (!first) throw new Error('the demonstration data has no trip for tomorrow')
  return `/trips/${first.tripId}`
}

async function readable(
  browser: Browser,
  address: string,
  connection: (typeof CONNECTIONS)[number],
): Promise<void> {
  const seen = await firstResult(browser, address, connection)
  within(
    `${connection.name}: first result, s`,
    seen.readableMs / 1000,
    connection.readableMaxMs / 1000,
  )
  within(`${connection.name}: layout shift`, seen.layoutShift, LAYOUT_SHIFT_MAX)
  within(`${connection.name}: requests`, seen.requests, REQUESTS_MAX)
}

/** What it would cost to replay presses on forms, too; it has no budget (docs/decisions/0056). */
async function earlyPress(browser: Browser, url: string, connection: Connection): Promise<void> {
  const waits: string[] = []
  for (const way of ['sent', 'replayed'] as const) {
    const ms = await pressToAnswer(browser, url, connection, { way, signIn: refusedSignIn })
    waits.push(`${way} ${(ms / 1000).toFixed(1)} s`)
  }
  say(
    `     ${connection.name}: a refused sign-in before hydration is answered: ${waits.join(', ')}`,
  )
}

function within(name: string, value: number, max: number): void {
  const met = value <= max
  const shown = Number.isInteger(value) ? String(value) : value.toFixed(3)
  say(`${met ? 'ok  ' : 'OVER'} ${name}: ${shown} (at most ${max})`)
  if (!met) process.exitCode = 1
}

async function audit(address: string, name: string, port: number): Promise<void> {
  const outcome = await lighthouse(address, { port, output: 'json', logLevel: 'error' })
  if (!outcome) throw new Error(`no report for ${name}`)
  const { categories, audits } = outcome.lhr
  const scores = Object.values(categories).map(({ title, score }) => ({
    title,
    score: Math.round((score ?? 0) * 100),
  }))
  const times = ['largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift']
  const figures = times.map((id) => audits[id]?.displayValue ?? '?').join(' · ')
  const marks = scores.map(({ title, score }) => `${title} ${score}`).join(' · ')
  say(`${name}: ${marks} (${figures})`)
  for (const audit of Object.values(audits)) {
    if (audit.scoreDisplayMode === 'binary' && audit.score === 0) say(`   ${audit.id}`)
  }
  if (scores.some(({ score }) => score < FLOOR)) process.exitCode = 1
}
