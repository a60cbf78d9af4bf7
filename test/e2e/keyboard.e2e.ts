import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser, newPage } from './browser.ts'
import { openTestSite, type TestSite } from './site.ts'

// Signing up, logging in and topping up only with Tab, Enter, Space and letters.

let site: TestSite
let browser: Browser
const TABS_MAX = 60

beforeAll(async () => {
  site = await openTestSite()
  browser = await launchBrowser()
})

afterAll(() => browser.close())

/** Name by which a screen reader announces the focused element. */
const focusedName = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement)) return ''
    const labels = 'labels' in element ? [...(element.labels as NodeListOf<HTMLElement>)] : []
    const named =
      element.getAttribute('aria-label') ?? labels[0]?.textContent ?? element.textContent
    return named.trim()
  })

/** Whether the middle of an element is visible and not covered. */
const isOnTop = (locator: Locator) =>
  locator.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })

async function tabTo(page: Page, name: RegExp): Promise<void> {
  const passed: string[] = []
  for (let tabs = 0; tabs < TABS_MAX; tabs += 1) {
    await page.keyboard.press('Tab')
    const current = await focusedName(page)
    if (name.test(current)) return
    passed.push(current)
  }
  throw new Error(`Tab never reached ${name}; it passed ${passed.join(' | ')}`)
}

async function type(page: Page, name: RegExp, text: string): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.type(text)
}

async function press(page: Page, name: RegExp, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.press(key)
}

// covers: S2.30, S4.22
it('signs up, logs in and tops up with the keyboard alone', async () => {
  const { page, assertClean } = await newPage(browser, { width: 360, height: 740, site })
  page.setDefaultTimeout(10_000)
  await page.goto('/signup')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Tab')
  expect(await isOnTop(page.getByRole('link', { name: 'Saltar al contenido' }))).toBe(true)
  await type(page, /^Correo electrónico/, 'teclado@correo.test')
  await type(page, /^Nombre(?! de usuario)/, 'Rosa')
  await type(page, /^Apellido/, 'Vélez')
  await type(page, /^Contraseña/, 'Laguna de Tota 9')
  await press(page, /mayor de 18 años/, 'Space')
  await press(page, /^Crear cuenta/)
  await page.getByText('Tu cuenta quedó creada').waitFor()

  await page.goto('/login')
  await page.getByRole('heading', { level: 1, name: /sesión/ }).waitFor()
  await type(page, /^Correo electrónico/, 'teclado@correo.test')
  await type(page, /^Contraseña/, 'Laguna de Tota 9')
  await press(page, /^Iniciar sesión/)
  await page.waitForURL(/\/wallet/)

  await page.getByText('Saldo disponible').first().waitFor()
  await type(page, /^Monto a recargar/, '50000')
  await press(page, /^Recargar \$/)
  await page.waitForURL(/\/sandbox\/wompi\/p/)
  await press(page, /^Aprobar pago/)
  await page.waitForURL(/\/confirmacion-pago/)
  await page.getByRole('heading', { name: /aprobad/i }).waitFor()
  await press(page, /^Ir a mi billetera/)
  await page.waitForURL(/\/wallet/)
  const main = page.getByRole('main')
  await main
    .getByText(/\$\s50\.000/)
    .first()
    .waitFor()
  await main.getByText('Completado').first().waitFor()
  assertClean()
})
