import path from 'node:path'
import type { Browser } from 'playwright-core'
import { openMailStore } from '#sandbox/mail/mail-store.ts'
import { addMs, bogotaDate, MINUTE_MS, systemClock } from '#server/platform/clock.ts'
import { readCommand } from '#server/platform/command.ts'
import { launchBrowser, newPage } from '#test/e2e/browser.ts'
import type { Telephones } from '#test/e2e/people.ts'
import { aVerifiedDriver } from '#test/factories.ts'
import { ensureWebBuilt } from '../../scripts/build-web.ts'
import { say } from '../../scripts/project.ts'
import { type Cluster, openCluster } from './cluster.ts'
import { withDeps } from './deps.ts'
import { playSteps } from './steps.ts'
import { type Phone, type Stage, storySteps } from './story-steps.ts'

readCommand({
  call: 'ops/ha/story',
  about:
    'Starts the cluster and plays the story of a trip in Chromium against the proxy. Prints ' +
    'each step with its time and ends with `N passed, N failed`.',
  exits: { 1: 'a step failed' },
})

const PHONE = { width: 360, height: 740 }
/** Time to the departure. The run sheet opens an hour before it, boarding two hours before. */
const DEPARTS_IN_MS = 45 * MINUTE_MS
const STEP_MS = 20_000
/** Number of mails read from sandbox-mail.sqlite. */
const MAILS = 200

await ensureWebBuilt()
const cluster = await openCluster({ namesServers: true })
try {
  const browser = await launchBrowser()
  try {
    process.exitCode = await withDeps(cluster, async (deps) => {
      const driver = await aVerifiedDriver(deps, { firstName: 'Carlos', lastName: 'Rojas' })
      const departsAt = addMs(systemClock.now(), DEPARTS_IN_MS)
      const stage: Stage = {
        cluster,
        driver,
        departs: { date: bogotaDate(departsAt), time: bogotaTime(departsAt) },
        driverPhone: await openPhone(browser, cluster),
        passengerPhone: await openPhone(browser, cluster),
        mail: openMailbox(cluster),
        telephones: openTelephones(cluster),
        ledger: deps,
      }
      const { failed } = await playSteps(storySteps(stage), say)
      return failed
    })
  } finally {
    await browser.close()
  }
} finally {
  await cluster.stop()
}

async function openPhone(browser: Browser, { site }: Cluster): Promise<Phone> {
  const { page, assertClean } = await newPage(browser, { ...PHONE, baseURL: site })
  page.setDefaultTimeout(STEP_MS)
  const phone: Phone = { page, assertClean, streams: [] }
  page.on('response', (answer) => {
    if (new URL(answer.url()).pathname !== '/api/events') return
    phone.streams.push(answer.headers()['x-served-by'] ?? '')
  })
  return phone
}

/** Time in Bogotá as `HH:MM`. */
function bogotaTime(at: Date): string {
  return at.toLocaleTimeString('es-CO', {
    timeZone: 'America/Bogota',
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  })
}

/** All processes deliver mail to one file. */
function openMailbox({ dataDir }: Cluster) {
  const store = openMailStore(path.join(dataDir, 'sandbox-mail.sqlite'))
  return { messages: (to?: string) => store.list(to, MAILS) }
}

/** Each process shows only the messages that it sent. */
function openTelephones({ servers }: Cluster): Telephones {
  return {
    async messages(to) {
      const pages = servers.map(async ({ url }) => (await fetch(`${url}/sandbox/text/`)).text())
      const cards = (await Promise.all(pages)).flatMap((page) => page.split('<section').slice(1))
      // The text comes after the line with channel, number and time.
      return cards
        .filter((card) => card.includes(to.slice(1)))
        .map((card) => ({ text: card.split('</p>')[1] ?? '' }))
    },
  }
}
