import type { RouteConfigEntry } from '@react-router/dev/routes'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '#server/demo/people.ts'
import { adminAddresses } from '#web/features/admin/admin-screens.ts'
import routes from '#web/routes.ts'
import { asOwner } from '../db.ts'
import { type Audited, codeOf, readAudited, writeAudited } from './audited-screens.ts'
import { networkQuiet, type WatchedPage, workerBrowser } from './browser.ts'
import { foldFindings } from './folds.ts'
import { shiftFindings, watchLateAnswers } from './layout-shifts.ts'
import { ALL_SCREENS, auditFindings } from './page-audits.ts'
import { logInByCall } from './people.ts'
import { openPresser, pressFindings } from './pressed-screens.ts'
import { findingsOf, widthFindings } from './screen-checks.ts'
import { demoEmails, type Screen, screensOf } from './screens.ts'
import { readShown, type Shown, shownBy, writeShown } from './shown-screens.ts'
import { openTestSite, type TestSite } from './site.ts'
import { proveAll } from './team-steps.ts'
import { usedPage } from './used-pages.ts'

// Every screen, on a phone and on a desktop: it renders without console errors, fits its width and
// does not move when a late response arrives. Where it shows something else than when `npm run
// audit:a11y` wrote its lists, it passes axe and shows the team no keys of the program. Where its
// built code changed since, two more accessibility checkers and a markup checker check it, too, and
// every button is pressed while the browser translates the page.

const SIZES = [
  { width: 360, height: 740, colorScheme: 'light' },
  { width: 1280, height: 800, colorScheme: 'dark' },
] as const

/** People whose screens are opened with late responses, after which nothing may have moved. */
const LATE: readonly Screen['as'][] = ['passenger', 'driver', 'newcomer']
const hasLateAnswers = ({ as }: { as: Screen['as'] }) => LATE.includes(as)

/** Number of pages in parallel: while one waits for the network, another is checked. */
const LANES = 2

let url: string
let site: TestSite
let browser: Browser
let screens: Screen[]

beforeAll(async () => {
  site = await openTestSite({ demo: true })
  url = site.url
  await giveLongNames(site.deps)
  screens = await screensOf(url, '2026-11-22')
  browser = await workerBrowser()
}, 120_000)

/** Address patterns of the leaves of the route table. */
function addressesOf(entries: RouteConfigEntry[], above = ''): string[] {
  return entries.flatMap((entry) => {
    const address = entry.path ? `${above}/${entry.path}` : above
    return entry.children ? addressesOf(entry.children, address) : [address || '/']
  })
}

/** Error responses that a screen causes on purpose, such as for an unknown address. */
const EXPECTED = [
  /status of 404 .*\/payments\/confirm-redirect/,
  /status of 404 .*no-existe/,
  /status of 410 .*\/alerts\/from-mail/,
  /status of 410 .*\/trusted-contact\/read/,
  /status of 404 .*\/referrals\/codes\//,
  /status of 410 .*\/support\/requests\/read/,
  // The version of a booking without a dispute.
  /status of 404 .*\/bookings\/(?:01890000-|[^/]*\/(?:dispute|rescue\/ask))/,
  /ApiError: No encontramos es(?:e reclamo|a reserva|a pregunta)/,
]

/** A first name of one word of 40 letters, and a surname of two long words. */
async function giveLongNames({ databaseUrl }: { databaseUrl: string }): Promise<void> {
  const sql = 'update users set first_name = $1, last_name = $2'
  const names = ['Maximilianobartolomeodelosangelesguadalu', 'Echavarriagoenaga Santacruzmontoya']
  await asOwner(databaseUrl, sql, names)
}

const known = readAudited()
const knownShown = readShown()
/** Screens that all checkers passed in this run, and what those showed that had no finding. */
const passed: Audited = {}
const shown: Shown = {}
/** Number of changed screens of one person whose buttons are pressed in `npm test`: 30 s in all. */
const PRESSED_MAX = 4
/** Changed screens of the person under test. */
let changed: Screen[] = []

afterAll(() => {
  if (!ALL_SCREENS) return
  writeAudited(passed)
  writeShown(shown)
})

/** Each screen is loaded once and checked at every size: loading takes as long as checking. */
async function inspect(page: Page, screen: Screen): Promise<string[]> {
  const { name } = screen
  const before = knownShown[name]?.split(' ') ?? []
  const now: string[] = []
  const findings: string[] = []
  let isAudited = ALL_SCREENS
  let isChecked = false
  for (const [index, size] of SIZES.entries()) {
    await setSize(page, size)
    const isFirst = index === 0
    if (isFirst) await open(page, screen)
    else await rendered(page)
    const found = isFirst && hasLateAnswers(screen) ? await shiftFindings(page) : []
    if (isFirst) {
      const code = await codeOf(page)
      isAudited ||= known[name] !== code
      if (isAudited) {
        passed[name] = code
        changed.push(screen)
      }
    }
    now.push(await shownBy(page))
    const isSame = !ALL_SCREENS && before[index] === now[index]
    isChecked ||= !isSame
    found.push(...(isSame ? await widthFindings(page) : await findingsOf(page, screen)))
    const audits = isAudited ? await auditFindings(page) : []
    if (audits.length > 0) delete passed[name]
    findings.push(...[...found, ...audits].map((each) => `${name} at ${size.width} px: ${each}`))
  }
  // Last, because open folds change what the screen shows.
  if (isChecked) {
    await setSize(page, SIZES[0])
    await rendered(page)
    findings.push(...(await foldFindings(page)).map((each) => `${name} ${each}`))
  }
  if (findings.length === 0) shown[name] = now.join(' ')
  return findings
}

async function open(page: Page, screen: Screen): Promise<void> {
  await page.goto(screen.path)
  if (screen.ready) await page.getByText(screen.ready).first().waitFor()
  await networkQuiet(page, screen.ready ? 200 : 500)
}

async function setSize(page: Page, { colorScheme, ...size }: (typeof SIZES)[number]) {
  await page.setViewportSize(size)
  await page.emulateMedia({ colorScheme })
}

/** Waits for the next frame, colours that change and pending requests after a change of size. */
async function rendered(page: Page): Promise<void> {
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))')
  await page.evaluate(async () => {
    const running = document.getAnimations().filter((each) => each instanceof CSSTransition)
    await Promise.allSettled(running.map((each) => each.finished))
  })
  await networkQuiet(page, 100)
}

it('has every address of the site in the list of screens', () => {
  const visited = screens.map((screen) => new URL(screen.path, url).pathname)
  const own = addressesOf(routes).filter((address) => !address.includes('*'))
  const addresses = [...own, ...adminAddresses]
  const missed = addresses.filter((address) => {
    const pattern = new RegExp(`^${address.replace(/:\w+/g, '[^/]+')}$`)
    return !visited.some((path) => pattern.test(path))
  })
  expect(missed).toEqual([])
})

it('answers 200 to a bare request of every screen, and 404 to any other address', async () => {
  const odd = [
    '/no-existe',
    '/wallet/x',
    '/trips/1',
    '/Bookings/1/2',
    '/trips/1/book',
    '/__shells',
    '/admin/x',
  ]
  const wanted = [
    ...screens.map(({ path }) => [path, path.includes('no-existe') ? 404 : 200] as const),
    ...odd.map((path) => [path, 404] as const),
  ]
  for (const [path, status] of wanted) {
    const answer = await fetch(new URL(path, url))
    expect([path, answer.status]).toEqual([path, status])
    expect(await answer.text()).toContain('<html')
  }
})

it.each([
  'visitor',
  'passenger',
  'driver',
  'newcomer',
  'verifier',
  'support',
  'finance',
  'admin',
] as const)(
  'finds no problem in the screens of a %s, on a phone and on a desktop',
  async (as) => {
    const left = screens.filter((each) => each.as === as && !each.isAlias)
    changed = []
    const lanes = await Promise.all(
      Array.from({ length: Math.min(LANES, left.length) }, () => walkerOf(as)),
    )
    await proveAll(site)
    const findings = await Promise.all(lanes.map(({ page }) => walk(page, left)))
    expect(findings.flat()).toEqual([])
    for (const lane of lanes) {
      lane.assertClean({ allow: EXPECTED })
      await lane.close()
    }
    expect(await pressAll(as)).toEqual([])
  },
  900_000,
)

/** Opens a signed-in page, which an earlier person may have used. */
async function walkerOf(as: Screen['as']): Promise<WatchedPage> {
  const watched = await usedPage(browser, { ...SIZES[0], site })
  watched.page.setDefaultTimeout(10_000)
  await signIn(watched.page, as)
  if (hasLateAnswers({ as })) await watchLateAnswers(watched.page)
  return watched
}

async function signIn(page: Page, as: Screen['as']): Promise<void> {
  const email = demoEmails[as]
  if (email) await logInByCall(page, { email, password: DEMO_PASSWORD })
}

/**
 * Presses the buttons of the screens that changed. React reports as #418 that a page was translated
 * before it took over the HTML, and draws it anew.
 */
async function pressAll(as: Screen['as']): Promise<string[]> {
  const left = ALL_SCREENS ? changed : changed.slice(0, PRESSED_MAX)
  const lanes = Array.from({ length: Math.min(LANES, left.length) }, async () => {
    const { page, problems, close } = await usedPage(browser, { ...SIZES[0], site })
    page.setDefaultTimeout(10_000)
    await signIn(page, as)
    await proveAll(site)
    const presser = await openPresser(page)
    const findings: string[] = []
    for (let screen = left.shift(); screen; screen = left.shift()) {
      const found = await pressFindings(presser, screen)
      if (found.length > 0) delete passed[screen.name]
      findings.push(...found)
    }
    await close()
    return [
      ...findings,
      ...problems.filter((problem) => /^uncaught: (?!.*error #418)/.test(problem)),
    ]
  })
  return (await Promise.all(lanes)).flat()
}

/** Takes screens from the list until none is left. */
async function walk(page: Page, left: Screen[]): Promise<string[]> {
  const findings: string[] = []
  for (let screen = left.shift(); screen; screen = left.shift()) {
    findings.push(...(await inspect(page, screen)))
  }
  return findings
}
