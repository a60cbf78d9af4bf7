import type { Browser } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { derivedId } from '#server/platform/ids.ts'
import { aTrip, BOGOTA } from '../trip-factories.ts'
import { overflow, violations } from './accessible.ts'
import { workerBrowser } from './browser.ts'
import { SIZES, shoot } from './shots.ts'
import { openTestSite, type TestSite } from './site.ts'
import { usedPage } from './used-pages.ts'
import { hydrated } from './visits.ts'

let site: TestSite
let browser: Browser

beforeAll(async () => {
  site = await openTestSite()
  browser = await workerBrowser()
})

it.each([
  { width: 360, height: 740, colorScheme: 'dark' as const },
  { width: 1280, height: 800, colorScheme: 'light' as const },
])('downloads the map when it is opened, at $width px', async (size) => {
  const { tripId } = await aTrip(site.deps)
  const { page, assertClean } = await usedPage(browser, { ...size, site })
  page.setDefaultTimeout(10_000)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(`/trips/${tripId}`)
  await page.getByRole('img', { name: /^Dibujo del recorrido: Bogotá/ }).waitFor()
  await hydrated(page)
  await page.waitForLoadState('networkidle')
  const ofMap = () => asked.filter((url) => /map-view|maps\/tiles/.test(url))
  expect(ofMap()).toEqual([])
  await page.getByRole('button', { name: 'Ver mapa' }).click()
  const map = page.getByRole('application', { name: 'Mapa del recorrido' })
  await map.getByText('Girardot', { exact: true }).waitFor()
  expect(ofMap().length).toBeGreaterThan(0)
  expect(asked.every((url) => url.startsWith(site.url) || /^(data|blob):/.test(url))).toBe(true)
  await map.getByRole('button', { name: 'Acercar' }).click()
  await page.getByRole('button', { name: 'Ocultar mapa' }).waitFor()
  if (process.env.E2E_SHOTS) {
    await page.waitForTimeout(400)
    await map.scrollIntoViewIfNeeded()
    await page.screenshot({ path: `${process.env.E2E_SHOTS}/map-${size.width}.png` })
    await map.getByRole('button', { name: 'Alejar' }).click()
    await map.getByRole('button', { name: 'Alejar' }).click()
    await page.waitForTimeout(400)
    await map.screenshot({ path: `${process.env.E2E_SHOTS}/map-far-${size.width}.png` })
  }
  await page.getByRole('button', { name: 'Ocultar mapa' }).click()
  await expect.poll(() => map.count()).toBe(0)
  assertClean()
})

it("shows the driver's meeting point on a separate map, with the way to it", async () => {
  const points = { [BOGOTA]: derivedId('safe-point', 'bogota-portal-norte') }
  const { tripId } = await aTrip(site.deps, { points })
  const { page, assertClean } = await usedPage(browser, { ...SIZES.phone, site })
  page.setDefaultTimeout(10_000)
  await page.goto(`/trips/${tripId}`)
  const places = page.getByRole('listitem').filter({ hasText: 'Para subir' })
  const way = places.getByRole('link', { name: /^Cómo llegar a Portal/ })
  await expect.poll(() => way.getAttribute('href')).toMatch(/destination=4\.\d+,-74\.\d+$/)
  await places.getByRole('button', { name: /^Ver mapa de Portal/ }).click()
  await page.getByRole('application', { name: /^Mapa de Portal/ }).waitFor()
  await shoot(page, 'meeting-map')
  expect([await violations(page), await overflow(page)]).toEqual([[], 0])
  assertClean()
})
