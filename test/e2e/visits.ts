import type { Browser, Page, Route } from 'playwright-core'
import type { TestUser } from '../factories.ts'
import type { WatchedPage } from './browser.ts'
import { type UsedPageOptions, usedPage } from './used-pages.ts'

// Visits to single screens: signed in without the form, with stubbed responses.

export type Visit = WatchedPage & {
  /** Calls of the API so far, such as `POST /auth/login`. */
  calls: string[]
}

/** Opens a page without data for the rest of this test, and records its API calls. */
export async function openVisit(browser: Browser, options: UsedPageOptions): Promise<Visit> {
  const watched = await usedPage(browser, options)
  watched.page.setDefaultTimeout(10_000)
  const calls: string[] = []
  watched.page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname.slice(4)}`)
  })
  return { ...watched, calls }
}

export const count = (visit: Visit, call: string): number =>
  visit.calls.filter((each) => each === call).length

/** Signs in without the form: the token is stored as the login stores it. */
export async function enterAs(page: Page, user: TestUser): Promise<void> {
  await page.goto('/manifest.webmanifest')
  await page.evaluate((token) => localStorage.setItem('auth_token', token), user.token)
}

type Said = { status?: number; body: unknown }

/**
 * Stubs the API's response from now on; null: no response at all. The latest stub of a path
 * applies.
 */
export async function answer(page: Page, path: string, said: Said | null): Promise<void> {
  await page.route(`**/api${path}`, (route: Route) =>
    said === null
      ? route.abort()
      : route.fulfill({ status: said.status ?? 200, json: said.body as object }),
  )
}

export const stored = (page: Page, key: string): Promise<string | null> =>
  page.evaluate((name) => localStorage.getItem(name), key)

/**
 * Waits until the app's code handles the page's buttons. A form sent earlier is answered by the
 * server with a page (web/lib/early-press.ts), and does not reach the stubs and counters of a test.
 */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => !('earlyPress' in window))
}

/** Time of the page's clock, in ms since 1970. */
export const timeOf = (page: Page): Promise<number> => page.evaluate(() => Date.now())

const ENTRY = '**/assets/entry.client-*.js'

/** Delays the app's code until the returned function is called. */
export async function holdCode(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route(ENTRY, async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}
