// Pages that one test leaves to the next: the scripts of the site are loaded and compiled once.
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { atEnd } from '../at-end.ts'
import {
  keptForNextFile,
  newPage,
  type PageOptions,
  type WatchedPage,
  watchPage,
} from './browser.ts'
import { isWorkerUrl } from './site-port.ts'

export type UsedPageOptions = Pick<
  PageOptions,
  'width' | 'height' | 'colorScheme' | 'offlineReady'
> &
  Required<Pick<PageOptions, 'site'>> & {
    /** The page stays for all tests of the file. */
    forFile?: boolean
  }

type Site = UsedPageOptions['site']
type IdlePage = { page: Page; site: Site; offlineReady: boolean }

/** Pages that no test uses now, of the sites of this worker. */
let idle: IdlePage[] = []
/** Opens a connection to the tools of a page, which the caller ends. */
const tools = new WeakMap<Page, () => Promise<CDPSession>>()
/** What takes back the scripts and connections that a test added to a page. */
const undo = new WeakMap<Page, (() => Promise<unknown>)[]>()
/** Pages with what cannot be taken back: they are closed after their test. */
const spoiled = new WeakSet<Page>()

/** Events to which tests listen. */
const EVENTS = [
  ...['request', 'requestfinished', 'requestfailed', 'response', 'console', 'pageerror'],
  ...['popup', 'dialog', 'download', 'domcontentloaded', 'load', 'framenavigated'],
]

/** Calls whose effect stays until a page is closed. */
const LASTING = {
  page: ['exposeFunction', 'exposeBinding'],
  // A fixed time is not one of them: the next system time ends it.
  clock: ['install', 'pauseAt', 'resume', 'fastForward', 'runFor'],
  context: ['addInitScript', 'route', 'setExtraHTTPHeaders'],
} as const

/**
 * Opens a page without data, as `newPage` does, for the rest of this test. It is the page of an
 * earlier test if there is one, also of an earlier file of this worker: a first load of a screen
 * takes 0.9 s of CPU time, a later one in the same page 0.4 s. In the same file the HTTP cache
 * stays. A service worker stays always: its installation caches 476 files in 4 s of CPU time.
 */
export async function usedPage(browser: Browser, options: UsedPageOptions): Promise<WatchedPage> {
  const { site, offlineReady = false } = options
  const known = takeIdle(site.url, offlineReady)
  const watched = known ? await emptied(known, options) : await newPage(browser, options)
  const { page } = watched
  if (!known) {
    markWhenSpoiled(page)
    rememberAdded(page)
  }
  let isOpen = true
  const giveBack = async () => {
    if (!isOpen || page.isClosed()) return
    isOpen = false
    if (!spoiled.has(page) && (await isLeft(page))) {
      idle.push({ page, site, offlineReady })
      if (isWorkerUrl(site.url)) keptForNextFile.add(page.context())
    } else await page.context().close()
  }
  if (options.forFile) atEnd(giveBack)
  else onTestFinished(giveBack)
  return { ...watched, close: giveBack }
}

function takeIdle(url: string, offlineReady: boolean): IdlePage | null {
  idle = idle.filter(({ page }) => !page.isClosed())
  const found = idle.find((each) => each.site.url === url && each.offlineReady === offlineReady)
  idle = idle.filter((each) => each !== found)
  if (found) keptForNextFile.delete(found.page.context())
  return found ?? null
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

/** Lets `isLeft` take back scripts that run before a page's own, and connections to its tools. */
function rememberAdded(page: Page): void {
  const added: (() => Promise<unknown>)[] = []
  undo.set(page, added)
  const context = page.context()
  const addScript = page.addInitScript.bind(page)
  const connect = context.newCDPSession.bind(context)
  tools.set(page, () => connect(page))
  page.addInitScript = async (...args) => {
    const script = await addScript(...args)
    added.push(() => script.dispose())
    return script
  }
  context.newCDPSession = async (of) => {
    const session = await connect(of)
    added.push(() => session.detach())
    return session
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
  // A test may have ended a connection itself.
  for (const take of undo.get(page)?.splice(0) ?? []) await take().catch(() => undefined)
  await context.setOffline(false)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  return page.goto('/manifest.webmanifest').then(
    () => true,
    () => false,
  )
}

/**
 * Deletes the data of a page that an earlier test left. Results of a search are cached for ten
 * seconds, and the site of another file has other trips.
 */
async function emptied(
  { page, site: before }: IdlePage,
  { width = 1280, height = 800, colorScheme = 'light', site }: UsedPageOptions,
): Promise<WatchedPage> {
  await reset(page.context())
  if (before !== site) await forgetAnswers(page)
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.context().clock.setSystemTime(site.deps.clock.now())
  page.setDefaultTimeout(30_000)
  await deleteStored(page)
  return watchPage(page)
}

/** Empties the HTTP cache. Compiled scripts stay in the memory of the page's process. */
async function forgetAnswers(page: Page): Promise<void> {
  const session = await tools.get(page)?.()
  await session?.send('Network.clearBrowserCache')
  await session?.detach()
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
