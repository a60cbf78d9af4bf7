import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { addMs, bogotaDate, DAY_MS } from '#server/platform/clock.ts'
import { aVerifiedDriver } from '../factories.ts'
import { aTrip } from '../trip-factories.ts'
import { networkQuiet, workerBrowser } from './browser.ts'
import { layoutShifts, watchShifts } from './layout-shifts.ts'
import { choosePlace } from './publish-steps.ts'
import { openTestSite, type TestSite } from './site.ts'
import { usedPage } from './used-pages.ts'
import { enterAs, holdCode } from './visits.ts'
import { boxOf } from './wait-for.ts'

// Controls that a finger aims at must not move when a late response arrives. routes.e2e.ts measures
// every screen.

const PHONE = { width: 360, height: 740 }

let site: TestSite
let browser: Browser

beforeAll(async () => {
  site = await openTestSite()
  browser = await workerBrowser()
}, 120_000)

async function openDriversPhone(): Promise<Page> {
  const { page } = await usedPage(browser, { ...PHONE, site })
  page.setDefaultTimeout(10_000)
  await enterAs(page, await aVerifiedDriver(site.deps))
  return page
}

it('accepts a press on the date step while the arrival is computed', async () => {
  const page = await openDriversPhone()
  const answer = Promise.withResolvers<void>()
  await page.goto('/publish')
  await choosePlace(page, 'Origen', 'Bogotá', /Bogotá/)
  await choosePlace(page, 'Destino', 'Villavicencio', /Villavicencio/)
  const next = page.getByRole('button', { name: 'Continuar' })
  await page.getByRole('heading', { name: '¿En qué punto se encuentran?' }).waitFor()
  await next.click()
  await page.route('**/api/trips/quote**', async (route) => {
    await answer.promise
    await route.continue()
  })
  const day = bogotaDate(addMs(site.deps.clock.now(), DAY_MS))
  await page.getByLabel('Fecha del viaje').fill(day)
  await page.getByLabel('Hora de salida').fill('06:00')
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await next.hover()
  await page.mouse.down()
  answer.resolve()
  await page.getByText(/de camino: llegarías a Villavicencio/).waitFor()
  await page.mouse.up()
  await page.getByRole('heading', { name: '¿En qué carro y con cuántos cupos?' }).waitFor()
})

it("reserves the place of the driver's view in the first HTML only for drivers", async () => {
  const trip = await aTrip(site.deps)
  const address = `/trips/${trip.tripId}?ver=conductor`
  const { page, assertClean } = await usedPage(browser, { ...PHONE, site })
  const places = () => page.getByRole('status').filter({ hasText: 'Cargando…' }).isVisible()
  const books = () => page.getByRole('link', { name: /^Reservar/ }).isVisible()
  const seen = async () => ({ places: await places(), books: await books() })
  let release = await holdCode(page)
  await page.goto(address)
  await expect.poll(seen).toEqual({ places: false, books: true })
  release()
  await page.getByRole('link', { name: 'Mis viajes' }).first().waitFor({ state: 'detached' })
  await expect.poll(seen).toEqual({ places: false, books: true })
  await enterAs(page, trip.driver)
  release = await holdCode(page)
  await page.goto(address)
  await expect.poll(seen).toEqual({ places: true, books: false })
  release()
  await page.getByRole('heading', { name: 'Tus pasajeros' }).waitFor()
  await expect.poll(seen).toEqual({ places: false, books: false })
  assertClean()
})

/** Distances of these texts from the top of the screen. */
async function topsOf(page: Page, texts: readonly string[]): Promise<(number | undefined)[]> {
  const seen = (text: string) =>
    page.getByRole('main').getByText(text, { exact: true }).filter({ visible: true }).first()
  const boxes = await Promise.all(texts.map((text) => boxOf(seen(text))))
  return boxes.map((box) => box.y)
}

const firstView = {
  driver: ['Publicar viaje', 'Paso 1 de 6', '¿De dónde a dónde vas?', 'Origen', 'Destino'],
  visitor: ['Publicar viaje', 'Origen', 'Destino', 'Cupos', 'Elige origen y destino.'],
}

it.each(['driver', 'visitor'] as const)(
  'does not move the first view of publishing when the code of a %s arrives',
  async (as) => {
    const { page } =
      as === 'driver'
        ? { page: await openDriversPhone() }
        : await usedPage(browser, { ...PHONE, site })
    await page.addInitScript(watchShifts)
    const release = await holdCode(page)
    await page.goto('/publish')
    const before = await topsOf(page, firstView[as])
    expect(before).not.toContain(undefined)
    release()
    await page.getByRole('combobox', { name: 'Origen' }).waitFor()
    await networkQuiet(page, 300)
    expect(await topsOf(page, firstView[as])).toEqual(before)
    expect(await layoutShifts(page)).toEqual([])
  },
)
