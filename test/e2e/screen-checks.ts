// What is checked of an open screen besides its layout shifts (routes.e2e.ts).
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { overflow, violations } from './accessible.ts'
import { crowding } from './crowding.ts'
import { rawKeys } from './raw-keys.ts'
import type { Screen } from './screens.ts'
import { boxOf } from './wait-for.ts'

function isPhone(page: Page): boolean {
  return (page.viewportSize()?.width ?? 0) < 768
}

/**
 * Checks the frame of a private screen: it ends in one line, and on a phone it has a bar, either
 * the site's or its own. The desk of the team has none.
 */
async function frameFindings(page: Page, { as }: Screen): Promise<string[]> {
  if (as === 'visitor') return []
  const isChat = /^\/mensajes\/./.test(new URL(page.url()).pathname)
  const footers = await page.getByRole('contentinfo').all()
  const heights = await Promise.all(footers.map(boxOf))
  return [
    // A chat ends with its field.
    ...(footers.length === (isChat ? 0 : 1) ? [] : [`has ${footers.length} footers`]),
    ...heights.flatMap((box) =>
      box && box.height > 60 ? [`has a footer of ${box.height} px`] : [],
    ),
    ...((await hasOneBar(page)) ? [] : ['has the wrong bar']),
  ]
}

/** Polled, because one bar may replace the other between the two checks. */
async function hasOneBar(page: Page): Promise<boolean> {
  const wrong = async () => {
    const bar = await page.getByRole('navigation', { name: 'Accesos' }).isVisible()
    const ownBar = await page.locator('[data-action-bar]').first().isVisible()
    const isDesk = new URL(page.url()).pathname.startsWith('/admin')
    return bar !== (isPhone(page) && !ownBar && !isDesk)
  }
  const polled = expect.poll(wrong, { timeout: 2_000 }).toBe(false)
  return await polled.then(
    () => true,
    () => false,
  )
}

/** What is wrong with the screen in its present size, one line each. */
export async function findingsOf(page: Page, screen: Screen): Promise<string[]> {
  return [
    ...(await frameFindings(page, screen)),
    ...(await widthFindings(page)),
    ...(await violations(page)),
    ...(isPhone(page) ? await crowding(page) : []),
    ...(isPhone(page) ? await rawTexts(page) : []),
    ...((await page.getByRole('heading', { level: 1 }).count()) === 1 ? [] : ['needs one h1']),
    ...((await page.title()) === '' ? ['has no title'] : []),
  ]
}

export async function widthFindings(page: Page): Promise<string[]> {
  const wide = await overflow(page)
  return wide > 0 ? [`scrolls ${wide} px sideways`] : []
}

/** The ledger names rows by their ids. */
const WITH_IDS = /^\/admin\/ledger/

/** What a screen of the team shows of the program's own ids, keys and values. */
async function rawTexts(page: Page): Promise<string[]> {
  const { pathname } = new URL(page.url())
  if (!pathname.startsWith('/admin') || WITH_IDS.test(pathname)) return []
  // biome-ignore lint/performance/useDomNodeTextContent: it would join the words of two elements.
  return rawKeys(await page.getByRole('main').innerText()).map((key) => `shows "${key}"`)
}
