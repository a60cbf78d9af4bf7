import type { Browser } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { aUser } from '../factories.ts'
import { workerBrowser } from './browser.ts'
import { openTestSite, type TestSite } from './site.ts'
import { enterAs, openVisit } from './visits.ts'
import { boxOf } from './wait-for.ts'

let site: TestSite
let browser: Browser

beforeAll(async () => {
  site = await openTestSite()
  browser = await workerBrowser()
}, 120_000)

it.each([
  ['a telephone', 360, 740],
  ['a computer', 1280, 800],
] as const)(
  'shows the logout button on every private page, on %s',
  async (_what, width, height) => {
    const { page, close } = await openVisit(browser, { site, width, height })
    await enterAs(page, await aUser(site.deps))
    for (const path of ['/wallet', '/profile', '/my-trips']) {
      await page.goto(path)
      const leave = page.getByRole('button', { name: 'Cerrar Sesión' })
      if (width < 700 && !(await leave.first().isVisible())) {
        await page.getByRole('button', { name: /men[úu]/i }).click()
      }
      await leave.first().waitFor({ state: 'visible' })
    }
    await close()
  },
)

it('does not move the box below a new password during a press', async () => {
  const { page, close } = await openVisit(browser, { site })
  await page.goto('/signup')
  const box = page.getByRole('checkbox', { name: /mayor de 18 años/ })
  const top = async () => (await boxOf(box)).y
  await page.getByLabel(/^Contraseña/).focus()
  const before = await top()
  await page.keyboard.type('Río Cauca 33')
  await page.getByRole('status').filter({ hasText: 'Buena' }).waitFor()
  expect(await top()).toBe(before)
  await page.getByLabel(/^Contraseña/).fill('123')
  await page.getByRole('status').filter({ hasText: 'Débil' }).waitFor()
  expect(await top()).toBe(before)
  await close()
})
