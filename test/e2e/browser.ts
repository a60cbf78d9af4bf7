// Browser of the end-to-end tests: the system's Chromium, else the one in the npm package.
import { execFileSync, spawnSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir, userInfo } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import {
  type Browser,
  type BrowserContext,
  chromium,
  type Page,
  type Request,
} from 'playwright-core'
import type { Clock } from '#server/platform/clock.ts'
import { atEnd } from '../at-end.ts'
import { delayAnswers } from './late-answers.ts'
import { watchOpenPage } from './open-pages.ts'
import { keepDiary } from './page-diary.ts'
import { translatePages } from './translator.ts'

const SYSTEM_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const ARGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
  // V8's own threads compete for the two cores with the server and the database: 5 % of the time.
  '--js-flags=--single-threaded',
]

interface Program {
  path: string
  env: Record<string, string>
}

let ofWorker: Promise<Browser> | null = null
/** Profiles with a page that no test uses now, for the next file of this worker (used-pages.ts). */
export const keptForNextFile = new Set<BrowserContext>()

/**
 * The browser of this test worker, started once; a test file shares it with the files before and
 * after it. What the file opened in it is closed when the file ends.
 */
export async function workerBrowser(): Promise<Browser> {
  if (!(await ofWorker?.catch(() => null))?.isConnected()) ofWorker = launchBrowser()
  const browser = (await ofWorker) as Browser
  atEnd(() => {
    const left = browser.contexts().filter((context) => !keptForNextFile.has(context))
    return Promise.all(left.map((context) => context.close()))
  })
  return browser
}

/** Starts a headless Chromium. CHROMIUM_PATH selects another one. */
export async function launchBrowser(extra: string[] = []): Promise<Browser> {
  const program = await findProgram()
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return chromium.launch({
    executablePath: program.path,
    args: [...ARGS, ...sandbox, ...extra],
    env: { ...definedEnv(), ...program.env },
  })
}

function definedEnv(): Record<string, string> {
  const entries = Object.entries(process.env)
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => !!entry[1]))
}

async function findProgram(): Promise<Program> {
  const chosen = process.env.CHROMIUM_PATH ?? systemChromium()
  if (chosen) return { path: chosen, env: {} }
  const folder = await unpackedChromium()
  const path = join(folder, 'chromium')
  const libraries = join(folder, 'al2023', 'lib')
  return {
    path,
    env: {
      ...(lacksLibraries(path) ? { LD_LIBRARY_PATH: libraries } : {}),
      ...(existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_FILE: fontConfig(folder) }),
    },
  }
}

function systemChromium(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
  const candidates = [...folders.flatMap((dir) => SYSTEM_NAMES.map((n) => join(dir, n))), mac]
  return candidates.find((path) => existsSync(path)) ?? null
}

/**
 * The package contains compressed archives, which it unpacks into the temporary folder. Each user
 * gets a private folder, so that no other user can put a program there.
 */
async function unpackedChromium(): Promise<string> {
  const require = createRequire(import.meta.url)
  const entry = require.resolve('@sparticuz/chromium')
  const packageDir = dirname(dirname(entry))
  const { version } = require(join(packageDir, 'package.json')) as { version: string }
  const folder = join(tmpdir(), `cupo-chromium-${version}-${userInfo().uid}`)
  if (isComplete(folder)) return folder
  const draft = mkdtempSync(`${folder}-`)
  const script = `
    const { default: chromium, inflate } = await import(process.argv[1])
    await chromium.executablePath()
    await inflate(process.argv[2])`
  const archive = join(packageDir, 'bin', 'al2023.tar.br')
  const args = ['--input-type=module', '-e', script, entry, archive]
  execFileSync(process.execPath, args, { env: { ...process.env, TMPDIR: draft } })
  writeFileSync(join(draft, 'complete'), '')
  moveInto(draft, folder)
  return folder
}

function isComplete(folder: string): boolean {
  if (!existsSync(join(folder, 'complete'))) return false
  const stat = lstatSync(folder)
  if (stat.uid === userInfo().uid && stat.isDirectory()) return true
  throw new Error(`${folder} belongs to somebody else. Set TMPDIR or CHROMIUM_PATH.`)
}

function moveInto(draft: string, folder: string): void {
  try {
    renameSync(draft, folder)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    // If the folder is complete, another process has unpacked it first.
    if (!isComplete(folder)) throw error
  }
}

function lacksLibraries(path: string): boolean {
  const { stdout, error } = spawnSync('ldd', [path], { encoding: 'utf8' })
  return Boolean(error) || /not found/.test(stdout)
}

function fontConfig(folder: string): string {
  const file = join(folder, 'fonts.conf')
  const cache = join(folder, 'font-cache')
  mkdirSync(cache, { recursive: true })
  const dir = join(folder, 'fonts')
  writeFileSync(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${dir}</dir><cachedir>${cache}</cachedir></fontconfig>\n`,
  )
  return file
}

export interface PageOptions {
  width?: number
  height?: number
  /** Pixels per point; one by default. */
  deviceScaleFactor?: number
  colorScheme?: 'light' | 'dark'
  /** Prefix of relative addresses, for `page.goto('/login')`. */
  baseURL?: string
  /** Tested site: the base URL, and the start time of the page's clock. */
  site?: { url: string; deps: { clock: Clock } }
  /** A phone with touch instead of a mouse. */
  touch?: boolean
  /** Allows the service worker, which caches pages that open offline. */
  offlineReady?: boolean
}

export interface WatchedPage {
  page: Page
  /** Console errors, uncaught exceptions and failed requests so far. */
  problems: string[]
  /**
   * Throws when the page had problems. `allow` lists problems that the test causes on purpose, such
   * as `/status of 409/` for an expected response.
   */
  assertClean(options?: { allow?: RegExp[] }): void
  /** Closes the page with its cookies and storage. */
  close(): Promise<void>
}

/** Opens a page in a fresh profile (own cookies and storage), set up as a visitor in Colombia. */
export async function newPage(browser: Browser, options: PageOptions = {}): Promise<WatchedPage> {
  const { site, baseURL = site?.url } = options
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1280, height: options.height ?? 800 },
    deviceScaleFactor: options.deviceScaleFactor ?? 1,
    colorScheme: options.colorScheme ?? 'light',
    locale: 'es-CO',
    timezoneId: 'America/Bogota',
    reducedMotion: 'reduce',
    hasTouch: options.touch ?? false,
    isMobile: options.touch ?? false,
    // A service worker would answer in place of the server and hide the requests of a page.
    serviceWorkers: options.offlineReady ? 'allow' : 'block',
    ...(baseURL ? { baseURL } : {}),
  })
  if (site) await context.clock.setSystemTime(site.deps.clock.now())
  await delayAnswers(context)
  await context.addInitScript(forgetNewFunctions)
  await context.addInitScript(keepDiary)
  const page = await context.newPage()
  if (process.env.E2E_TRANSLATED) await translatePages(page)
  return watchPage(page)
}

/** Collects the problems of a page from now on. */
export function watchPage(page: Page): WatchedPage {
  const problems: string[] = []
  watchOpenPage(page, problems, watchRequests(page))
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() !== 'error') return
    problems.push(`console: ${message.text()} (${message.location().url})`)
  })
  return {
    page,
    problems,
    assertClean: ({ allow = [] } = {}) => {
      const left = problems.filter((problem) => !allow.some((pattern) => pattern.test(problem)))
      if (left.length > 0) throw new Error(`The page complained:\n${left.join('\n')}`)
    },
    close: () => page.context().close(),
  }
}

/** Takes away what browsers of web/lib/baseline.ts lack: every screen is tried without it. */
function forgetNewFunctions(): void {
  const taken: [object, string[]][] = [
    [Map, ['groupBy']],
    [Object, ['groupBy']],
    [URL, ['canParse', 'parse']],
    [Intl, ['Segmenter', 'DurationFormat']],
    [Promise, ['withResolvers', 'try']],
    [Array, ['fromAsync']],
    [Array.prototype, ['toSorted', 'toReversed', 'toSpliced', 'with']],
    [Set.prototype, ['union', 'difference', 'intersection', 'isSubsetOf']],
    [String.prototype, ['isWellFormed', 'toWellFormed']],
    [AbortSignal, ['any']],
  ]
  for (const [owner, names] of taken) for (const name of names) Reflect.deleteProperty(owner, name)
}

const loading = new WeakMap<Page, Set<Request>>()
/** Same quiet time as Playwright's `networkidle`. */
const QUIET_MS = 500
const LOADING_MAX_MS = 30_000

/** Counts pending requests, without the stream of live events, which does not end. */
function watchRequests(page: Page): ReadonlySet<Request> {
  const pending = new Set<Request>()
  loading.set(page, pending)
  page.on('request', (request) => {
    if (!new URL(request.url()).pathname.endsWith('/api/events')) pending.add(request)
  })
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))
  return pending
}

/**
 * Waits until no request has been pending for half a second. `networkidle` never happens on a
 * private screen, which reads the stream of live events as long as it is open.
 */
export async function networkQuiet(page: Page, quietMs = QUIET_MS): Promise<void> {
  await page.waitForLoadState()
  const pending = loading.get(page)
  const started = performance.now()
  let quietSince = started
  while (performance.now() - quietSince < quietMs) {
    if (pending && pending.size > 0) quietSince = performance.now()
    if (performance.now() - started > LOADING_MAX_MS) {
      throw new Error(`still loading: ${[...(pending ?? [])].map((each) => each.url()).join(' ')}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
