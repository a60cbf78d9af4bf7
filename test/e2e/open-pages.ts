import type { Page } from 'playwright-core'

const TEXT_MAX = 2000

const openPages = new Map<Page, readonly string[]>()

/** Registers a page, which is printed with its problems when a test fails while it is open. */
export function watchOpenPage(page: Page, problems: readonly string[]): void {
  if (!openPages.has(page)) page.on('close', () => openPages.delete(page))
  openPages.set(page, problems)
}

/** Prints the open pages, because a failure on another machine leaves no other trace. */
export async function printOpenPages(test: string): Promise<void> {
  for (const [page, problems] of openPages) {
    // A page that waits for the next test (used-pages.ts).
    if (page.url().endsWith('.webmanifest')) continue
    const shown = await shownBy(page).catch((error: Error) => error.message)
    const head = `── open when "${test}" failed: ${page.url()}`
    const lines = [head, ...problems.slice(-3), shown.slice(0, TEXT_MAX)]
    process.stdout.write(`${lines.join('\n')}\n`)
  }
}

async function shownBy(page: Page): Promise<string> {
  const scrolled = await page.evaluate(() => scrollY)
  const main = page.locator('main, body').last()
  return `scrolled by ${scrolled} px\n${await main.ariaSnapshot({ timeout: 3000 })}`
}
