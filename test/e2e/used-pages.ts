// Pages that one test leaves to the next: the scripts of the site are loaded and compiled once.
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { newPage, type PageOptions, type WatchedPage, watchPage } from './browser.ts'

type UsedPageOptions = Pick<PageOptions, 'width' | 'height'> & Required<Pick<PageOptions, 'site'>>

/** Pages that no test uses now, by the address of their site. */
const idle = new Map<string, Set<Page>>()
/** Pages with what cannot be taken back: they are closed after their test. */
const spoiled = new WeakSet<Page>()

/** Events to which tests listen. */
const EVENTS = [
  ...['request', 'requestfinished', 'requestfailed', 'response', 'console', 'pageerror'],
  ...['popup', 'dialog', 'download', 'domcontentloaded', 'load', 'framenavigated'],
]

/** Calls whose effect stays until a page is closed. */
const LASTING = {
  page: ['addInitScript', 'exposeFunction', 'exposeBinding'],
  clock: ['install', 'setFixedTime', 'pauseAt', 'resume', 'fastForward', 'runFor'],
  context: ['addInitScript', 'newCDPSession', 'route', 'setExtraHTTPHeaders'],
} as const

/**
 * Opens a page without data, as `newPage` does, for the rest of this test. It is the page of an
 * earlier test of this site if there is one: a first load of a screen takes 0.9 s of CPU time, a
 * later one in the same page 0.4 s. The HTTP cache stays.
 */
export async function usedPage(browser: Browser, options: UsedPageOptions): Promise<WatchedPage> {
  const { url } = options.site
  const pages = idle.get(url) ?? new Set()
  idle.set(url, pages)
  // The port of an earlier site may be used again; its pages are closed.
  const known = [...pages].find((each) => !each.isClosed())
  if (known) pages.delete(known)
  const watched = known ? await emptied(known, options) : await newPage(browser, options)
  const { page } = watched
  if (!known) markWhenSpoiled(page)
  const giveBack = async () => {
    if (page.isClosed()) return
    if (spoiled.has(page)) await page.context().close()
    else pages.add(page)
  }
  onTestFinished(giveBack)
  return { ...watched, close: giveBack }
}

function markWhenSpoiled(page: Page): void {
  const owners = { page, clock: page.clock, context: page.context() }
  for (const [owner, names] of Object.entries(LASTING)) {
    const its = owners[owner as keyof typeof owners] as unknown as Record<string, () => unknown>
    for (const name of names) {
      const call = its[name]?.bind(its) as (...args: unknown[]) => unknown
      its[name] = (...args: unknown[]) => {
        spoiled.add(page)
        return call(...args)
      }
    }
  }
}

/** Takes back what an earlier test did with a page, and deletes its data. */
async function emptied(
  page: Page,
  { width = 1280, height = 800, site }: UsedPageOptions,
): Promise<WatchedPage> {
  const context = page.context()
  for (const event of EVENTS) page.removeAllListeners(event)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  for (const other of context.pages()) if (other !== page) await other.close()
  await reset(context)
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await context.clock.setSystemTime(site.deps.clock.now())
  page.setDefaultTimeout(30_000)
  // An address of the site that has no code.
  await page.goto('/manifest.webmanifest')
  await page.evaluate(async () => {
    localStorage.clear()
    sessionStorage.clear()
    window.name = ''
    for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name ?? '')
  })
  return watchPage(page)
}

async function reset(context: BrowserContext): Promise<void> {
  await context.setOffline(false)
  await context.clearCookies()
  await context.clearPermissions()
  await context.setGeolocation(null)
}
