import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { asOwner } from '../db.ts'
import { aVerifiedDriver, type TestDriver } from '../factories.ts'
import { launchBrowser, newPage, type WatchedPage } from './browser.ts'
import { logIn } from './people.ts'
import { openTestSite, type TestSite } from './site.ts'

// A driver publishes a trip with two stops and its return, changes it, and repeats another weekly.

let site: TestSite
let browser: Browser
let driver: TestDriver
const windows: WatchedPage[] = []
const shots = process.env.E2E_SHOTS

beforeAll(async () => {
  site = await openTestSite()
  browser = await launchBrowser()
  driver = await aVerifiedDriver(site.deps, { firstName: 'Carlos', lastName: 'Rojas' })
  await asOwner(site.deps.databaseUrl, `update vehicles set plate = 'QWE127' where id = $1`, [
    driver.vehicleId,
  ])
})

afterAll(() => browser.close())

async function openPhone(size = { width: 360, height: 740 }): Promise<Page> {
  const watched = await newPage(browser, { ...size, baseURL: site.url })
  watched.page.setDefaultTimeout(10_000)
  windows.push(watched)
  await logIn(watched.page, driver)
  return watched.page
}

async function choose(page: Page, label: string, typed: string, option: RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(typed)
  await page.getByRole('option', { name: option }).first().click()
}

const next = (page: Page) => page.getByRole('button', { name: 'Continuar' }).click()
const look = async (page: Page, name: string) => {
  if (shots) await page.screenshot({ path: `${shots}/publishing-${name}.png`, fullPage: true })
}

async function fillRoute(page: Page, stops: string[]): Promise<void> {
  await page.goto('/publish')
  await choose(page, 'Origen', 'Bogotá', /Bogotá/)
  await choose(page, 'Destino', 'Cali', /Cali.*Valle/)
  for (const [row, name] of stops.entries()) {
    await page.getByRole('button', { name: 'Agregar parada' }).click()
    await choose(page, `Parada ${row + 1}`, name, new RegExp(name))
  }
  await next(page)
}

async function departures(): Promise<string[]> {
  const { rows } = await asOwner(
    site.deps.databaseUrl,
    'select departs_at from trips where driver_id = $1 order by departs_at',
    [driver.userId],
  )
  return rows.map((row: { departs_at: Date }) => row.departs_at.toISOString())
}

it('a trip with two stops and its return is published, and changed afterwards', async () => {
  const page = await openPhone()
  await fillRoute(page, ['Girardot', 'Ibagué'])
  await page.getByLabel('Fecha del viaje').fill('2026-11-27')
  await page.getByLabel('Hora de salida').fill('06:00')
  await page.getByRole('switch', { name: 'Publicar regreso' }).check()
  // Before the car has arrived.
  await page.getByLabel('Fecha del regreso').fill('2026-11-27')
  await page.getByLabel('Hora del regreso').fill('10:00')
  await page.getByText('todavía vas de camino').waitFor()
  await next(page)
  await page.getByLabel('Fecha del regreso').fill('2026-11-29')
  await look(page, 'fecha')
  await next(page)
  // A plate ending in 7, on an odd date, in Bogotá.
  await page
    .getByText(/Pico y placa en Bogotá/)
    .first()
    .waitFor()
  await look(page, 'vehiculo')
  await next(page)
  await page.getByRole('switch', { name: 'Poner precio a cada tramo' }).check()
  const first = page.getByLabel('Bogotá → Girardot')
  await first.fill('999999')
  await next(page)
  expect(await page.getByText(/Elige un valor entre/).count()).toBeGreaterThan(0)
  const hint =
    (await page
      .getByText(/^Entre \$/)
      .first()
      .textContent()) ?? ''
  const [least = '0'] = hint.match(/\d[\d.]*/) ?? []
  await first.fill(least.replaceAll('.', ''))
  await look(page, 'precio')
  await page.getByLabel('Precio por cupo del regreso').waitFor()
  await next(page)
  await next(page)
  await look(page, 'revisar')
  await page.getByRole('button', { name: 'Publicar viaje' }).click()
  await page.waitForURL(/\/my-trips/)
  await page.getByRole('link', { name: /Cali a Bogotá/ }).waitFor()
  expect(await departures()).toEqual(['2026-11-27T11:00:00.000Z', '2026-11-29T15:00:00.000Z'])

  await page.getByRole('link', { name: /Bogotá a Cali/ }).click()
  await page.getByRole('link', { name: 'Cambiar viaje' }).click()
  await page.getByLabel('Notas para tus pasajeros').fill('Escríbeme al 310 555 12 34')
  await page.getByRole('button', { name: 'Guardar cambios' }).click()
  await page
    .getByRole('alert')
    .filter({ hasText: /teléfonos/ })
    .waitFor()
  await look(page, 'cambiar')
  await page.getByLabel('Notas para tus pasajeros').fill('Salgo del Portal 80.')
  await page.getByLabel('Hora de salida').fill('07:00')
  await page.getByRole('button', { name: 'Guardar cambios' }).click()
  await page.waitForURL(/\/trips\/[0-9a-f-]{36}$/)
  await page.getByText('Salgo del Portal 80.').waitFor()
  expect((await departures())[0]).toBe('2026-11-27T12:00:00.000Z')
  for (const each of windows) each.assertClean({ allow: [/status of 422 .*\/api\/trips/] })
})

it('a trip repeats every week, says which days it skipped, and stops', async () => {
  const page = await openPhone({ width: 1280, height: 800 })
  await fillRoute(page, [])
  await page.getByLabel('Fecha del viaje').fill('2026-11-26')
  await page.getByLabel('Hora de salida').fill('06:00')
  await page.getByRole('switch', { name: 'Repetir cada semana' }).check()
  await page.getByRole('button', { name: 'viernes' }).click()
  await look(page, 'repetir')
  await next(page)
  await next(page)
  await next(page)
  await next(page)
  await page.getByText(/Cada jueves y viernes/).waitFor()
  await page.getByRole('button', { name: 'Publicar viaje' }).click()
  await page.waitForURL(/\/my-trips/)
  await page.getByRole('heading', { name: 'Se repiten cada semana' }).waitFor()
  // The first Friday is taken by the trip of before.
  await page.getByText('1 día quedó por fuera', { exact: true }).waitFor()
  await look(page, 'mis-viajes')
  const before = await departures()
  await page.getByRole('button', { name: 'Dejar de repetir' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Dejar de repetir' }).click()
  await page.getByRole('heading', { name: 'Se repiten cada semana' }).waitFor({ state: 'detached' })
  expect(await departures()).toEqual(before)
})
