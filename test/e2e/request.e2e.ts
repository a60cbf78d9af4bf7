import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { walletTotals } from '#server/domains/ledger/ledger.public.ts'
import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { aFundedWallet, aUser, aVerifiedDriver, type TestUser } from '../factories.ts'
import { expectConsistent } from '../race/invariants.ts'
import { aTrip, BOGOTA, CALI } from '../trip-factories.ts'
import { launchBrowser, newPage, type WatchedPage } from './browser.ts'
import { logIn, pesosText } from './people.ts'
import { openTestSite, type TestSite } from './site.ts'

// A seat by request, with the money that was missing topped up on the way, and given up again.

const PHONE = { width: 360, height: 740 }

let site: TestSite
let browser: Browser
const windows: WatchedPage[] = []

beforeAll(async () => {
  site = await openTestSite()
  browser = await launchBrowser()
})

afterAll(() => browser.close())

async function openPhone(person: TestUser): Promise<Page> {
  const watched = await newPage(browser, { ...PHONE, baseURL: site.url })
  watched.page.setDefaultTimeout(10_000)
  windows.push(watched)
  await logIn(watched.page, person)
  return watched.page
}

/** From the banner of the review to the checkout, and back to the same review. */
async function topUpWhatIsMissing(page: Page, missing: number): Promise<void> {
  await page.getByText(/^Te faltan/).waitFor()
  await page
    .getByRole('link', { name: new RegExp(`Recargar.*${pesosText(missing).source}`) })
    .click()
  await page.waitForURL(/\/wallet/)
  await page.getByRole('button', { name: /^Recargar/ }).click()
  await page.waitForURL(/\/sandbox\/wompi\/p/)
  await page.getByRole('button', { name: 'Aprobar pago' }).click()
  await page.waitForURL(/\/confirmacion-pago/)
  await page.getByRole('heading', { name: /aprobad/i }).waitFor()
  await page
    .getByRole('link', { name: /reserva/i })
    .first()
    .click()
  await page.waitForURL(/\/book\?/)
}

it('a request is paid with a top-up on the way, accepted, and cancelled for half', async () => {
  const { deps } = site
  const driver = await aVerifiedDriver(deps, { firstName: 'Carlos', lastName: 'Rojas' })
  const departsAt = addMs(deps.clock.now(), 2 * DAY_MS)
  const trip = await aTrip(deps, { driver, departsAt, instant: false })
  const camila = await aUser(deps, { firstName: 'Camila', lastName: 'Ortiz' })
  const price = trip.facts.seatPrice
  const missing = 20_000
  await aFundedWallet(deps, camila.userId, price - missing)
  const [seat, wheel] = [await openPhone(camila), await openPhone(driver)]

  await seat.goto(`/trips/${trip.tripId}/book?from=${trip.stop(BOGOTA)}&to=${trip.stop(CALI)}`)
  await seat.getByRole('button', { name: 'Continuar' }).click()
  await topUpWhatIsMissing(seat, missing)
  await seat.getByRole('button', { name: 'Pedir cupo' }).click()
  await seat.getByRole('heading', { name: 'Tu solicitud va en camino' }).waitFor()
  await seat.getByRole('link', { name: 'Ver mi solicitud' }).click()
  await seat.waitForURL(/\/bookings\//)
  await seat.getByText('El conductor aún no responde').waitFor()
  expect(await walletTotals(deps.db, camila.userId)).toMatchObject({ available: 0, held: price })

  await wheel.goto(new URL(seat.url()).pathname)
  await wheel.getByRole('button', { name: 'Aceptar' }).click()
  await wheel.getByRole('button', { name: 'Aceptar' }).waitFor({ state: 'detached' })
  await seat.reload()
  await seat.getByRole('img', { name: /QR/ }).waitFor()

  // Within a day of leaving, and long after having booked.
  deps.clock.set(addMs(departsAt, -HOUR_MS))
  await seat.reload()
  await seat.getByRole('button', { name: 'Cancelar mi cupo' }).click()
  const back = Math.ceil(price / 2)
  const dialog = seat.getByRole('dialog')
  await dialog.getByText(pesosText(back)).first().waitFor()
  await dialog.getByRole('button', { name: 'Cancelar mi cupo' }).click()
  await seat.getByText('Cancelaste tu cupo').waitFor()
  await seat.getByText(new RegExp(`Volvieron ${pesosText(back).source}`)).waitFor()
  expect(await walletTotals(deps.db, camila.userId)).toMatchObject({ available: back, held: 0 })
  const kept = price - back
  const commission = Math.round(kept / 10)
  expect((await walletTotals(deps.db, driver.userId)).available).toBe(kept - commission)
  await expectConsistent(deps)
  for (const each of windows) each.assertClean({ allow: [/status of 401 .*\/api\//] })
})
