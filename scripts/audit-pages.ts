import lighthouse from 'lighthouse'
import type { Browser } from 'playwright-core'
import { readCommand } from '#server/platform/command.ts'
import { launchBrowser } from '#test/e2e/browser.ts'
import { freePort } from '#test/free-port.ts'
import { addDays, today } from '#web/lib/format.ts'
import { withDemoServer } from './demo-server.ts'
import { pressToAnswer, refusedSignIn } from './early-press.ts'
import { type Connection, firstResult } from './first-result.ts'
import { say } from './project.ts'

readCommand({
  call: 'npm run audit:pages',
  about:
    'Measures the pages people meet first: Lighthouse on a phone with slow 4G, simulated, how ' +
    'soon the first result of a search can be read, and how soon a press is answered while the ' +
    'code starts (docs/decisions/0045).',
  exits: { 1: 'a budget is not met' },
})

const FLOOR = 98
const LAYOUT_SHIFT_MAX = 0.02
/** Runs of Lighthouse per page: the scores of single runs differ by up to 7 points. */
const RUNS = 5

type Budgets = { readableMaxMs: number; pressMaxMs: number }

const CONNECTIONS: (Connection & Budgets)[] = [
  {
    name: '1.6 Mbit/s, 150 ms',
    kbitPerSecond: 1_600,
    latencyMs: 150,
    readableMaxMs: 900,
    pressMaxMs: 2_200,
  },
  {
    name: '400 kbit/s, 400 ms',
    kbitPerSecond: 400,
    latencyMs: 400,
    readableMaxMs: 2_000,
    pressMaxMs: 7_000,
  },
]

/** Search from Bogotá to Ibagué tomorrow: the demonstration data has trips there. */
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

/** Path of a trip that the search finds. */
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
  say(`     ${connection.name}: ${seen.requests} requests`)
}

/**
 * Milliseconds from a press before hydration until its result can be read. Buttons wait for the
 * app, which replays the press; forms of public pages are sent by the browser
 * (docs/decisions/0044).
 */
async function earlyPress(browser: Browser, url: string, connection: (typeof CONNECTIONS)[number]) {
  const measure = (way: 'sent' | 'replayed') =>
    pressToAnswer(browser, url, connection, { way, signIn: refusedSignIn })
  const { name, pressMaxMs } = connection
  const replayed = (await measure('replayed')) / 1000
  within(`${name}: a press before hydration is answered, s`, replayed, pressMaxMs / 1000)
  say(`     ${name}: a form that is sent before, s: ${((await measure('sent')) / 1000).toFixed(1)}`)
}

function within(name: string, value: number, max: number): void {
  const met = value <= max
  const shown = Number.isInteger(value) ? String(value) : value.toFixed(3)
  say(`${met ? 'ok  ' : 'OVER'} ${name}: ${shown} (at most ${max})`)
  if (!met) process.exitCode = 1
}

type Run = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']

/** Prints the run with the median performance, and fails if one of its scores is too low. */
async function audit(address: string, name: string, port: number): Promise<void> {
  const runs: Run[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const outcome = await lighthouse(address, { port, output: 'json', logLevel: 'error' })
    if (!outcome) throw new Error(`no report for ${name}`)
    runs.push(outcome.lhr)
  }
  const performance = (run: Run) => run.categories.performance?.score ?? 0
  runs.sort((a, b) => performance(a) - performance(b))
  const { categories, audits } = runs[Math.floor(RUNS / 2)] as Run
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
    // The score of its category is then null, which is shown as 0.
    if (audit.scoreDisplayMode === 'error')
      say(`   ${audit.id} failed to run: ${audit.errorMessage}`)
  }
  if (scores.some(({ score }) => score < FLOOR)) process.exitCode = 1
}
