import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { asOwner } from '../db.ts'
import { aUser } from '../factories.ts'
import { overflow, violations } from './accessible.ts'
import { workerBrowser } from './browser.ts'
import { SIZES, shoot } from './shots.ts'
import { openTestSite, type TestSite } from './site.ts'
import { answer, enterAs, openVisit, type Visit } from './visits.ts'
import { waitFor } from './wait-for.ts'

const SEARCH = '/trips?from=11001&to=76001'

let site: TestSite
let browser: Browser

beforeAll(async () => {
  site = await openTestSite()
  browser = await workerBrowser()
})

/** Opens a page that throws while it loads. */
async function openBroken(visit: Visit, path: string, message: string): Promise<void> {
  const { page } = visit
  await page.addInitScript((text) => {
    document.addEventListener('DOMContentLoaded', () => {
      throw new Error(text)
    })
  }, message)
  await page.goto(path)
}

const isWatching = (page: Page) =>
  page.waitForFunction(() => window.pageErrors && !Array.isArray(window.pageErrors))

const rows = async (table: string) =>
  (await asOwner(site.deps.databaseUrl, `select * from ${table}`)).rows

it('shows the team a page that throws, by address pattern, without personal data', async () => {
  // This page must send no report, because a report would appear among the rows below.
  const refusing = await openVisit(browser, { ...SIZES.phone, site })
  await refusing.page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { value: true })
  })
  const loaded = refusing.page.waitForResponse(/\/assets\/watch-page/)
  await openBroken(refusing, '/trips', 'refuses')
  // Resolves when the module has run.
  await refusing.page.evaluate(`import(${JSON.stringify((await loaded).url())}).then(() => null)`)
  await refusing.page.goto('/manifest.webmanifest')
  await refusing.close()

  const visit = await openVisit(browser, { ...SIZES.phone, site })
  const { page } = visit
  await openBroken(visit, SEARCH, 'no seat for ana@correo.co, call 300 123 4567')
  await isWatching(page)
  await page.evaluate(() => void Promise.reject(new TypeError('reading "Ana Rojas" failed')))
  // A response that the screen cannot render: the router catches the error.
  await answer(page, '/impact', { body: {} })
  await page.goto('/impacto')
  await page.getByText('No pudimos mostrar esta pantalla').waitFor()
  await isWatching(page)
  // A content page, which is served without the app's code.
  await page.goto('/about')
  await isWatching(page)
  await page.goto('/manifest.webmanifest')
  await waitFor('all errors', async () =>
    (await rows('browser_errors')).length >= 5 ? true : undefined,
  )
  const reported = await rows('browser_errors')
  expect(reported.map((row) => [row.page, row.kind, row.message]).sort()).toEqual([
    ['/about', 'error', 'no seat for …, call …'],
    ['/impacto', 'error', 'no seat for …, call …'],
    [
      '/impacto',
      'render',
      expect.stringMatching(/^TypeError: Cannot read properties of undefined/),
    ],
    ['/trips', 'error', 'no seat for …, call …'],
    ['/trips', 'rejection', 'TypeError: reading … failed'],
  ])
  const drawn = reported.find(({ kind }) => kind === 'render')
  expect(drawn?.frame).toMatch(/^assets\/[\w.-]+\.js:\d+:\d+$/)
  await waitFor('the speed', async () => (await rows('browser_vitals'))[0])
  await visit.close()

  const support = await openVisit(browser, { ...SIZES.phone, site })
  await enterAs(support.page, await aUser(site.deps, { roles: ['passenger', 'support'] }))
  await support.page.goto('/admin/browser-reports')
  const errors = support.page.getByRole('listitem').filter({ hasText: 'no seat for …, call …' })
  await errors.filter({ hasText: '/about' }).waitFor()
  await expect.poll(() => errors.count()).toBe(3)
  await support.page.getByRole('heading', { name: 'Por página, la más lenta primero' }).waitFor()
  // Waits until the list is complete.
  const main = await support.page.locator('main').evaluate(({ textContent }) => textContent)
  expect(main).not.toMatch(/11001|correo\.co|Ana/)
  expect([await violations(support.page), await overflow(support.page)]).toEqual([[], 0])
  await shoot(support.page, 'browser-reports')
  await support.close()
})
