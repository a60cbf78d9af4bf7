import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { aRoadNetwork, aTrip, BOGOTA, IBAGUE, type TestTrip } from '../trip-factories.ts'
import { workerBrowser } from './browser.ts'
import { openTestSite, type TestSite } from './site.ts'
import { usedPage } from './used-pages.ts'

// From the page of a corridor, which search engines show, to the trips; and the preview of a shared
// trip.

const PHONE = { width: 360, height: 740, colorScheme: 'dark' } as const
const DESK = { width: 1280, height: 800, colorScheme: 'light' } as const
const PAGE = '/viajes/bogota/ibague'
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

let site: TestSite
let browser: Browser
let trip: TestTrip

beforeAll(async () => {
  site = await openTestSite()
  await aRoadNetwork(site.deps)
  const departsAt = addMs(site.deps.clock.now(), 2 * DAY_MS)
  trip = await aTrip(site.deps, { stops: [BOGOTA, IBAGUE], departsAt })
  browser = await workerBrowser()
}, 120_000)

async function open(path: string, size: typeof PHONE | typeof DESK) {
  const watched = await usedPage(browser, { ...size, site })
  watched.page.setDefaultTimeout(10_000)
  await watched.page.goto(path, { waitUntil: 'networkidle' })
  return watched
}

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  const run = 'axe.run(document).then((result) => result.violations.map(({ id }) => id))'
  return page.evaluate(run) as Promise<string[]>
}

describe.each([PHONE, DESK])('corridor pages at $width px', (size) => {
  it('leads from the page of a corridor to its trips', async () => {
    const { page, assertClean, close } = await open(PAGE, size)
    await page.getByRole('heading', { level: 1, name: /de Bogotá a Ibagué/ }).waitFor()
    expect(await violations(page)).toEqual([])
    const day = page.getByRole('navigation', { name: 'Próximos viajes' }).getByRole('link')
    const daysLoaded = () =>
      expect.poll(() => day.allTextContents()).toEqual([expect.stringMatching(/1 viaje$/)])
    await daysLoaded()
    await page.getByRole('button', { name: 'Buscar viaje' }).click()
    await page.waitForURL(/\/trips\?from=11001&to=73001&seats=1$/)
    await page.goBack()
    await daysLoaded()
    await day.click()
    await page.waitForURL(/\/trips\?from=11001&to=73001&date=\d{4}-\d{2}-\d{2}$/)
    await page
      .getByRole('link', { name: /Bogotá/ })
      .first()
      .waitFor()
    assertClean()
    await close()
  })

  it('leads from the list of corridors to each corridor', async () => {
    const { page, assertClean, close } = await open('/viajes', size)
    expect(await violations(page)).toEqual([])
    await page
      .getByRole('link', { name: /^Ibagué/ })
      .first()
      .click()
    await page.waitForURL(`**${PAGE}`)
    assertClean()
    await close()
  })
})

it('searches from a corridor page before its script loads and without scripts', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url })
  const page = await context.newPage()
  await page.goto(PAGE)
  await page.getByText('Ver viajes de hoy').waitFor()
  await page.getByRole('button', { name: 'Buscar viaje' }).click()
  const { pathname, searchParams } = new URL(page.url())
  expect([pathname, searchParams.get('from'), searchParams.get('to')]).toEqual([
    '/trips',
    BOGOTA,
    IBAGUE,
  ])
  await context.close()
})

it('lets a visitor choose another destination on a corridor page', async () => {
  const { page, assertClean, close } = await open(PAGE, PHONE)
  await page.getByRole('button', { name: 'Intercambiar origen y destino' }).click()
  await page.getByRole('combobox', { name: 'Hasta' }).fill('cali')
  await page.getByRole('option', { name: /^Cali/ }).first().click()
  await page.getByRole('button', { name: 'Buscar viaje' }).click()
  await page.waitForURL(/\/trips\?from=73001&to=76001&seats=1$/)
  assertClean()
  await close()
})

it('answers 404 for a pair of places without a page, with search and list', async () => {
  const path = '/viajes/bogota/no-existe'
  expect((await fetch(site.url + path)).status).toBe(404)
  const { page, assertClean, close } = await open(path, PHONE)
  await page.getByRole('heading', { name: 'Esta ruta no tiene página' }).waitFor()
  await page.getByRole('link', { name: 'Buscar viaje' }).first().waitFor()
  // Navigates inside the app, so that the list is loaded as data.
  await page.getByRole('link', { name: 'Ver las rutas' }).click()
  await page
    .getByRole('link', { name: /^Medellín/ })
    .first()
    .click()
  await page.getByRole('heading', { level: 1, name: /de Bogotá a Medellín/ }).waitFor()
  await expect.poll(() => page.getByText('Ver viajes de hoy').isVisible()).toBe(true)
  assertClean({ allow: [/status of 404 .*no-existe/] })
  await close()
})

it('describes a shared trip to link previews, and still opens it', async () => {
  const path = `/trips/${trip.tripId}`
  const html = await (await fetch(site.url + path)).text()
  expect(html).toMatch(/<meta property="og:title" content="Bogotá → Ibagué, [^"]+ · 3 cupos"\/>/)
  const { page, assertClean, close } = await open(path, DESK)
  await page.getByText('Recorrido').first().waitFor()
  await expect.poll(() => page.locator('head > title').count()).toBe(1)
  assertClean()
  await close()
})
