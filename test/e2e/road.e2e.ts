import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { bookSeat } from '#server/modules/travel/bookings/index.ts'
import { addMs, DAY_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { TEST_NOW } from '../deps.ts'
import { aFundedWallet, aUser, aVerifiedDriver, freshToken } from '../factories.ts'
import { aTrip, BOGOTA, CALI, IBAGUE } from '../trip-factories.ts'
import { overflow, violations } from './accessible.ts'
import { workerBrowser } from './browser.ts'
import { SIZES, shoot } from './shots.ts'
import { openTestSite, type TestSite } from './site.ts'
import { enterAs, openVisit } from './visits.ts'

// The board of trips at a desk, by keyboard.

let site: TestSite

beforeAll(async () => {
  site = await openTestSite()
})

const DEPARTS = addMs(TEST_NOW, DAY_MS)

async function aRide(firstName: string, to: string) {
  const { deps } = site
  deps.clock.set(TEST_NOW)
  const driver = await aVerifiedDriver(deps, {
    firstName,
    lastName: 'Rojas',
    phone: '+573001112233',
  })
  const stops = to === CALI ? [BOGOTA, IBAGUE, CALI] : [BOGOTA, to]
  const trip = await aTrip(deps, { driver, departsAt: DEPARTS, stops })
  for (const name of ['Camila', 'Diana']) {
    const passenger = await aUser(deps, { firstName: name })
    await aFundedWallet(deps, passenger.userId, 300_000)
    const where = { tripId: trip.tripId, fromStopId: trip.stop(BOGOTA), toStopId: trip.stop(to) }
    await bookSeat(deps, passenger, { ...where, seats: 1, paymentMode: 'billetera' })
  }
  return trip
}

async function expectSound(page: Page, name: string): Promise<void> {
  await shoot(page, name)
  await page.setViewportSize(SIZES.desk)
  expect([await violations(page), await overflow(page)], name).toEqual([[], 0])
}

it('leads from the home to the late trip, its driver and its people by keyboard', async () => {
  const { deps } = site
  await aRide('Fabio', CALI)
  const moving = await aRide('Nora', IBAGUE)
  deps.clock.set(DEPARTS)
  const headers = {
    authorization: `Bearer ${await freshToken(deps, moving.driver)}`,
    'content-type': 'application/json',
  }
  const start = `${site.url}/api/trips/${moving.tripId}/start`
  expect((await fetch(start, { method: 'POST', body: '{}', headers })).status).toBe(200)
  deps.clock.set(addMs(DEPARTS, 52 * MINUTE_MS))
  const who = await aUser(deps, { firstName: 'Pilar', roles: ['passenger', 'support'] })
  const { page, assertClean } = await openVisit(await workerBrowser(), { ...SIZES.desk, site })
  await enterAs(page, who)
  await page.goto('/admin')
  await page.getByRole('heading', { name: 'En la vía ahora' }).waitFor()
  await expectSound(page, 'desk-home')
  await page.getByRole('link', { name: 'Ver tablero' }).click()
  await page.getByRole('heading', { name: 'En la vía', level: 1 }).waitFor()
  const detail = (name: string) => page.getByRole('heading', { name, level: 2, exact: true })
  await detail('Bogotá → Cali').waitFor()
  await page.getByText('2 de 2 ya pueden irse sin costo').waitFor()
  await page.keyboard.press('j')
  await detail('Bogotá → Ibagué').waitFor()
  await page.keyboard.press('k')
  await detail('Bogotá → Cali').waitFor()
  await page.keyboard.press('c')
  await page.getByRole('link', { name: '+57 300 111 2233' }).waitFor()
  await expectSound(page, 'desk-road')
  await page.keyboard.press('m')
  await page.getByLabel('Mensaje').fill('Ya lo estamos llamando.')
  await page.getByRole('button', { name: 'Enviar a los 3' }).click()
  await page.getByText(/El equipo les escribió a las/).waitFor()
  await page.setViewportSize(SIZES.phone)
  await page.getByRole('link', { name: 'Volver al tablero' }).click()
  await page.getByRole('link', { name: /Bogotá → Ibagué/ }).waitFor()
  await expectSound(page, 'desk-road-list')
  assertClean()
})
