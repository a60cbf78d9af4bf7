// Pages that one test leaves to the next, also to that of another file: the sites of a worker have
// the same address, so its scripts are loaded and compiled once.
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { keptContexts, newPage, type PageOptions, type WatchedPage, watchPage } from './browser.ts'

export type UsedPageOptions = Pick<
  PageOptions,
  'width' | 'height' | 'colorScheme' | 'offlineReady'
> &
  Required<Pick<PageOptions, 'site'>>

type IdlePage = Pick<UsedPageOptions, 'site' | 'offlineReady'> & { page: Page; leftAt: number }

/** Pages that no test uses now. */
const idle: IdlePage[] = []
/** Each keeps a renderer process with about 100 MB. */
const IDLE_MAX = 4
/** Rendered pages are cached for 10 s (server/platform/http/site.ts): another site has its own. */
const CACHED_MS = 10_500
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
  // A fixed time is not one of them: the next system time ends it.
  clock: ['install', 'pauseAt', 'resume', 'fastForward', 'runFor'],
  context: ['addInitScript', 'newCDPSession', 'route', 'setExtraHTTPHeaders'],
} as const

/**
 * Opens a page without data, as `newPage` does, for the rest of this test. It is the page of an
 * earlier test if there is one: a first load of a screen takes 0.9 s of CPU time, a later one in
 * the same page 0.4 s. The HTTP cache stays, and so does a service worker, whose installation
 * caches 476 files in 4 s of CPU time.
 */
export async function usedPage(browser: Browser, options: UsedPageOptions): Promise<WatchedPage> {
  const { site, offlineReady = false } = options
  const known = await takeIdle(site, offlineReady)
  const watched = known ? await emptied(known, options) : await newPage(browser, options)
  const { page } = watched
  if (!known) markWhenSpoiled(page)
  let isOpen = true
  const giveBack = async () => {
    if (!isOpen || page.isClosed()) return
    isOpen = false
    if (idle.length >= IDLE_MAX || spoiled.has(page) || !(await isLeft(page))) {
      await page.context().close()
      return
    }
    keptContexts.add(page.context())
    idle.push({ page, site, offlineReady, leftAt: performance.now() })
  }
  onTestFinished(giveBack)
  return { ...watched, close: giveBack }
}

/** Takes the longest idle page that a test of this site may use. Closes those of other sites. */
async function takeIdle(
  site: UsedPageOptions['site'],
  offlineReady: boolean,
): Promise<Page | null> {
  const others = idle.filter((each) => each.page.isClosed() || each.site.url !== site.url)
  for (const other of others) await takeOut(other).context().close()
  const found = idle.find(
    (each) =>
      each.offlineReady === offlineReady &&
      (each.site.deps === site.deps || performance.now() - each.leftAt > CACHED_MS),
  )
  return found ? takeOut(found) : null
}

function takeOut(entry: IdlePage): Page {
  idle.splice(idle.indexOf(entry), 1)
  keptContexts.delete(entry.page.context())
  return entry.page
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

/**
 * Opens an address of the site that has no code, so that the screen sends no more requests: the
 * answer of a late one would set a cookie after they are cleared. False when the page cannot leave.
 */
async function isLeft(page: Page): Promise<boolean> {
  const context = page.context()
  for (const event of EVENTS) page.removeAllListeners(event)
  for (const other of context.pages()) if (other !== page) await other.close()
  await context.setOffline(false)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  return page.goto('/manifest.webmanifest').then(
    () => true,
    () => false,
  )
}

/** Deletes the data of a page that an earlier test left. */
async function emptied(
  page: Page,
  { width = 1280, height = 800, colorScheme = 'light', site }: UsedPageOptions,
): Promise<WatchedPage> {
  await reset(page.context())
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.context().clock.setSystemTime(site.deps.clock.now())
  page.setDefaultTimeout(30_000)
  await deleteStored(page)
  return watchPage(page)
}

/** Deletes what the site stored in the browser. The page is at an address without code. */
async function deleteStored(page: Page): Promise<void> {
  await page.evaluate(async () => {
    localStorage.clear()
    sessionStorage.clear()
    window.name = ''
    for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name ?? '')
  })
}

/** Makes an open page that of a new person, online and without data. Its service worker stays. */
export async function withoutData(page: Page): Promise<void> {
  await page.context().setOffline(false)
  await page.goto('/manifest.webmanifest')
  await page.context().clearCookies()
  await deleteStored(page)
}

async function reset(context: BrowserContext): Promise<void> {
  await context.clearCookies()
  await context.clearPermissions()
  await context.setGeolocation(null)
}
