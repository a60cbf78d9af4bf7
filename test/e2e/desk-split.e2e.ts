import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '#server/demo/people.ts'
import { violations } from './accessible.ts'
import { workerBrowser } from './browser.ts'
import { logInByCall } from './people.ts'
import { demoEmails } from './screens.ts'
import { SIZES, shoot } from './shots.ts'
import { openTestSite, type TestSite } from './site.ts'
import { proveAll } from './team-steps.ts'
import { openVisit } from './visits.ts'
import { boxOf } from './wait-for.ts'

// The queues of the team on a laptop: list, item and people beside each other.

let site: TestSite

beforeAll(async () => {
  site = await openTestSite({ demo: true })
}, 120_000)

/** Height by which the page is higher than the window, in px. */
const scrolled = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)

it('decides a dispute on a laptop by the keyboard alone, without scrolling the page', async () => {
  const { page, assertClean } = await openVisit(await workerBrowser(), { ...SIZES.desk, site })
  await logInByCall(page, { email: String(demoEmails.support), password: DEMO_PASSWORD })
  await proveAll(site)
  await page.goto('/admin/disputes')
  const button = page.getByRole('button', { name: 'Decidir…' })
  await button.waitFor()
  expect(await scrolled(page)).toBeLessThanOrEqual(0)
  const box = await boxOf(button)
  expect(box.y + box.height).toBeLessThan(SIZES.desk.height)
  const first = await page.getByRole('heading', { level: 2, name: /\?$/ }).textContent()
  await page.keyboard.press('j')
  const heading = page.getByRole('heading', { level: 2, name: /\?$/ })
  await expect.poll(() => heading.textContent()).not.toBe(first)
  await expect.poll(() => heading.evaluate((each) => each === document.activeElement)).toBe(true)
  await page
    .getByText(/^\d+ años$/)
    .first()
    .waitFor()
  await shoot(page, 'desk-split')
  await page.setViewportSize(SIZES.desk)
  await page.keyboard.press('k')
  await expect.poll(() => heading.textContent()).toBe(first)
  await page.keyboard.press('2')
  await page.keyboard.press('m')
  await page.keyboard.type('Jairo no mostró que estaba ahí.')
  await page.keyboard.press('Escape')
  expect([await violations(page), await scrolled(page)]).toEqual([[], 0])
  await page.keyboard.press('e')
  await page.getByRole('button', { name: 'Pagar al conductor' }).press('Enter')
  await expect.poll(() => heading.textContent()).not.toBe(first)
  await expect.poll(() => heading.evaluate((each) => each === document.activeElement)).toBe(true)
  assertClean()
})
