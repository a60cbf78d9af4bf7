import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { walletTotals } from '#server/modules/bank/ledger/index.ts'
import { type Booking, bookSeat } from '#server/modules/travel/bookings/index.ts'
import { findTripFacts, stopId } from '#server/modules/travel/trips/index.ts'
import { addMs, MINUTE_MS } from '#server/platform/clock.ts'
import { asOwner } from '../db.ts'
import { aFundedWallet, aUser, aVerifiedDriver, type TestDriver } from '../factories.ts'
import { expectConsistent } from '../race/invariants.ts'
import { overflow, violations } from './accessible.ts'
import { type WatchedPage, workerBrowser } from './browser.ts'
import { confirmEmail, logInByCall, pesosText, signUp, topUp } from './people.ts'
import { publishTrip } from './publish-steps.ts'
import { shoot } from './shots.ts'
import { openTestSite, type TestSite } from './site.ts'
import { checkIn, findAndBook, openTicket } from './travel-steps.ts'
import { usedPage } from './used-pages.ts'

// The main use case through the screens: a driver publishes a trip, one passenger tops up and
// travels the second half, another one the first half, and the money is paid out correctly.

const FRIDAY = '2026-11-27'
const PHONE = { width: 360, height: 740 }
const camila = {
  email: 'camila@correo.test',
  first: 'Camila',
  last: 'Ortiz',
  password: 'Río Magdalena 7',
}

let site: TestSite
let browser: Browser
let driver: TestDriver
const windows: WatchedPage[] = []

beforeAll(async () => {
  site = await openTestSite()
  browser = await workerBrowser()
  driver = await aVerifiedDriver(site.deps, { firstName: 'Carlos', lastName: 'Rojas' })
})

async function openPhone(): Promise<Page> {
  const watched = await usedPage(browser, { ...PHONE, site })
  watched.page.setDefaultTimeout(10_000)
  windows.push(watched)
  return watched.page
}

/** Output of `npm run ledger:verify`. */
async function ledgerVerify(): Promise<string> {
  const env = { ...process.env, DATABASE_URL: site.deps.databaseUrl }
  const script = path.join(import.meta.dirname, '../../scripts/ledger-verify.ts')
  return (await promisify(execFile)(process.execPath, [script], { env })).stdout
}

async function expectBalance(page: Page, pesos: number): Promise<void> {
  await page.getByRole('main').getByText(pesosText(pesos)).first().waitFor()
}

const userId = async (email: string): Promise<string> => {
  const sql = 'select id from users where email_key = $1'
  return (await asOwner(site.deps.databaseUrl, sql, [email])).rows[0].id
}

/** The browser's install prompt is shown after the first booking; a refusal is final. */
async function refuseToInstall(page: Page): Promise<void> {
  const offer = () =>
    page.evaluate(() => {
      const event = new Event('beforeinstallprompt', { cancelable: true })
      return window.dispatchEvent(Object.assign(event, { prompt: async () => {} }))
    })
  const card = page.getByRole('region', { name: 'Instalar Cupo' })
  await expect.poll(() => card.count()).toBe(0)
  expect(await offer()).toBe(false) // The browser's own banner is not shown.
  await card.getByRole('button', { name: 'Instalar Cupo' }).waitFor()
  expect([await violations(page), await overflow(page)]).toEqual([[], 0])
  await shoot(page, 'install')
  await card.getByRole('button', { name: 'Ahora no' }).click()
  await card.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('heading', { name: 'Tu cupo está reservado' }).waitFor()
  await offer()
  expect(await page.evaluate(() => localStorage.getItem('install-offer'))).toBe('answered')
  await expect.poll(() => card.count()).toBe(0)
}

/** Opens the earnings from the wallet: net sums of week and trip, and the first action. */
async function expectEarnings(page: Page, net: number): Promise<void> {
  const main = page.getByRole('main')
  await main.getByRole('link', { name: 'Ganancias' }).click()
  await main.getByRole('heading', { name: 'Esta semana' }).waitFor()
  const sums = main.getByText(pesosText(net))
  // Of the week, the month and the trip.
  await expect.poll(() => sums.count()).toBeGreaterThanOrEqual(3)
  await expect.poll(() => main.getByRole('link').first().textContent()).toBe('Retirar')
}

/** Pedro books the first half, Bogotá → Ibagué, as others do on the screens. */
async function bookForPedro(tripId: string): Promise<Booking> {
  const { deps } = site
  const pedro = await aUser(deps, { firstName: 'Pedro', lastName: 'Luna' })
  await aFundedWallet(deps, pedro.userId, 100_000)
  const [bogota = 0, , ibague = 0] = (await findTripFacts(deps.db, tripId))?.declaredSeqs ?? []
  const part = { tripId, fromStopId: stopId(tripId, bogota), toStopId: stopId(tripId, ibague) }
  return (await bookSeat(deps, pedro, { ...part, seats: 1, paymentMode: 'billetera' })).booking
}

it('publishes, sells, boards and pays a trip with one passenger on each half', async () => {
  const [driverPage, first] = [await openPhone(), await openPhone()]
  await logInByCall(driverPage, driver)
  const tripId = await publishTrip(driverPage, { date: FRIDAY, car: /Renault Logan/ })

  await signUp(first, camila)
  await first.getByText('Confirma tu correo', { exact: true }).waitFor()
  await confirmEmail(first, site.mail, camila, { signedIn: true })
  await topUp(first, 60_000)
  await expectBalance(first, 60_000)
  const camilaPaid = await findAndBook(first, { from: 'Ibagué', to: 'Cali', date: FRIDAY })
  await refuseToInstall(first)
  const camilaCode = await openTicket(first)

  const { farePesos: pedroPaid, code: pedroCode } = await bookForPedro(tripId)

  // Friday, half an hour before leaving Bogotá; all access tokens have expired by then.
  const departure = new Date(`${FRIDAY}T06:00:00-05:00`)
  site.deps.clock.set(addMs(departure, -30 * MINUTE_MS))
  await checkIn(driverPage, tripId, pedroCode)
  site.deps.clock.set(addMs(departure, 4 * 60 * MINUTE_MS))
  await checkIn(driverPage, tripId, camilaCode)

  const gross = camilaPaid + pedroPaid
  const commission = Math.round(camilaPaid / 10) + Math.round(pedroPaid / 10)
  await driverPage.goto('/wallet')
  await expectBalance(driverPage, gross - commission)
  await expectEarnings(driverPage, gross - commission)
  await first.goto('/wallet')
  await expectBalance(first, 60_000 - camilaPaid)
  const totals = await walletTotals(site.deps.db, await userId(camila.email))
  expect(totals).toMatchObject({ available: 60_000 - camilaPaid, held: 0 })
  await expectConsistent(site.deps)
  expect(await ledgerVerify()).toMatch(/^ok /)
  // The only allowed problem: access tokens that expired with the clock and were renewed
  // immediately.
  for (const each of windows) each.assertClean({ allow: [/status of 401 .*\/api\//] })
})
