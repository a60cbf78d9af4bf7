import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { aUser, type TestUser } from '../factories.ts'
import { type WatchedPage, workerBrowser } from './browser.ts'
import { openTestSite, type TestSite } from './site.ts'
import { translated, translatePages, wrongTexts } from './translator.ts'
import { usedPage } from './used-pages.ts'
import { enterAs } from './visits.ts'

// Screens whose texts the browser has translated, as people do who do not read Spanish.
// routes.e2e.ts presses every button of every screen in such a page.

let site: TestSite
let browser: Browser

beforeAll(async () => {
  site = await openTestSite()
  browser = await workerBrowser()
}, 120_000)

async function openTranslated(path: string, person?: TestUser): Promise<WatchedPage> {
  const watched = await usedPage(browser, { width: 360, height: 740, site })
  watched.page.setDefaultTimeout(5_000)
  if (person) await enterAs(watched.page, person)
  await translatePages(watched.page)
  await watched.page.goto(path)
  await translated(watched.page)
  return watched
}

const main = (page: Page) => page.getByRole('main')

it('keeps the form and says what was wrong when a login fails', async () => {
  const { page, assertClean, close } = await openTranslated('/login')
  await expect.poll(() => page.locator('font').count()).toBeGreaterThan(10)
  await page.getByLabel('Correo electrónico').fill('nadie@correo.test')
  const press = main(page).getByRole('button', { name: 'Iniciar sesión' })
  for (const password of ['', 'una clave que no es', 'otra que tampoco']) {
    await page.getByLabel('Contraseña', { exact: true }).fill(password)
    await press.click()
    const message = password ? /^Usuario o contraseña incorrectos/ : 'Escribe tu contraseña.'
    await main(page).getByText(message).waitFor()
    await expect.poll(() => wrongTexts(page)).toEqual([])
  }
  await expect.poll(() => main(page).getByText('Escribe tu contraseña.').count()).toBe(0)
  const email = page.getByLabel('Correo electrónico')
  await expect.poll(() => email.inputValue()).toBe('nadie@correo.test')
  await expect.poll(() => press.textContent()).toBe('Iniciar sesión')
  assertClean({ allow: [/status of 401/] })
  await close()
})

it('shows the amount and the number of seats that were chosen last', async () => {
  const { page, assertClean, close } = await openTranslated('/wallet', await aUser(site.deps))
  const topUp = main(page).getByRole('button', { name: /^(Recargar|Ingresa)/ })
  for (const amount of ['20.000', '50.000', '100.000']) {
    await main(page).getByRole('button', { name: amount, exact: false }).click()
    await expect.poll(() => topUp.textContent()).toMatch(new RegExp(`^Recargar \\$\\s${amount}$`))
  }
  await page.goto('/alerts?from=41001&to=08001')
  await translated(page)
  const seats = main(page).getByRole('spinbutton', { name: 'Cupos' })
  for (const shown of ['2 cupos', '3 cupos']) {
    await main(page).getByRole('button', { name: 'Agregar: Cupos' }).click()
    await expect.poll(() => seats.textContent()).toBe(shown)
  }
  await expect.poll(() => wrongTexts(page)).toEqual([])
  assertClean()
  await close()
})
