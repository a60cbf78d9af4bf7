import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { readCommand } from '#server/platform/command.ts'
import { launchBrowser, newPage } from '#test/e2e/browser.ts'
import { staticPages } from '#web/lib/static-pages.ts'
import { withDemoServer } from './demo-server.ts'
import { ROOT, say } from './project.ts'

readCommand({
  call: 'node scripts/site-assets.ts',
  about:
    'Draws the sharing cards in web/public/og/ (1200 × 630) from the headings and drawings of ' +
    'the pages. Run it after a change of those.',
})

const SIZE = { width: 1200, height: 630 }
const OUT = join(ROOT, 'web', 'public', 'og')
await withDemoServer(async (baseURL) => {
  const browser = await launchBrowser()
  mkdirSync(OUT, { recursive: true })
  const { page } = await newPage(browser, { ...SIZE, baseURL })
  const drawn = new Set<string>()
  let landscape = ''
  for (const [path, { image }] of Object.entries(staticPages)) {
    if (drawn.has(image)) continue
    drawn.add(image)
    await page.goto(path, { waitUntil: 'networkidle' })
    landscape ||= await page
      .locator('main section > svg')
      .first()
      .evaluate((svg) => svg.outerHTML)
    await turnIntoCard(page, landscape)
    const file = join(OUT, `${image}.png`)
    const picture = sharp(await page.screenshot()).png({ palette: true, colours: 64, effort: 10 })
    const { size } = await picture.toFile(file)
    say(`${file} ${Math.round(size / 1000)} kB`)
  }
  await browser.close()
})

/**
 * Keeps the logo, the heading and the drawing of a page, and arranges them as a card. A page
 * without a drawing gets the landscape of the home page.
 */
async function turnIntoCard(page: Page, landscape: string): Promise<void> {
  await page.evaluate((ground) => {
    const logo = document.querySelector('header svg')?.outerHTML ?? ''
    const title = document.querySelector('h1')?.textContent ?? ''
    const drawing = document.querySelector('main section svg[viewBox="0 0 480 320"]')
    const wide = document.createRange().createContextualFragment(ground).querySelector('svg')
    const card = document.createElement('div')
    card.style.cssText =
      'position:fixed;inset:0;display:flex;align-items:center;gap:48px;padding:0 64px;' +
      `background:var(--land-sky);${drawing ? '' : 'align-items:flex-start;padding-top:72px;'}`
    const words = document.createElement('div')
    words.style.cssText = 'flex:1;position:relative;z-index:1;display:grid;gap:28px'
    words.innerHTML =
      `<div class="og-logo text-bosque font-display">${logo}<b>cupo</b></div>` +
      '<h1 style="font-size:76px;line-height:1.02;max-width:11em"></h1>'
    const heading = words.querySelector('h1')
    if (heading) heading.textContent = title
    card.append(words)
    const art = drawing ?? wide
    if (art) {
      art.setAttribute('class', '')
      const look = drawing
        ? 'width:540px;height:360px;flex:none;border-radius:24px'
        : 'position:absolute;inset:auto 0 0;width:100%;height:420px'
      art.setAttribute('style', look)
      card.append(art)
    }
    document.body.replaceChildren(card)
    const style = document.createElement('style')
    style.textContent =
      '.og-logo{display:flex;align-items:center;gap:12px}' +
      '.og-logo{font-size:52px;font-weight:800;letter-spacing:-.03em}' +
      '.og-logo svg{width:76px;height:76px}'
    document.head.append(style)
  }, landscape)
  await page.evaluate(() => document.fonts.ready)
}
