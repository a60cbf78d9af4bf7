import { gzipSync } from 'node:zlib'
import type { Browser, Page, Response } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { corridorPaths } from '#web/features/corridors/corridors.ts'
import { linksAliases, staticPages } from '#web/lib/static-pages.ts'
import { companyVariables } from '../company.ts'
import { aUser } from '../factories.ts'
import { newPage, type WatchedPage, workerBrowser } from './browser.ts'
import { logIn } from './people.ts'
import { openTestSite, type TestSite } from './site.ts'
import { usedPage } from './used-pages.ts'
import { boxOf } from './wait-for.ts'

// Pages that are served without the app's code: their weight, and the behaviour of web/enhance.

const PHONE = { width: 360, height: 740 }
const DESK = { width: 1280, height: 800 }
/** 4 kB of it is the table of all calls (web/lib/contract-routes.evaluated.ts), which grows. */
const SCRIPT_BYTES = 17_400

let site: TestSite
let url: string
let browser: Browser

beforeAll(async () => {
  site = await openTestSite({ company: companyVariables })
  url = site.url
  browser = await workerBrowser()
}, 120_000)

async function open(path: string, size = DESK, touch = false): Promise<WatchedPage> {
  const watched = touch
    ? await newPage(browser, { ...size, site, touch })
    : await usedPage(browser, { ...size, site })
  watched.page.setDefaultTimeout(10_000)
  await watched.page.goto(path, { waitUntil: 'networkidle' })
  return watched
}

/**
 * Chooses a place with the keyboard alone. `name` is not the first entry of the list that opens
 * before typing.
 */
async function choosePlace(page: Page, label: string, typed: string, name: string) {
  await page.getByRole('combobox', { name: label }).fill(typed)
  const first = page.getByRole('listbox').getByRole('option').first()
  await expect.poll(() => first.textContent()).toContain(name)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}

const chosen = (page: Page, label: string) =>
  page.getByRole('combobox', { name: label }).inputValue()

const choosers = { search: { name: 'Buscar viaje' } } as const

it('shows the company that the server was started with, in pages and in the app', async () => {
  const { page } = await open('/contact')
  const phone = page.getByRole('link', { name: companyVariables.BRAND_PHONE }).first()
  await expect.poll(() => phone.getAttribute('href')).toBe('tel:+576024850100')
  const canonical = page.locator('link[rel=canonical]')
  await expect
    .poll(() => canonical.getAttribute('href'))
    .toBe(`${companyVariables.BRAND_ORIGIN}/contact`)
  const data = await page.locator('script[type="application/ld+json"]').allTextContents()
  expect(data.map((text) => JSON.parse(text))).toContainEqual(
    expect.objectContaining({ name: companyVariables.BRAND_NAME }),
  )
  await page.goto('/login')
  await page.getByRole('link', { name: companyVariables.BRAND_SUPPORT_MAIL }).waitFor()
  // Rendered in the browser, with values from the page's document.
  await page.getByRole('link', { name: 'Crear cuenta' }).last().click()
  await page.getByRole('contentinfo').getByText(companyVariables.BRAND_NAME).first().waitFor()
  await page.context().close()
})

describe('every content page', () => {
  const some = ['/viajes', '/viajes/medellin/manizales']
  let watched: WatchedPage

  /** One page visits all; without a cache, it loads all scripts of each. */
  beforeAll(async () => {
    watched = await newPage(browser, { ...PHONE, site })
    const session = await watched.page.context().newCDPSession(watched.page)
    await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  })

  it.each([...Object.keys(staticPages), ...linksAliases, ...some])(
    'serves %s complete and with little JavaScript',
    async (path) => {
      const scripts: Promise<Buffer>[] = []
      const outside: string[] = []
      const weigh = (answer: Response) => {
        if (!answer.url().startsWith(url)) outside.push(answer.url())
        if (answer.request().resourceType() === 'script') scripts.push(answer.body())
      }
      watched.page.on('response', weigh)
      await watched.page.goto(path, { waitUntil: 'networkidle' })
      watched.page.off('response', weigh)
      const sizes = (await Promise.all(scripts)).map((script) => gzipSync(script).length)
      const bytes = sizes.reduce((sum, size) => sum + size, 0)
      expect(bytes).toBeGreaterThan(0)
      expect(bytes).toBeLessThan(SCRIPT_BYTES)
      expect(outside).toEqual([])
      const head = watched.page.locator('head')
      for (const tag of ['link[rel="canonical"]', 'meta[property="og:image"]']) {
        await expect.poll(() => head.locator(tag).count(), { message: tag }).toBe(1)
      }
      const card = await head.locator('meta[property="og:image"]').getAttribute('content')
      const image = await fetch(url + new URL(String(card)).pathname)
      expect(image.headers.get('content-type')).toBe('image/png')
      watched.assertClean()
    },
  )

  it('lists every content page in the sitemap that robots.txt names', async () => {
    const map = await (await fetch(`${url}/sitemap.xml`)).text()
    const listed = [...map.matchAll(/<loc>([^<]+)/g)].map(
      ([, loc]) => new URL(String(loc)).pathname,
    )
    expect(listed.sort()).toEqual([...Object.keys(staticPages), ...corridorPaths].sort())
    expect(await (await fetch(`${url}/robots.txt`)).text()).toContain('/sitemap.xml')
  })
})

it('opens an answer by its link, and links to the help on every screen', async () => {
  const { page, close } = await open('/ayuda#cancelar-cupo', PHONE)
  const opened = page.locator('details[open]')
  await expect
    .poll(() => opened.locator('summary').allTextContents())
    .toEqual(['¿Cuánto me devuelven si cancelo mi cupo?'])
  await page.getByText('Con 24 horas o más antes de la recogida').waitFor()
  for (const path of ['/ayuda', '/login', '/trips', '/safety']) {
    await page.goto(path)
    const help = page.getByRole('contentinfo').getByRole('link', { name: 'Ayuda', exact: true })
    await expect.poll(() => help.getAttribute('href'), { message: path }).toBe('/ayuda')
  }
  await close()
})

it('says which browser is needed where the code of the app cannot run', async () => {
  const { page, close, assertClean } = await open('/', PHONE)
  await page.addInitScript(() => Object.assign(CSS, { supports: () => false }))
  await page.goto('/wallet')
  await page.getByRole('heading', { name: 'Actualiza tu navegador' }).waitFor()
  await page.getByText('Necesitas Chrome 109, Firefox 115 o un iPhone con iOS 16.4').waitFor()
  assertClean()
  await close()
})

describe('the search of the home page', () => {
  it('leads from the home page search to results, also with the keyboard alone', async () => {
    const { page, close, assertClean } = await open('/')
    await choosePlace(page, 'Desde', 'medelin', 'Medellín')
    await choosePlace(page, 'Hasta', 'cali', 'Cali')
    await page.getByRole('radio', { name: 'Mañana' }).check()
    await page.getByLabel('Cupos').selectOption('2')
    await page.getByRole('button', choosers.search).press('Enter')
    await page.waitForURL(/\/trips\?from=05001&to=76001&date=\d{4}-\d{2}-\d{2}&seats=2$/)
    assertClean()
    await close()
  })

  it('shows a message next to an empty place field until it is filled', async () => {
    const { page, close } = await open('/')
    await page.getByRole('button', choosers.search).click()
    const from = page.getByRole('combobox', { name: 'Desde' })
    await page.getByText('Elige de la lista de dónde sales.').waitFor()
    await expect.poll(() => from.getAttribute('aria-invalid')).toBe('true')
    expect(await from.evaluate((input) => input === document.activeElement)).toBe(true)
    await choosePlace(page, 'Desde', 'cali', 'Cali')
    await choosePlace(page, 'Hasta', 'cali', 'Cali')
    await page.getByText('Elige un destino distinto al origen.').waitFor()
    await expect.poll(() => page.getByText('Elige de la lista de dónde sales.').count()).toBe(0)
    await expect.poll(() => from.getAttribute('aria-invalid')).toBeNull()
    await close()
  })

  it('swaps both places of the home page search and opens its calendar', async () => {
    const { page, close } = await open('/', PHONE)
    await choosePlace(page, 'Desde', 'pasto', 'Pasto')
    await choosePlace(page, 'Hasta', 'iba', 'Ibagué')
    await page.getByRole('button', { name: 'Intercambiar origen y destino' }).click()
    expect([await chosen(page, 'Desde'), await chosen(page, 'Hasta')]).toEqual(['Ibagué', 'Pasto'])
    await expect.poll(() => page.getByLabel('Elige el día').isVisible()).toBe(false)
    await page.getByRole('radio', { name: 'Elegir' }).check()
    const day = page.getByLabel('Elige el día')
    await day.waitFor()
    await day.fill(await day.evaluate((input) => (input as HTMLInputElement).max))
    await page.getByRole('button', choosers.search).click()
    await page.waitForURL(/\/trips\?from=73001&to=52001&date=\d{4}-\d{2}-\d{2}&seats=1$/)
    await close()
  })
})

describe('the place field on a phone', () => {
  const back = (page: Page) => page.getByRole('button', { name: 'Volver', includeHidden: true })

  it('chooses a place on the whole screen of a phone, and offers earlier searches', async () => {
    const { page, close, assertClean } = await open('/', PHONE, true)
    const [from, to] = [/Desde/, /Hasta/].map((name) => page.getByRole('combobox', { name }))
    await from?.tap()
    const list = page.getByRole('listbox')
    const first = list.getByRole('option').first()
    /** Taps the first option after the answer to the typed text has replaced them all. */
    const take = async (name: RegExp) => {
      await expect.poll(() => first.textContent()).toMatch(name)
      await first.tap()
    }
    await first.waitFor()
    const picker = page.locator('.combobox', { has: page.locator('[aria-expanded="true"]') })
    expect(await boxOf(picker)).toEqual({ x: 0, y: 0, ...PHONE })
    await back(page).first().tap()
    await list.waitFor({ state: 'hidden' })
    await expect.poll(() => back(page).first().isVisible()).toBe(false)
    await from?.tap()
    await from?.fill('iba')
    await take(/^Ibagué/)
    // The next question opens by itself.
    await expect.poll(() => to?.getAttribute('aria-expanded')).toBe('true')
    expect(await boxOf(picker)).toEqual({ x: 0, y: 0, ...PHONE })
    await to?.fill('cali')
    await take(/^Cali/)
    await list.waitFor({ state: 'hidden' })
    expect([await chosen(page, 'Desde'), await chosen(page, 'Hasta')]).toEqual(['Ibagué', 'Cali'])
    await page.getByRole('button', choosers.search).tap()
    await page.waitForURL(/\/trips\?from=73001&to=76001/)
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('recent-searches')))
      .toContain('Ibagué')
    await page.goto('/')
    await to?.tap()
    await expect.poll(() => first.textContent()).toBe('CaliReciente')
    assertClean()
    await close()
  })
})

describe('header and menu of content pages', () => {
  it('closes the menu by a click outside, its button, Escape and navigation', async () => {
    const { page, close } = await open('/benefits', PHONE)
    const menu = page.getByRole('dialog', { name: 'Menú' })
    const closings = [
      () => page.mouse.click(20, 400),
      () => menu.getByRole('button', { name: 'Cerrar menú' }).click(),
      () => page.keyboard.press('Escape'),
    ]
    for (const closing of closings) {
      await page.getByRole('button', { name: 'Abrir menú' }).click()
      await menu.waitFor()
      expect((await boxOf(menu)).width).toBe(256)
      await closing()
      await menu.waitFor({ state: 'hidden' })
    }
    await page.getByRole('button', { name: 'Abrir menú' }).click()
    await menu.getByRole('link', { name: 'Seguridad' }).click()
    await page.waitForURL('**/safety')
    await expect.poll(() => menu.isVisible()).toBe(false)
    await close()
  })

  it('shows who is signed in on content pages, and signs them out', async () => {
    const { page, close } = await open('/about')
    const login = page.getByRole('link', { name: 'Iniciar sesión' })
    const logout = page.getByRole('button', { name: 'Cerrar Sesión' })
    await login.waitFor()
    await expect.poll(() => logout.count()).toBe(0)
    await logIn(page, await aUser(site.deps))
    await page.goto('/about', { waitUntil: 'networkidle' })
    await logout.waitFor()
    await expect.poll(() => login.count()).toBe(0)
    await logout.click()
    await page.waitForURL(`${url}/`)
    await login.waitFor()
    expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull()
    await close()
  })

  it('remembers the chosen light or dark appearance', async () => {
    const { page, close } = await open('/contact')
    const ground = () =>
      page.locator('html').evaluate((html) => getComputedStyle(html).backgroundColor)
    const light = await ground()
    await page.getByLabel('Apariencia').selectOption('dark')
    expect(await ground()).not.toBe(light)
    await page.goto('/safety', { waitUntil: 'networkidle' })
    await expect.poll(() => page.getByLabel('Apariencia').inputValue()).toBe('dark')
    expect(await ground()).not.toBe(light)
    await close()
  })
})
