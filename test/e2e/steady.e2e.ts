import type { Browser, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '#server/demo/people.ts'
import { seedDemo } from '#server/demo/seed-demo.ts'
import { addMs, bogotaDate, DAY_MS } from '#server/platform/clock.ts'
import { aTrip } from '../trip-factories.ts'
import { launchBrowser, networkQuiet, newPage } from './browser.ts'
import { logIn } from './people.ts'
import { choosePlace } from './publish-steps.ts'
import { demoEmails, type Screen, screensOf } from './screens.ts'
import { openTestSite, type TestSite } from './site.ts'
import { enterAs, holdCode } from './visits.ts'

// Controls that a finger aims at must not move when a late response arrives.

const PHONE = { width: 360, height: 740 }
/** Number of pages in parallel: each mostly waits. */
const LANES = 3
/** Delays of responses in ms; each address always has the same delay. */
const DELAYS_MS = [100, 300, 500, 700]
/** Limit per visit; a good page has at most 0.1 (https://web.dev/articles/cls). */
const SHIFT_MAX = 0.05

let site: TestSite
let browser: Browser
let screens: Screen[]

beforeAll(async () => {
  site = await openTestSite()
  await seedDemo(site.deps)
  screens = await screensOf(site.url, '2026-11-22')
  browser = await launchBrowser()
}, 120_000)

afterAll(() => browser.close())

async function openPhone(as: Screen['as']): Promise<Page> {
  const { page } = await newPage(browser, { ...PHONE, site })
  page.setDefaultTimeout(10_000)
  await logIn(page, { email: demoEmails[as] ?? '', password: DEMO_PASSWORD })
  return page
}

type Shift = { value: number; moved: string[] }

/** Records the layout shifts of a page, except shifts of only its footer. */
function watchShifts(): void {
  const shifts: Shift[] = []
  Object.assign(window, { shifts })
  type Moved = { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }
  type Entry = PerformanceEntry & { value: number; sources: Moved[] }
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as Entry[]) {
      const moved = sources.flatMap(({ node, previousRect, currentRect }) => {
        if (!(node instanceof Element) || node.closest('footer')) return []
        return [`${previousRect.y} to ${currentRect.y}: ${node.textContent?.slice(0, 60)}`]
      })
      if (moved.length > 0) shifts.push({ value, moved })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

it.each(['passenger', 'driver', 'newcomer'] as const)(
  'does not move the screens of a %s while responses arrive',
  async (as) => {
    const left = screens.filter((each) => each.as === as)
    const moving = await Promise.all(Array.from({ length: LANES }, () => walk(as, left)))
    expect(moving.flat()).toEqual([])
  },
)

/** Takes screens from the list until none is left; returns the screens that moved. */
async function walk(as: Screen['as'], left: Screen[]): Promise<string[]> {
  const page = await openPhone(as)
  await page.addInitScript(watchShifts)
  await page.route('**/api/**', late)
  const moving: string[] = []
  for (let screen = left.shift(); screen; screen = left.shift()) {
    await page.goto(screen.path)
    if (screen.ready) await page.getByText(screen.ready).first().waitFor()
    await networkQuiet(page, 300)
    const shifts: Shift[] = await page.evaluate(() => Reflect.get(window, 'shifts'))
    const sum = shifts.reduce((total, { value }) => total + value, 0)
    if (sum > SHIFT_MAX) moving.push(`${screen.path} ${sum.toFixed(3)} ${JSON.stringify(shifts)}`)
  }
  await page.context().close()
  return moving
}

async function late(route: Route): Promise<void> {
  const { pathname } = new URL(route.request().url())
  const delay = DELAYS_MS[pathname.length % DELAYS_MS.length]
  if (!pathname.endsWith('/events')) await new Promise((done) => setTimeout(done, delay))
  await route.continue().catch(() => undefined)
}

it('accepts a press on the date step while the arrival is computed', async () => {
  const page = await openPhone('driver')
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
  // After the fortnight of trips that the driver has already.
  const day = bogotaDate(addMs(site.deps.clock.now(), 20 * DAY_MS))
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
  const { page, assertClean } = await newPage(browser, { ...PHONE, site })
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
  const boxes = await Promise.all(texts.map((text) => seen(text).boundingBox()))
  return boxes.map((box) => box?.y)
}

const firstView = {
  driver: ['Publicar viaje', 'Paso 1 de 6', '¿De dónde a dónde vas?', 'Origen', 'Destino'],
  visitor: ['Publicar viaje', 'Origen', 'Destino', 'Cupos', 'Elige origen y destino.'],
}

it.each(['driver', 'visitor'] as const)(
  'does not move the first view of publishing when the code of a %s arrives',
  async (as) => {
    const { page } =
      as === 'driver' ? { page: await openPhone(as) } : await newPage(browser, { ...PHONE, site })
    await page.addInitScript(watchShifts)
    const release = await holdCode(page)
    await page.goto('/publish')
    const before = await topsOf(page, firstView[as])
    expect(before).not.toContain(undefined)
    release()
    await page.getByRole('combobox', { name: 'Origen' }).waitFor()
    await networkQuiet(page, 300)
    expect(await topsOf(page, firstView[as])).toEqual(before)
    const shifts: Shift[] = await page.evaluate(() => Reflect.get(window, 'shifts'))
    expect(shifts).toEqual([])
  },
)
