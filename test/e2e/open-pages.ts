import type { Page, Request } from 'playwright-core'
import { readDiary } from './page-diary.ts'

const TEXT_MAX = 2000

type Watched = { problems: readonly string[]; pending: ReadonlySet<Request> }

const openPages = new Map<Page, Watched>()

/** Registers a page, of which is printed what it shows and did when a test fails. */
export function watchOpenPage(
  page: Page,
  problems: readonly string[],
  pending: ReadonlySet<Request>,
): void {
  if (!openPages.has(page)) page.on('close', () => openPages.delete(page))
  openPages.set(page, { problems, pending })
}

/** Prints the open pages, because a failure on another machine leaves no other trace. */
export async function printOpenPages(test: string): Promise<void> {
  for (const [page, { problems, pending }] of openPages) {
    // A page that waits for the next test (used-pages.ts).
    if (page.url().endsWith('.webmanifest')) continue
    const shown = await shownBy(page).catch((error: Error) => error.message)
    const diary = await readDiary(page).catch((error: Error) => [error.message])
    const head = `── open when "${test}" failed: ${page.url()}`
    const waits = [...pending].map((request) => `waits for ${request.url()}`)
    const lines = [head, ...problems.slice(-3), ...waits, ...diary, shown.slice(0, TEXT_MAX)]
    process.stdout.write(`${lines.join('\n')}\n`)
  }
}

async function shownBy(page: Page): Promise<string> {
  const scrolled = await page.evaluate(() => scrollY)
  const main = page.locator('main, body').last()
  return `scrolled by ${scrolled} px\n${await main.ariaSnapshot({ timeout: 3000 })}`
}
