import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { DEMO_PASSWORD } from '#server/demo/people.ts'
import { readCommand } from '#server/platform/command.ts'
import { launchBrowser, networkQuiet, newPage } from '#test/e2e/browser.ts'
import { logIn } from '#test/e2e/people.ts'
import { demoEmails, type Screen, screensOf } from '#test/e2e/screens.ts'
import { enrolStaff, proveInPage } from '#test/e2e/second-factor-steps.ts'
import { STORE_DEVICES, STORE_SCREENS } from '../native/scripts/store-pictures.ts'
import { withDemoServer } from './demo-server.ts'
import { ROOT, say } from './project.ts'

const {
  positionals: [WANTED = ''],
  values: { store },
} = readCommand({
  call: 'npm run screenshots -- [text]',
  about:
    'Writes every screen in both sizes, light and dark, into screenshots/. With a text, only ' +
    'the screens whose name contains it.',
  args: [0, 1],
  options: {
    store: { type: 'boolean', about: 'pictures for the app stores, into native/store/pictures/' },
  },
})

const OUT = join(ROOT, store ? 'native/store/pictures' : 'screenshots')
const SIZES = [
  { name: '360', width: 360, height: 740 },
  { name: '1280', width: 1280, height: 800 },
]
const LOOKS: Look[] = store
  ? STORE_DEVICES.map((device) => ({ ...device, colorScheme: 'light' }))
  : SIZES.flatMap((size) =>
      (['light', 'dark'] as const).map((colorScheme) => ({ ...size, colorScheme })),
    )

const inTwoDays = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)

await withDemoServer(async (url) => {
  mkdirSync(OUT, { recursive: true })
  const all = await screensOf(url, inTwoDays)
  const screens = store
    ? STORE_SCREENS.map((name) => screenOf(all, name))
    : all.filter(({ name }) => name.includes(WANTED))
  const browser = await launchBrowser()
  const codes = await enrolTeam(url, screens)
  for (const look of LOOKS) await shootAll(browser, { url, screens, codes }, look)
  await browser.close()
  say(`${screens.length} screens in ${OUT}`)
})

type Look = {
  name: string
  width: number
  height: number
  deviceScaleFactor?: number
  colorScheme: 'light' | 'dark'
}

function screenOf(screens: readonly Screen[], wanted: string): Screen {
  const screen = screens.find(({ name }) => name === wanted)
  if (!screen) throw new Error(`no screen ${wanted}`)
  return screen
}

type Shown = { url: string; screens: Screen[]; codes: Map<Screen['as'], string[]> }

/** Recovery codes of people who need a second factor, one for each time that they sign in. */
async function enrolTeam(url: string, screens: Screen[]): Promise<Shown['codes']> {
  const codes: Shown['codes'] = new Map()
  for (const as of ['verifier', 'support', 'finance', 'admin'] as const) {
    const email = demoEmails[as]
    if (!email || !screens.some((screen) => screen.as === as)) continue
    codes.set(as, await enrolStaff(url, { email, password: DEMO_PASSWORD }, new Date()))
  }
  return codes
}

async function shootAll(browser: Browser, shown: Shown, look: Look): Promise<void> {
  const { url, screens, codes } = shown
  for (const [as, group] of Map.groupBy(screens, (screen) => screen.as)) {
    const { page, close } = await newPage(browser, { ...look, baseURL: url })
    const email = demoEmails[as]
    if (email) await logIn(page, { email, password: DEMO_PASSWORD })
    const code = codes.get(as)?.pop()
    if (code) await proveInPage(page, url, code)
    for (const screen of group) {
      await page.goto(screen.path)
      await networkQuiet(page)
      const file = store
        ? `${look.name}-${screens.indexOf(screen) + 1}-${screen.name}.png`
        : `${screen.name}-${look.name}-${look.colorScheme}.png`
      if (!(await isReady(page, screen))) say(`${file} has no text ${screen.ready}`)
      await page.screenshot({ path: join(OUT, file), fullPage: !store })
    }
    await close()
  }
}

/** Waits for the text of the screen. Some texts are shown in one of the two sizes only. */
async function isReady(page: Page, { ready }: Screen): Promise<boolean> {
  if (!ready) return true
  const shown = page.getByText(ready).first().waitFor({ timeout: 8_000 })
  return shown.then(
    () => true,
    () => false,
  )
}
