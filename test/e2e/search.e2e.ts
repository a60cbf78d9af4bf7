import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { addMs, bogotaDate, DAY_MS, startOfBogotaDate } from '#server/platform/clock.ts'
import { asOwner } from '../db.ts'
import { aVerifiedDriver, type TestDriver } from '../factories.ts'
import { postForm } from '../http-client.ts'
import { aPhoto } from '../images.ts'
import { aTrip, BOGOTA, CALI } from '../trip-factories.ts'
import { overflow, violations } from './accessible.ts'
import { networkQuiet, workerBrowser } from './browser.ts'
import { SIZES, shoot } from './shots.ts'
import { openTestSite, type TestSite } from './site.ts'
import { usedPage } from './used-pages.ts'
import { hydrated } from './visits.ts'
import { boxOf } from './wait-for.ts'

// More trips than fit on a page: filters, order and counts must cover all of them.

const TRIPS = 60

let site: TestSite
let browser: Browser
let address: string
let driver: TestDriver
const shots = process.env.E2E_SHOTS

beforeAll(async () => {
  site = await openTestSite()
  browser = await workerBrowser()
  const day = bogotaDate(addMs(site.deps.clock.now(), 7 * DAY_MS))
  address = `/trips?from=${BOGOTA}&to=${CALI}&date=${day}`
  driver = await aVerifiedDriver(site.deps)
  const { tripId } = await aTrip(site.deps, { driver, departsAt: startOfBogotaDate(day) })
  await repeat(tripId, TRIPS - 1)
})

/** Copies a trip every 20 minutes, each a little cheaper; every third allows pets. */
async function repeat(tripId: string, times: number): Promise<void> {
  await asOwner(
    site.deps.databaseUrl,
    `with made as (
       insert into trips (id, driver_id, vehicle_id, corridor_id, status, departs_at, arrives_at,
         seats, seat_price, declared_seqs, price_cumulative, payment_modes, instant,
         en_route_pickups, preferences, quote, created_at)
       select uuidv7(), driver_id, vehicle_id, corridor_id, status,
         departs_at + make_interval(mins => 20 * no), arrives_at + make_interval(mins => 20 * no),
         seats, seat_price, declared_seqs,
         array(select case when pesos = 0 then 0 else pesos - 100 * no end
           from unnest(price_cumulative) with ordinality as p (pesos, at) order by at),
         payment_modes, instant, en_route_pickups,
         preferences || jsonb_build_object('pets', no % 3 = 0), quote, created_at
       from trips cross join generate_series(1, $2::int) as no where id = $1
       returning id
     )
     insert into trip_seats (trip_id, seats_left, capacity)
     select made.id, s.seats_left, s.capacity from made, trip_seats s where s.trip_id = $1`,
    [tripId, times],
  )
}

const cards = (page: Page) => page.getByRole('link', { name: /^Viaje de / })
const count = (page: Page, words: string) => page.getByText(words, { exact: true }).waitFor()
const look = async (page: Page, name: string) => {
  if (shots) await page.screenshot({ path: `${shots}/search-${name}.png` })
}

async function open(size: { width: number; height: number }, path = address) {
  const watched = await usedPage(browser, { ...size, site })
  watched.page.setDefaultTimeout(10_000)
  await watched.page.goto(path)
  return watched
}

async function priceOf(page: Page, at: 'first' | 'last'): Promise<number> {
  const label = await cards(page)[at]().getAttribute('aria-label')
  return Number(label?.replace(/^.*\$/, '').replace(/\D/g, ''))
}

it('begins the results above 400 px on a desktop, and says their number once', async () => {
  const { page, assertClean, close } = await open(SIZES.desk)
  const first = cards(page).first()
  await first.waitFor()
  await networkQuiet(page)
  expect((await boxOf(first)).y).toBeLessThan(400)
  const said = page.getByRole('main').getByText(/60 viajes/)
  const seen = await said.evaluateAll((all) => all.filter((node) => node.clientWidth > 1).length)
  expect(seen).toBe(1)
  await look(page, 'desk-top')
  await page.mouse.wheel(0, 300)
  const scrolled = () => page.evaluate(() => window.scrollY)
  await expect.poll(scrolled).toBe(300)
  // Not `selectOption`, which would scroll to the control.
  await page.getByLabel('Ordenar por').evaluate((select) => {
    Object.assign(select, { value: 'precio' })
    select.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await page.waitForURL(/orden=precio/)
  await networkQuiet(page)
  expect(await scrolled()).toBe(300)
  assertClean()
  await close()
})

it('filters and orders all trips of the day, and stores both in the address', async () => {
  const { page, assertClean } = await open({ width: 360, height: 740 })
  await count(page, '60 viajes encontrados')
  await page.getByRole('link', { name: /60 viajes/ }).waitFor()
  await expect.poll(() => cards(page).count()).toBe(50)
  expect((await boxOf(cards(page).first())).y).toBeLessThan(320)
  await page.getByText('Faltan 10 viajes por mostrar.').waitFor()
  await page.getByRole('button', { name: 'Ver más' }).click()
  await cards(page)
    .nth(TRIPS - 1)
    .waitFor()
  await expect.poll(() => cards(page).count()).toBe(TRIPS)

  // The cheapest trip is the last to leave, beyond the first page.
  const least = await priceOf(page, 'last')
  await page.getByLabel('Ordenar por').selectOption('Menor precio')
  await page.waitForURL(/orden=precio/)
  await expect.poll(() => priceOf(page, 'first')).toBe(least)

  await page.getByRole('button', { name: 'Filtros' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filtros' })
  await sheet.getByRole('button', { name: 'Ver 60 viajes' }).waitFor()
  await sheet.getByRole('checkbox', { name: /Acepta mascotas \(19\)/ }).check()
  await sheet.getByRole('button', { name: 'Ver 19 viajes' }).waitFor()
  await expect
    .poll(() => sheet.getByRole('checkbox', { name: /Solo mujeres \(0\)/ }).isDisabled())
    .toBe(true)
  await look(page, 'filtros')
  await sheet.getByRole('checkbox', { name: /Mañana/ }).check()
  await sheet.getByRole('button', { name: 'Ver 6 viajes' }).click()
  await page.waitForURL(/filtros=mascotas&hora=manana/)
  await count(page, '6 viajes encontrados')
  await expect.poll(() => cards(page).count()).toBe(6)
  await look(page, 'filtrado')
  await page.reload()
  await count(page, '6 viajes encontrados')
  await page.getByRole('button', { name: 'Quitar filtro: Mañana' }).click()
  await count(page, '19 viajes encontrados')
  await page.goBack()
  await count(page, '6 viajes encontrados')
  await page.getByRole('button', { name: 'Quitar filtros' }).click()
  await count(page, '60 viajes encontrados')
  expect(new URL(page.url()).searchParams.get('orden')).toBe('precio')
  assertClean()
})

it('shows the days of the server on a phone with a wrong date', async () => {
  const tomorrow = addMs(site.deps.clock.now(), DAY_MS)
  const { page, assertClean, close } = await usedPage(browser, { width: 360, height: 740, site })
  await page.clock.setSystemTime(tomorrow)
  await page.goto(`/trips?from=${BOGOTA}&to=${CALI}&date=${bogotaDate(tomorrow)}`)
  await page.getByText('Mañana · 1 cupo').waitFor()
  await hydrated(page)
  await page.getByRole('link', { name: 'Avísame' }).waitFor()
  await expect.poll(() => page.getByText('Mañana · 1 cupo').count()).toBe(1)
  await expect
    .poll(() => page.getByRole('navigation', { name: 'Fechas cercanas' }).textContent())
    .toMatch(/^vie 20 nov/i)
  assertClean()
  await close()
})

it('shows the driver to everybody, from the card and from the trip', async () => {
  const { page, assertClean } = await open({ width: 360, height: 740 })
  const photo = { bytes: await aPhoto() }
  await postForm(site.app, '/users/me/photo', {
    token: driver.token,
    fields: { consent: 'aceptado' },
    file: photo,
  })
  const name = /^Ver a quien conduce: Carlos R\./
  await page.getByRole('link', { name }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Carlos R.' }).waitFor()
  await page.getByText('Carro con documentos al día').waitFor()
  await page.getByText('Renault Logan 2019').waitFor()
  await expect.poll(() => page.getByText('Rojas').count()).toBe(0)
  const portrait = page.locator('main img')
  await expect
    .poll(() => portrait.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(512)
  await shoot(page, 'persona')
  await page.goBack()
  await cards(page).first().click()
  await page.getByRole('heading', { level: 1, name: /Bogotá → Cali/ }).waitFor()
  const small = page.locator('main img').first()
  await expect.poll(() => small.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(128)
  await page.getByRole('link', { name: 'Ver su perfil' }).click()
  await page.waitForURL(`**/personas/${driver.userId}`)
  assertClean()
})

it('downloads the map on request and leads from it to the trips on a phone', async () => {
  const { page, assertClean, close } = await open({ width: 360, height: 740 })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await count(page, '60 viajes encontrados')
  const ofMap = () => asked.filter((url) => /results-map|maps\/tiles/.test(url))
  expect(ofMap()).toEqual([])
  await page.getByRole('button', { name: 'Mapa' }).click()
  await page.waitForURL(/vista=mapa/)
  const map = page.getByRole('application', { name: 'Mapa de los viajes encontrados' })
  const bubble = map.getByRole('button', { name: /^Bogotá: desde .* 50 viajes$/ })
  await bubble.waitFor()
  expect(ofMap().length).toBeGreaterThan(0)
  await expect.poll(() => bubble.getAttribute('aria-pressed')).toBe('true')
  await page.getByRole('heading', { name: 'Desde Bogotá · 50 viajes' }).waitFor()
  await map.locator('path.map-part').waitFor({ state: 'attached' })
  if (shots) await page.waitForTimeout(400)
  await look(page, 'mapa-360')
  await page.getByRole('button', { name: 'Ver más' }).click()
  await map.getByRole('button', { name: /^Bogotá: .* 60 viajes$/ }).click()
  await page.goBack()
  await page.waitForURL((url) => !url.searchParams.has('vista'))
  await map.waitFor({ state: 'detached' })
  assertClean()
  await close()
})

it('shows the map beside the list on a desktop, and leads from a place to its trip', async () => {
  const { page, assertClean, close } = await open({ width: 1280, height: 800 })
  const map = page.getByRole('application', { name: 'Mapa de los viajes encontrados' })
  const bubble = map.getByRole('button', { name: /^Bogotá: desde .* 50 viajes$/ })
  await bubble.click()
  const focused = () =>
    cards(page)
      .first()
      .evaluate((link) => link === document.activeElement)
  await expect.poll(focused).toBe(true)
  await map.locator('path.map-part').waitFor({ state: 'attached' })
  await expect.poll(() => page.getByRole('button', { name: 'Mapa' }).isVisible()).toBe(false)
  await look(page, 'mapa-1280')
  assertClean()
  await close()
})

it('reports offline that the map cannot load, and keeps the list', async () => {
  const { page } = await open({ width: 360, height: 740 })
  await count(page, '60 viajes encontrados')
  await hydrated(page)
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Mapa' }).click()
  await page.getByText(/podrás ver el mapa/).waitFor()
  await look(page, 'mapa-sin-red')
  await page.getByRole('button', { name: 'Lista' }).click()
  await expect.poll(() => cards(page).count()).toBe(50)
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Mapa' }).click()
  await page.getByRole('application', { name: 'Mapa de los viajes encontrados' }).waitFor()
})

it('shows the message about a missing place above the list of places', async () => {
  const { page, assertClean } = await open({ width: 360, height: 740 }, '/trips')
  await page.getByRole('main').getByRole('button', { name: 'Buscar viaje' }).click()
  const from = page.getByLabel('Desde')
  await expect.poll(() => from.evaluate((input) => input === document.activeElement)).toBe(true)
  const problem = page.getByText('Elige de la lista de dónde sales.')
  const onTop = await problem.evaluate((text) => {
    const { x, y, width, height } = text.getBoundingClientRect()
    return text.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })
  expect(onTop).toBe(true)
  await from.fill('Ibag')
  await page.getByRole('option', { name: /^Ibagué/ }).click()
  await expect.poll(() => problem.count()).toBe(0)
  assertClean()
})

it('shares a trip and a search with the share sheet of the device', async () => {
  const { page, close, assertClean } = await open({ width: 360, height: 740 })
  await page.addInitScript(() => {
    const sent: ShareData[] = []
    const share = async (data: ShareData) => void sent.push(data)
    Object.assign(window, { sent })
    Object.defineProperty(Navigator.prototype, 'share', { value: share, configurable: true })
  })
  await page.reload()
  const sent = () => page.evaluate(() => (window as unknown as { sent: ShareData[] }).sent)
  await page.getByRole('button', { name: 'Compartir búsqueda' }).click()
  await expect.poll(sent).toMatchObject([{ url: `${site.url}${address}&seats=1` }])
  await cards(page).first().click()
  await page.getByRole('button', { name: 'Compartir viaje' }).click()
  await expect.poll(async () => (await sent()).length).toBe(2)
  expect((await sent())[1]?.url).toMatch(/\/trips\/[\w-]+\?from=[\w.-]+&to=[\w.-]+$/)
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  assertClean()
  await close()
})

it('offers an earlier search again until it is cleared', async () => {
  const { page, close, assertClean } = await open(SIZES.phone)
  // The trips are in the first HTML; the app's code stores the search later.
  await page.waitForFunction(() => localStorage.getItem('recent-searches') !== null)
  await page.goto('/trips')
  const recent = page.getByRole('region', { name: 'Búsquedas recientes' })
  await recent.getByRole('link', { name: 'Bogotá → Cali' }).waitFor()
  expect([await violations(page), await overflow(page)]).toEqual([[], 0])
  await shoot(page, 'recent')
  await recent.getByRole('link').click()
  await page.waitForURL(/from=11001&to=76001/)
  await page.goto('/trips')
  await recent.getByRole('button', { name: /^Borrar/ }).click()
  await recent.waitFor({ state: 'detached' })
  expect(await page.evaluate(() => localStorage.getItem('recent-searches'))).toBeNull()
  assertClean()
  await close()
})

it('fills in the city of the phone on request, and reports a refused permission', async () => {
  const { page, close, assertClean } = await open(SIZES.phone, '/trips')
  const here = page.getByRole('button', { name: 'Salir de mi ubicación' })
  await here.click()
  await page.getByText(/Tu navegador no nos deja ver dónde estás\. Escribe la ciudad/).waitFor()
  expect([await violations(page), await overflow(page)]).toEqual([[], 0])
  await page.context().grantPermissions(['geolocation'])
  await page.context().setGeolocation({ latitude: 4.4389, longitude: -75.2322 })
  await here.click()
  const from = page.getByRole('combobox', { name: 'Desde' })
  await expect.poll(() => from.inputValue()).toBe('Ibagué')
  assertClean()
  await close()
})
