import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { aUser, aVerifiedDriver, type TestUser } from '../factories.ts'
import { aTrip } from '../trip-factories.ts'
import { overflow, violations } from './accessible.ts'
import { type WatchedPage, workerBrowser } from './browser.ts'
import { openTestSite, type TestSite } from './site.ts'
import { usedPage } from './used-pages.ts'

// A search without results is saved as an alert, a published trip is mailed once, and the link in
// the mail stops the alert.

const FRIDAY = '2026-11-27'
const SEARCH = `/trips?from=11001&to=76001&date=${FRIDAY}`

let site: TestSite
let browser: Browser
let person: TestUser
const windows: WatchedPage[] = []
const shots = process.env.E2E_SHOTS

beforeAll(async () => {
  site = await openTestSite()
  browser = await workerBrowser()
  person = await aUser(site.deps, { firstName: 'Camila', lastName: 'Ortiz' })
})

async function openPage(size = { width: 360, height: 740 }): Promise<Page> {
  const watched = await usedPage(browser, { ...size, site, forFile: true })
  watched.page.setDefaultTimeout(10_000)
  windows.push(watched)
  return watched.page
}

const look = async (page: Page, name: string) => {
  if (shots) await page.screenshot({ path: `${shots}/alerts-${name}.png`, fullPage: true })
}

/** Expects that the page fits its width and passes the accessibility rules. */
async function expectWhole(page: Page): Promise<void> {
  expect(Number(await overflow(page))).toBe(0)
  expect(await violations(page)).toEqual([])
}

/** Returns the text of the only mail; a second mail is a failure. */
async function theMail(): Promise<string> {
  await expect.poll(() => site.mail.messages(person.email).length, { timeout: 15_000 }).toBe(1)
  return site.mail.messages(person.email)[0]?.text ?? ''
}

const linkIn = (text: string, path: RegExp): string => {
  const link = text.match(/https?:\/\/\S+/g)?.find((each) => path.test(each))
  if (!link) throw new Error(`no link to ${path} in ${text}`)
  return link
}

it('turns a search without results into an alert, a mail and a trip', async () => {
  const page = await openPage()
  await page.goto(SEARCH)
  await page.getByText(/No encontramos viajes/).waitFor()
  await look(page, 'sin-resultados')
  await expect
    .poll(() => page.getByRole('main').getByRole('link', { name: 'Avísame' }).count())
    .toBe(1)
  await page.getByRole('link', { name: 'Avísame' }).click()
  // No price is filled in: it would hide trips.
  await expect.poll(() => page.getByLabel('Precio máximo por cupo').inputValue()).toBe('')
  // The form is also shown without a session, and keeps its values after the sign-in.
  await page.getByLabel('Precio máximo por cupo').fill('125000')
  await page.getByRole('button', { name: 'Agregar: Cupos' }).click()
  await look(page, 'visitante')
  await page.getByRole('button', { name: 'Iniciar sesión y guardarla' }).click()
  await page.getByLabel('Correo electrónico').fill(person.email)
  await page.getByLabel(/^Contraseña/).fill(person.password)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await page.waitForURL(/\/alerts\?/)
  await expect.poll(() => page.getByRole('combobox', { name: 'Desde' }).inputValue()).toBe('Bogotá')
  await expect.poll(() => page.getByRole('combobox', { name: 'Hasta' }).inputValue()).toBe('Cali')
  await expect.poll(() => page.getByLabel('Primer día').inputValue()).toBe('2026-11-24')
  await expect.poll(() => page.getByLabel('Último día').inputValue()).toBe('2026-11-30')
  await expect.poll(() => page.getByLabel('Precio máximo por cupo').inputValue()).toBe('125.000')
  await page.getByRole('switch', { name: 'Muéstrale mi búsqueda a los conductores' }).check()
  await expect.poll(() => page.getByLabel('Día del viaje').inputValue()).toBe(FRIDAY)
  await look(page, 'conductores')
  await page.getByRole('button', { name: 'Guardar búsqueda' }).click()
  await page.getByText('Ya te ven los conductores').waitFor()
  await page.getByText('Te avisamos cuando salga un viaje').waitFor()
  await page.getByText('2 cupos · hasta').waitFor()
  await look(page, 'creada')

  const driver = await aVerifiedDriver(site.deps)
  await aTrip(site.deps, { driver, departsAt: new Date(`${FRIDAY}T06:00:00-05:00`) })
  const text = await theMail()
  await page.goto(linkIn(text, /\/trips\//))
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(new URL(page.url()).searchParams.get('seats')).toBe('2')
  await page.goto('/alerts')
  await page.getByText('1 viaje encontrado').waitFor()
  await look(page, 'con-viaje')
  await expectWhole(page)
  await page.getByRole('link', { name: /vie, 27 de nov/ }).click()
  await page.waitForURL(/\/trips\/[0-9a-f-]{36}\?from=/)
  for (const each of windows) each.assertClean()
})

it('stops an alert by its mailed link without a session, and its owner restarts it', async () => {
  const out = linkIn(await theMail(), /\/alerts\?token=/)
  const visitor = await openPage({ width: 1280, height: 800 })
  await visitor.goto(out)
  await visitor.getByRole('heading', { name: '¿Dejar de recibir estos avisos?' }).waitFor()
  expect(visitor.url()).not.toContain('token')
  await look(visitor, 'salida')
  await expectWhole(visitor)
  await visitor.getByRole('button', { name: 'Dejar de recibirlos' }).click()
  await visitor.getByText('No te escribiremos más').waitFor()
  await look(visitor, 'apagada')
  await expectWhole(visitor)
  // Opens the link again, as with an old mail that is found later.
  await visitor.goto(out)
  await visitor.getByText('No te escribiremos más').waitFor()

  const [phone] = windows.map(({ page }) => page)
  if (!phone) throw new Error('the first test opened no page')
  await phone.goto('/alerts')
  // Drivers still see the search: only its mails stopped.
  await phone.getByText('Sin avisos').waitFor()
  await phone.getByRole('button', { name: /Dejar de mostrarla/ }).click()
  await phone.getByRole('region', { name: 'Búsquedas anteriores' }).waitFor()
  await phone.getByRole('button', { name: /Encender de nuevo/ }).click()
  await phone.getByRole('region', { name: 'Búsquedas activas' }).waitFor()
  await phone.getByRole('button', { name: /Apagar alerta/ }).click()
  await phone.getByRole('region', { name: 'Búsquedas anteriores' }).waitFor()
  await phone.getByRole('button', { name: 'Deshacer' }).click()
  await phone.getByRole('region', { name: 'Búsquedas activas' }).waitFor()
  for (const each of windows) each.assertClean()
})
