import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { aUser } from '../factories.ts'
import { workerBrowser } from './browser.ts'
import { openTestSite, type TestSite } from './site.ts'
import { enterAs, openVisit, type Visit } from './visits.ts'
import { boxOf } from './wait-for.ts'

// spec-coverage §2: the navigation of every page. The content of the content pages:
// web/features/marketing/pages.test.tsx.

let site: TestSite
let browser: Browser

beforeAll(async () => {
  site = await openTestSite()
  browser = await workerBrowser()
}, 120_000)

const visit = (size: { width?: number; height?: number } = {}): Promise<Visit> =>
  openVisit(browser, { site, ...size })

describe('the navigation bar', () => {
  const bar = (page: Page) => page.getByRole('banner')

  it.each(['/about', '/login'])('keeps the full navigation bar of %s visible', async (at) => {
    const { page, close } = await visit()
    await page.goto(at)
    await bar(page).getByRole('link', { name: 'Cupo, inicio' }).waitFor()
    for (const name of [
      'Nosotros',
      'Beneficios',
      'Cómo funciona',
      'Seguridad',
      'Contacto',
      'Recargar',
      'Iniciar sesión',
    ]) {
      await expect
        .poll(() => bar(page).getByRole('link', { name, exact: true }).count(), { message: name })
        .toBe(1)
    }
    await expect
      .poll(() => bar(page).getByRole('link', { name: 'Recargar' }).getAttribute('href'))
      .toBe('/wallet')
    const terms = page.getByRole('contentinfo').getByRole('link', { name: 'Términos' })
    await expect.poll(() => terms.getAttribute('href')).toBe('/terms-and-conditions')
    await page.mouse.wheel(0, 600)
    await page.waitForFunction(() => window.scrollY > 0)
    expect((await boxOf(bar(page))).y).toBe(0)
    await close()
  })

  it('shows the wallet button and the logout to a signed-in person', async () => {
    const { page, close } = await visit()
    await enterAs(page, await aUser(site.deps))
    await page.goto('/profile')
    await bar(page).getByRole('button', { name: 'Cerrar Sesión' }).waitFor()
    await bar(page).getByRole('link', { name: 'Recargar' }).waitFor()
    await expect.poll(() => bar(page).getByRole('link', { name: 'Iniciar sesión' }).count()).toBe(0)
    const row = async (name: string) =>
      await page.getByRole('navigation', { name, exact: true }).getByRole('link').allTextContents()
    expect(await row('Principal')).toEqual([
      'Buscar viaje',
      'Publicar',
      'Mis viajes',
      'Mensajes',
      'Mi billetera',
    ])
    const pages = ['Nosotros', 'Beneficios', 'Cómo funciona', 'Seguridad', 'Contacto']
    expect(await row('Conocer Cupo')).toEqual([...pages, 'Ayuda', 'Soporte'])
    await close()
  })

  it.each([
    ['/login', 360, 256],
    ['/login', 800, 288],
    ['/safety', 800, 288],
  ])('shows on %s at %d px a menu %d px wide that closes', async (path, width, menuWidth) => {
    const { page, close } = await visit({ width, height: 740 })
    await page.goto(path, { waitUntil: 'networkidle' })
    const menu = page.getByRole('dialog', { name: 'Menú' })
    const open = async () => {
      await page.getByRole('button', { name: 'Abrir menú' }).click()
      await menu.waitFor()
    }
    await open()
    expect((await boxOf(menu)).width).toBe(menuWidth)
    await page.mouse.click(20, 500)
    await menu.waitFor({ state: 'hidden' })
    await open()
    await menu.getByRole('button', { name: 'Cerrar menú' }).click()
    await menu.waitFor({ state: 'hidden' })
    await open()
    await menu.getByRole('link', { name: 'Buscar viaje' }).click()
    await page.waitForURL('**/trips')
    await menu.waitFor({ state: 'hidden' })
    await close()
  })
})
