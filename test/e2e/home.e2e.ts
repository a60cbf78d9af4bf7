import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { bookSeat } from '#server/modules/travel/bookings/index.ts'
import { addMs, MINUTE_MS } from '#server/platform/clock.ts'
import { derivedId } from '#server/platform/ids.ts'
import { aFundedWallet, aUser, type TestUser } from '../factories.ts'
import { aTrip, BOGOTA, GIRARDOT, IBAGUE, type TestTrip } from '../trip-factories.ts'
import { overflow, violations } from './accessible.ts'
import { networkQuiet, type WatchedPage, workerBrowser } from './browser.ts'
import { layoutShifts, watchShifts } from './layout-shifts.ts'
import { logInByCall } from './people.ts'
import { SIZES, shoot } from './shots.ts'
import { openTestSite, type TestSite } from './site.ts'
import { usedPage } from './used-pages.ts'
import { boxOf } from './wait-for.ts'

// The home page of a signed-in person: greeting, next trip and search in one view, from the device
// first; nothing of it for visitors, and nothing of one person for the next.

const DEPARTS_AT = new Date('2026-11-21T15:14:00-05:00')
const SHIFT_MAX = 0.02

let site: TestSite
let browser: Browser
let laura: TestUser
let trip: TestTrip
let bookingId: string

beforeAll(async () => {
  site = await openTestSite()
  browser = await workerBrowser()
  laura = await aUser(site.deps, { firstName: 'Laura', lastName: 'Mora' })
  await aFundedWallet(site.deps, laura.userId, 100_000)
  trip = await aTrip(site.deps, { stops: [IBAGUE, GIRARDOT, BOGOTA], departsAt: DEPARTS_AT })
  const { booking } = await bookSeat(site.deps, laura, {
    tripId: trip.tripId,
    fromStopId: trip.stop(IBAGUE),
    toStopId: trip.stop(BOGOTA),
    seats: 1,
    paymentMode: 'billetera',
    fromPointId: derivedId('safe-point', 'ibague-terminal'),
  })
  bookingId = booking.id
})

async function open(size = SIZES.phone): Promise<WatchedPage> {
  const watched = await usedPage(browser, { ...size, site })
  watched.page.setDefaultTimeout(20_000)
  return watched
}

/** What the device knows after a visit of the ticket and a search. */
let device: Record<string, string> | null = null

/** Opens a phone as on a later day: a ticket was looked at, and a way was searched. */
async function returning(): Promise<WatchedPage> {
  const watched = await open()
  const { page } = watched
  await logInByCall(page, laura)
  device ??= await lookAround(page)
  await page.evaluate((known) => {
    for (const [key, text] of Object.entries(known)) localStorage.setItem(key, text)
  }, device)
  await page.addInitScript(watchShifts)
  return watched
}

async function lookAround(page: Page): Promise<Record<string, string>> {
  await page.goto(`/bookings/${bookingId}`)
  await page.waitForFunction((key) => localStorage.getItem(key), `ticket:${bookingId}`)
  await page.goto(`/trips?from=${BOGOTA}&to=${IBAGUE}`)
  await page.waitForFunction(() => localStorage.getItem('recent-searches'))
  return await page.evaluate(() =>
    Object.fromEntries(Object.entries(localStorage).filter(([key]) => !/token/.test(key))),
  )
}

async function home(page: Page): Promise<void> {
  await page.goto('/')
  await networkQuiet(page)
}

async function shift(page: Page): Promise<number> {
  return (await layoutShifts(page)).reduce((sum, { value }) => sum + value, 0)
}

const now = (page: Page) => page.locator('[data-slot="now"]')
const bottom = async (page: Page) => {
  const box = await boxOf(page.getByRole('button', { name: 'Buscar viaje' }))
  return box.y + box.height
}
/** Top of the phone's bar. */
const BAR = 676

it('greets, shows the next trip and the filled search in one view, without moving', async () => {
  const { page, assertClean, close } = await returning()
  await home(page)
  await page.getByRole('heading', { level: 1, name: 'Hola, Laura' }).waitFor()
  await expect.poll(() => now(page).textContent()).toContain('Mañana a Bogotá')
  await expect.poll(() => now(page).textContent()).toMatch(/3:14\sp\.\sm\.Terminal/)
  await expect.poll(() => page.getByLabel('Desde').inputValue()).toBe('Bogotá')
  await expect.poll(() => page.getByLabel('Hasta').inputValue()).toBe('Ibagué')
  expect(await bottom(page)).toBeLessThan(BAR)
  expect((await boxOf(now(page))).height).toBe(96)
  expect(await shift(page)).toBeLessThan(SHIFT_MAX)
  await page.getByRole('link', { name: /Bogotá → Ibagué/ }).waitFor()
  const fold = page.locator('details', { hasText: 'Por qué viajar con Cupo' })
  await expect.poll(() => fold.getByText('Seguridad Total').isVisible()).toBe(false)
  await fold.locator('summary').click()
  await fold.getByText('Seguridad Total').waitFor()
  await fold.locator('summary').click()
  expect(await violations(page)).toEqual([])
  await shoot(page, 'home-next')
  for (const size of [{ width: 320, height: 640 }]) {
    await page.setViewportSize(size)
    expect(await overflow(page)).toBe(0)
  }
  await page.setViewportSize(SIZES.phone)
  await now(page).click()
  await page.waitForURL(`**/bookings/${bookingId}`)
  assertClean()
  await close()
})

it('shows the car to look for on the day of travel, in its reserved place', async () => {
  const { page, assertClean, close } = await returning()
  site.deps.clock.set(addMs(DEPARTS_AT, -60 * MINUTE_MS))
  await page.clock.setFixedTime(site.deps.clock.now())
  await home(page)
  await expect.poll(() => now(page).textContent()).toMatch(/^Hoy a Bogotá3:14/)
  expect((await boxOf(now(page))).height).toBe(140)
  expect(await bottom(page)).toBeLessThan(BAR)
  expect(await shift(page)).toBeLessThan(SHIFT_MAX)
  await page
    .locator('[data-slot="plate"]')
    .getByText(/^[A-Z]{3} ?\d{3}$/)
    .waitFor()
  await shoot(page, 'home-day')
  // The access token has expired, and is renewed.
  assertClean({ allow: [/status of 401/] })
  await close()
})

it('replaces what it shows when somebody else signs in with the same phone', async () => {
  const { page, close } = await returning()
  await home(page)
  await expect.poll(() => now(page).textContent()).toContain('3:14')
  const other = await page.context().newPage()
  await other.goto('/about', { waitUntil: 'networkidle' })
  await other.getByRole('button', { name: 'Abrir menú' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Cerrar Sesión' }).click()
  await other.waitForURL(`${site.url}/`)
  await expect.poll(() => now(page).textContent()).not.toContain('3:14')
  await expect.poll(() => page.getByLabel('Desde').inputValue()).toBe('')
  await page.getByRole('heading', { level: 1, name: 'Hay un cupo libre' }).waitFor()
  await expect.poll(() => page.locator('body').textContent()).not.toContain('Laura')
  await logInByCall(other, await aUser(site.deps, { firstName: 'Sara', lastName: 'Gil' }))
  await other.goto('/', { waitUntil: 'networkidle' })
  await page.getByRole('heading', { level: 1, name: 'Hola, Sara' }).waitFor()
  for (const each of [page, other]) {
    const text = await each.locator('main').textContent()
    expect(text).toContain('Sin viajes por ahora')
    expect(text).not.toMatch(/Laura|3:14|64\.100/)
  }
  await close()
})

it('is the same as before for visitors, who load nothing of it', async () => {
  const { page, assertClean, close } = await open()
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await page.addInitScript(watchShifts)
  await home(page)
  await page.getByRole('heading', { level: 1, name: 'Hay un cupo libre' }).waitFor()
  await expect.poll(() => page.getByRole('heading', { level: 1 }).count()).toBe(1)
  for (const name of ['Por qué viajar con Cupo', 'Cómo funciona', 'Explora Cupo']) {
    await page.getByRole('heading', { level: 2, name }).waitFor()
  }
  await page.getByText('Seguridad Total').waitFor()
  await expect.poll(() => page.getByText('Conoce Cupo').isVisible()).toBe(false)
  expect(loaded.filter((url) => /home-now|entry\.client/.test(url))).toEqual([])
  expect(await shift(page)).toBeLessThan(SHIFT_MAX)
  await shoot(page, 'home-visitor')
  assertClean()
  await close()
})
