import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { readCommand } from '#server/platform/command.ts'
import { launchBrowser, networkQuiet, newPage } from '#test/e2e/browser.ts'
import { addDays, today } from '#web/lib/format.ts'
import { withDemoServer } from './demo-server.ts'
import { ROOT, say } from './project.ts'

readCommand({
  call: 'npm run docs:picture',
  about: 'Writes docs/screens.webp, the picture of README.md: a search on a phone and on a desk.',
})

const TARGET = join(ROOT, 'docs/screens.webp')
const PHONE = { width: 360, height: 740 }
const DESK = { width: 1280, height: 800 }
const GAP = 24
/** Bogotá → Ibagué tomorrow: the demonstration data has trips there. */
const SEARCH = `/trips?from=11001&to=73001&date=${addDays(today(), 1)}`

await withDemoServer(async (url) => {
  const browser = await launchBrowser()
  const phone = await shotOf(browser, url, PHONE)
  const desk = sharp(await shotOf(browser, url, DESK)).resize({ height: PHONE.height })
  await browser.close()
  const { data, info } = await desk.toBuffer({ resolveWithObject: true })
  const { size } = await sharp({
    create: {
      width: PHONE.width + GAP + info.width,
      height: PHONE.height,
      channels: 4,
      background: { r: 0, g: 0, b: 0, alpha: 0 },
    },
  })
    .composite([
      { input: phone, left: 0, top: 0 },
      { input: data, left: PHONE.width + GAP, top: 0 },
    ])
    .webp({ quality: 82 })
    .toFile(TARGET)
  say(`${TARGET} ${Math.round(size / 1000)} kB`)
})

async function shotOf(browser: Browser, url: string, size: typeof PHONE): Promise<Buffer> {
  const { page, close } = await newPage(browser, { ...size, baseURL: url })
  await page.goto(SEARCH)
  await networkQuiet(page)
  const shot = await page.screenshot()
  await close()
  return shot
}
