import type { Browser } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { newPage, workerBrowser } from './browser.ts'
import { openTestSite, type TestSite } from './site.ts'

// What a browser without JavaScript is told, and the page of an address that does not exist.

let site: TestSite
let browser: Browser

beforeAll(async () => {
  site = await openTestSite()
  browser = await workerBrowser()
})

it.each(['/wallet', '/bookings/0', '/admin'])(
  'says on %s without scripts what works and where to go',
  async (path) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url })
    const page = await context.newPage()
    await page.goto(path)
    await page.getByRole('heading', { name: 'Esta pantalla necesita JavaScript' }).waitFor()
    const main = await page.getByRole('main').textContent()
    expect(main).toContain('Sin JavaScript puedes buscar viajes y ver su precio')
    const links = page.getByRole('main').getByRole('link')
    expect(await links.evaluateAll((all) => all.map((a) => a.getAttribute('href')))).toEqual([
      '/trips',
      '/#descarga',
      '/ayuda',
      '/contact',
    ])
    await context.close()
  },
)

it('answers an unknown address with its page in the HTML, which the app takes over', async () => {
  const html = await (await fetch(`${site.url}/no/existe`)).text()
  expect(html).toContain('No encontramos la página que buscas')
  const { page, assertClean, close } = await newPage(browser, { width: 360, height: 740, site })
  await page.goto('/no/existe?x=1')
  await page.getByRole('heading', { name: 'Esta vía no existe' }).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Ir al inicio' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  assertClean({ allow: [/status of 404 .*no\/existe/] })
  await close()
})
