import type { Browser, Locator, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { bogotaDate } from '#server/platform/clock.ts'
import { asOwner } from '../db.ts'
import { aFundedWallet, aUser, aVerifiedDriver } from '../factories.ts'
import { postForm } from '../http-client.ts'
import { aPageOfPrint } from '../images.ts'
import { aTrip, BOGOTA, CALI } from '../trip-factories.ts'
import { overflow } from './accessible.ts'
import { networkQuiet, workerBrowser } from './browser.ts'
import { decisionApplied, lookAtRest } from './document-steps.ts'
import { openTestSite, type TestSite } from './site.ts'
import { usedPage } from './used-pages.ts'
import { enterAs, hydrated } from './visits.ts'

// Journeys only with Tab, arrows, Enter, Space and letters.

let site: TestSite
let browser: Browser
const TABS_MAX = 60
/** Cases of a verifier: after a first one the next opens by itself, and the last has none. */
const CASES = 3

beforeAll(async () => {
  site = await openTestSite()
  browser = await workerBrowser()
})

/** Name by which a screen reader announces the focused element. */
const focusedName = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement) || element === document.body) return ''
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
  for (let tabs = 0; tabs < 2 * TABS_MAX; tabs += 1) {
    // Tabs are faster than code and answers that arrive late: the second round has them.
    if (tabs === TABS_MAX) await networkQuiet(page)
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

/** Types part of a name into the place field that has the focus, and takes the first match. */
async function choose(page: Page, field: RegExp, typed: string, option: RegExp): Promise<void> {
  await expect.poll(() => focusedName(page)).toMatch(field)
  await page.keyboard.type(typed)
  await page.getByRole('option', { name: option }).first().waitFor()
  await networkQuiet(page)
  await page.keyboard.press('ArrowDown')
  await page.getByRole('option', { name: option, selected: true }).waitFor()
  await page.keyboard.press('Enter')
}

async function press(page: Page, name: RegExp, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.press(key)
}

it('signs up, logs in and tops up with the keyboard alone', async () => {
  const { page, assertClean } = await usedPage(browser, { width: 360, height: 740, site })
  page.setDefaultTimeout(10_000)
  await page.goto('/signup')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Tab')
  expect(await isOnTop(page.getByRole('link', { name: 'Saltar al contenido' }))).toBe(true)
  await type(page, /^Correo electrónico/, 'teclado@correo.test')
  await press(page, /^Agregar más datos/)
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
  await main.getByText('Recarga', { exact: true }).waitFor()
  assertClean()
})

it('books a seat with the keyboard alone', async () => {
  const trip = await aTrip(site.deps, { driver: await aVerifiedDriver(site.deps) })
  const ana = await aUser(site.deps, { firstName: 'Ana' })
  await aFundedWallet(site.deps, ana.userId, 400_000)
  const { page, assertClean } = await usedPage(browser, { width: 360, height: 740, site })
  page.setDefaultTimeout(10_000)
  await enterAs(page, ana)
  await page.goto(`/trips/${trip.tripId}?from=${trip.stop(BOGOTA)}&to=${trip.stop(CALI)}`)
  await hydrated(page)
  await page.getByRole('link', { name: /^Reservar/ }).waitFor()
  await press(page, /^Reservar/)
  await page.getByRole('group', { name: '¿Dónde te subes?' }).waitFor()
  // What arrives late (points, balance, price) draws the page anew, and the focus is lost.
  await networkQuiet(page)
  const named = page.getByText(/^Terminal Satélite del Norte/)
  const before = await named.count()
  await press(page, /^Terminal Satélite del Norte/, 'Space')
  // The choice counts once the route below names it; a press before asks for the choice again.
  await expect.poll(() => named.count()).toBeGreaterThan(before)
  await press(page, /^Reservar y pagar/)
  await page.getByRole('heading', { name: 'Tu cupo está reservado' }).waitFor()
  await press(page, /^Ver mi tiquete/)
  await page.getByRole('img', { name: /QR/ }).waitFor()
  assertClean()
})

it('keeps the focus when a dialog closes, a filter goes and a screen changes', async () => {
  const trip = await aTrip(site.deps, { driver: await aVerifiedDriver(site.deps) })
  const date = bogotaDate(trip.facts.departsAt)
  const { page, assertClean } = await usedPage(browser, { width: 360, height: 740, site })
  page.setDefaultTimeout(10_000)
  await page.goto(`/trips?from=${BOGOTA}&to=${CALI}&date=${date}&filtros=directo`)
  await hydrated(page)
  await networkQuiet(page)
  await press(page, /^Filtros/)
  await page.getByRole('dialog', { name: 'Filtros' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => focusedName(page)).toBe('Filtros (1)')

  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  expect(await overflow(page)).toBe(0)
  await press(page, /^Quitar filtro: Pago directo/)
  await page.getByRole('list', { name: 'Filtros activos' }).waitFor({ state: 'detached' })
  // What was around the filter has the focus: the next Tab goes on from there.
  await expect.poll(() => focusedName(page)).toMatch(/^Filtros/)

  await press(page, /^Viaje de Bogotá/)
  await page.waitForURL(/\/trips\/[0-9a-f-]{36}/)
  await expect.poll(() => focusedName(page)).toMatch(/^Viaje/)
  assertClean()
})

it('publishes a trip with the keyboard alone', async () => {
  const driver = await aVerifiedDriver(site.deps)
  // With less the last step offers a top-up, as soon as it knows the balance.
  await aFundedWallet(site.deps, driver.userId, 20_000)
  const { page, assertClean } = await usedPage(browser, { width: 360, height: 740, site })
  page.setDefaultTimeout(10_000)
  await enterAs(page, driver)
  await page.goto('/publish')
  await hydrated(page)
  await tabTo(page, /^Origen/)
  await choose(page, /^Origen/, 'bogta', /Bogotá/)
  // The choice has moved the focus to the destination.
  await choose(page, /^Destino/, 'cali', /Cali/)
  await page.getByText('Punto de encuentro en Bogotá').waitFor()
  const next = async (question: string) => {
    await press(page, /^Continuar/)
    await page.getByRole('heading', { name: question }).waitFor()
  }
  await next('¿Cuándo sales?')
  await press(page, /^Mañana/)
  // Each part of a time takes its digits and moves on to the next part.
  await type(page, /^Hora de salida/, '0600AM')
  await next('¿En qué carro y con cuántos cupos?')
  await next('¿Cuánto aporta cada pasajero?')
  await next('¿Cómo es el viaje?')
  await press(page, /^Continuar/)
  await page.getByRole('button', { name: /^Publicar viaje/ }).waitFor()
  await press(page, /^Publicar viaje/)
  await page.waitForURL(/\/trips\/[0-9a-f-]{36}/)
  assertClean()
})

it('decides three cases of a verifier with the keyboard alone', async () => {
  for (let nth = 0; nth < CASES; nth += 1) {
    const { token } = await aUser(site.deps, { firstName: `Persona${nth}` })
    for (const [at, kind] of ['identity_front', 'identity_back'].entries()) {
      const file = { bytes: await aPageOfPrint(`1.032.9${nth}7.65${at}`) }
      const sent = await postForm(site.app, '/documents', {
        token,
        fields: { kind, birthDate: '1990-05-17' },
        file,
      })
      expect(sent.statusCode, sent.body).toBe(201)
    }
  }
  const verifier = await aUser(site.deps, { firstName: 'Vera', roles: ['verifier', 'admin'] })
  const { page, assertClean } = await usedPage(browser, { width: 1280, height: 800, site })
  page.setDefaultTimeout(10_000)
  await enterAs(page, verifier)
  await page.goto('/admin/verification')
  await hydrated(page)
  await press(page, /^Persona\d/)
  const decided = new Set<string>()
  while (decided.size < CASES) {
    const title = page.getByRole('heading', { level: 2, name: /^Persona\d/ })
    await expect.poll(async () => decided.has((await title.textContent()) ?? '')).toBe(false)
    decided.add((await title.textContent()) ?? '')
    await page
      .getByRole('img', { name: / de Persona/ })
      .first()
      .waitFor()
    await lookAtRest(page)
    await page.getByRole('button', { name: /^Aprobar/ }).waitFor()
    await page.keyboard.press('e')
  }
  await expect.poll(() => page.getByText(/^Persona\d .*: 2 aprobados/).count()).toBe(CASES)
  await decisionApplied(site)
  const approved = `select from documents join users on users.id = owner_id
    where status = 'approved' and first_name like 'Persona%'`
  expect((await asOwner(site.deps.databaseUrl, approved)).rows).toHaveLength(2 * CASES)
  assertClean()
})
