// Layout of what a screen shows after somebody opened its folded parts (routes.e2e.ts).
import type { Page } from 'playwright-core'
import { networkQuiet } from './browser.ts'
import { crowding } from './crowding.ts'

/** Opens the folds of a page, which stay open, and returns what is wrong in them on a phone. */
export async function foldFindings(page: Page): Promise<string[]> {
  const opened = await page.evaluate(() => {
    const folds = document.querySelectorAll<HTMLDetailsElement>('main details:not([open])')
    for (const fold of folds) fold.open = true
    return folds.length
  })
  if (opened === 0) return []
  await networkQuiet(page, 100)
  const found = [...(await crowding(page)), ...(await turnedArrows(page))]
  return found.map((each) => `in an open fold: ${each}`)
}

/** Links whose arrow points backwards, as a fold turns its own. */
function turnedArrows(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main a svg')]
      .filter((arrow) => getComputedStyle(arrow).rotate !== 'none')
      .map((arrow) => `turns the arrow of "${arrow.closest('a')?.textContent}"`),
  )
}
