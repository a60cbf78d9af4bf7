import { expect, it } from 'vitest'
import { addMs, bogotaDate, DAY_MS, HOUR_MS, startOfBogotaDate } from '#server/platform/clock.ts'
import { aTrip, BOGOTA } from '../trip-factories.ts'
import { overflow, violations } from './accessible.ts'
import { workerBrowser } from './browser.ts'
import { SIZES, shoot } from './shots.ts'
import { openTestSite, type TestSite } from './site.ts'
import { usedPage } from './used-pages.ts'
import { hydrated } from './visits.ts'
import { boxOf } from './wait-for.ts'

const [VILLAVICENCIO, TUNJA] = ['50001', '15001']

/** Two cars to Bogotá and two from there; returns the address of the search on this day. */
async function aDay(site: TestSite, days: number): Promise<{ day: Date; address: string }> {
  const date = bogotaDate(addMs(site.deps.clock.now(), days * DAY_MS))
  const day = startOfBogotaDate(date)
  const at = (hour: number) => addMs(day, hour * HOUR_MS)
  for (const hour of [6, 9]) {
    await aTrip(site.deps, { stops: [VILLAVICENCIO, BOGOTA], departsAt: at(hour) })
  }
  for (const hour of [11, 15]) {
    await aTrip(site.deps, { stops: [BOGOTA, TUNJA], departsAt: at(hour) })
  }
  return { day, address: `/trips?from=${VILLAVICENCIO}&to=${TUNJA}&date=${date}` }
}

it('finds two cars where no direct one goes, by keyboard and on a narrow screen', async () => {
  const site = await openTestSite()
  const { address } = await aDay(site, 7)
  const other = await aDay(site, 9)
  await aTrip(site.deps, {
    stops: [VILLAVICENCIO, BOGOTA, TUNJA],
    departsAt: addMs(other.day, 4 * HOUR_MS),
  })
  const browser = await workerBrowser()
  const { page, assertClean, close } = await usedPage(browser, { ...SIZES.phone, site })
  page.setDefaultTimeout(10_000)
  await page.goto(address)
  await page.getByRole('heading', { name: 'No hay un carro directo.' }).waitFor()
  await hydrated(page)
  const press = page.getByRole('link', { name: /^Reservar los dos/ })
  await expect.poll(() => press.count()).toBe(2)
  expect(await violations(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
  await shoot(page, 'connections')
  const hasFocus = () => press.first().evaluate((link) => link === document.activeElement)
  for (let presses = 0; presses < 60 && !(await hasFocus()); presses += 1) {
    await page.keyboard.press('Tab')
  }
  expect(await hasFocus()).toBe(true)
  // With one direct trip it stays first, and the change stands below it.
  await page.goto(other.address)
  await page.getByRole('heading', { name: 'Con un cambio de carro' }).waitFor()
  await hydrated(page)
  const [direct, change] = [
    await boxOf(page.getByRole('link', { name: /^Viaje de / })),
    await boxOf(press.first()),
  ]
  expect(direct?.y).toBeLessThan(change?.y ?? 0)
  await shoot(page, 'connections-beside')
  await assertClean()
  await close()
}, 120_000)
