// `npm run audit:pages`: Lighthouse on a phone with slow 4G, simulated, for the pages people meet
// first. Prints the four scores of each; fails below the floor.
import lighthouse from 'lighthouse'
import { launchBrowser } from '#test/e2e/browser.ts'
import { freePort, withDemoServer } from './demo-server.ts'
import { say } from './project.ts'

const PAGES = ['/', '/benefits', '/login', '/trips?from=11001&to=50001']
const FLOOR = 95

await withDemoServer(async (url) => {
  const port = await freePort()
  const browser = await launchBrowser([`--remote-debugging-port=${port}`])
  try {
    for (const page of PAGES) await audit(`${url}${page}`, page, port)
  } finally {
    await browser.close()
  }
})

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
