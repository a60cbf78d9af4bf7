// `npm run screenshots [-- /path …]`: pictures of the pages of a running server, phone and desktop,
// light and dark, in screenshots/. BASE_URL names another server than the local one.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { launchBrowser, newPage } from '#test/e2e/browser.ts'
import { ROOT, say } from './project.ts'

const SIZES = { phone: { width: 360, height: 740 }, desktop: { width: 1280, height: 800 } }
const SCHEMES = ['light', 'dark'] as const
const PAGES = ['/', '/login', '/signup', '/trips', '/publish']

const baseURL = process.env.BASE_URL ?? `http://localhost:${process.env.PORT ?? 3000}`
const folder = join(ROOT, 'screenshots')
const chosen = process.argv.slice(2)
const paths = chosen.length > 0 ? chosen : PAGES

mkdirSync(folder, { recursive: true })
const browser = await launchBrowser()
try {
  for (const [device, size] of Object.entries(SIZES)) {
    for (const colorScheme of SCHEMES) {
      const { page, close } = await newPage(browser, { ...size, colorScheme, baseURL })
      for (const path of paths) {
        await page.goto(path, { waitUntil: 'networkidle' })
        const name = path.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '') || 'home'
        const file = join(folder, `${name}.${device}.${colorScheme}.png`)
        await page.screenshot({ path: file, fullPage: true })
        say(file)
      }
      await close()
    }
  }
} finally {
  await browser.close()
}
