import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { aUser } from '../factories.ts'
import { workerBrowser } from './browser.ts'
import { openTestSite, type TestSite } from './site.ts'
import { enterAs, openVisit } from './visits.ts'

let site: TestSite
let browser: Browser

beforeAll(async () => {
  site = await openTestSite()
  browser = await workerBrowser()
}, 120_000)

/** Pastes with an event, so that a field can refuse it. */
async function pasteInto(page: Page, index: number, text: string): Promise<string> {
  return await page
    .locator('input[type=password]')
    .nth(index)
    .evaluate((input: HTMLInputElement, pasted) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', pasted)
      const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      input.focus()
      if (input.dispatchEvent(paste)) document.execCommand('insertText', false, pasted)
      return input.value
    }, text)
}

const LONG = 'Clave que mi gestor hizo: áéñ 漢字 '.padEnd(64, 'x')

// covers: V6.2.6, V6.2.7
it('hides typed passwords, accepts pasted ones, and supports password managers', async () => {
  const { page, close, assertClean } = await openVisit(browser, { site })
  await enterAs(page, await aUser(site.deps))
  await page.goto('/profile')
  await page.getByLabel('Contraseña actual').first().waitFor()
  const check = async () => {
    const fields = await page.locator('input[type=password]').all()
    expect(fields.length).toBeGreaterThan(0)
    for (const [index, field] of fields.entries()) {
      await expect
        .poll(() => field.getAttribute('autocomplete'))
        .toMatch(/^(current|new)-password$/)
      await expect.poll(() => field.getAttribute('maxlength')).toBeNull()
      expect(await pasteInto(page, index, LONG)).toBe(LONG)
    }
  }
  await check()
  await page.evaluate(() => localStorage.clear())
  for (const path of ['/login', '/signup', '/create-user']) {
    await page.goto(path)
    await page.locator('input[type=password]').first().waitFor()
    await check()
  }
  assertClean()
  await close()
})

// covers: V7.4.4
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
  const top = async () => (await box.boundingBox())?.y
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
