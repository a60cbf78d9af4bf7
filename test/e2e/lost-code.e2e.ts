import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { newPage, workerBrowser } from './browser.ts'
import { SIZES, shoot } from './shots.ts'
import { openTestSite, type TestSite } from './site.ts'
import { hydrated } from './visits.ts'

// A phone on its first visit, whose network loses files of the app: no service worker has them.

let site: TestSite
let browser: Browser

beforeAll(async () => {
  site = await openTestSite()
  browser = await workerBrowser()
})

async function open(): Promise<Page> {
  const { page } = await newPage(browser, { ...SIZES.phone, site })
  return page
}

/** Ends requests for files of the app whose name fits. @returns what gives the network back */
async function losing(page: Page, name: RegExp): Promise<() => Promise<void>> {
  await page.route(name, (route) => route.abort('connectionreset'))
  return () => page.unroute(name)
}

it('opens the pressed address where the code of its screen was lost', async () => {
  const page = await open()
  await page.goto('/login')
  await hydrated(page)
  const found = await losing(page, /assets\/signup\.route/)
  const lost = page.waitForEvent('requestfailed')
  await page.getByRole('link', { name: 'Crear cuenta' }).click()
  await lost
  await found()
  await page.waitForURL('/signup')
  await hydrated(page)
})

it('loads a page again whose first code was lost, unless something is typed in it', async () => {
  const page = await open()
  let found = await losing(page, /assets\/vendor/)
  await page.goto('/login')
  await page.waitForEvent('requestfailed', { predicate: (it) => it.url().includes('vendor') })
  await found()
  await hydrated(page)
  found = await losing(page, /assets\/vendor/)
  await page.reload()
  await page.getByLabel('Correo electrónico').fill('ana@example.com')
  await found()
  await page.waitForResponse(/assets\/vendor/)
  // Fails when the page is loaded again meanwhile.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 1_000)))
  const email = page.getByLabel('Correo electrónico')
  await expect.poll(() => email.inputValue()).toBe('ana@example.com')
})

it('offers to load a page again whose part stays lost, and shows the part then', async () => {
  const page = await open()
  await page.goto('/signup')
  await hydrated(page)
  const found = await losing(page, /assets\/measured-strength/)
  const password = page.getByLabel('Contraseña', { exact: true })
  await password.fill('una casa en Ibagué')
  await page.waitForEvent('requestfailed')
  await found()
  await page.getByText('A esta página le falta una parte que no llegó.').waitFor()
  await shoot(page, 'lost-code')
  await page.getByRole('button', { name: 'Cargar otra vez' }).click()
  await hydrated(page)
  await password.fill('una casa en Ibagué')
  await page.getByText('Muy buena').waitFor()
})
