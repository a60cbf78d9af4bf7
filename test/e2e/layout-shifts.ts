import type { Page } from 'playwright-core'
import { pauseRequests } from './pause-requests.ts'

/** Delays of responses in ms; each address always has the same delay. */
const DELAYS_MS = [100, 300, 500, 700]
/** Limit per visit; a good page has at most 0.1 (https://web.dev/articles/cls). */
const SHIFT_MAX = 0.05

export type Shift = { value: number; moved: string[] }

/** Records the layout shifts of a page, except shifts of only its footer. */
export function watchShifts(): void {
  const shifts: Shift[] = []
  Object.assign(window, { shifts })
  type Moved = { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }
  type Entry = PerformanceEntry & { value: number; sources: Moved[] }
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as Entry[]) {
      const moved = sources.flatMap(({ node, previousRect, currentRect }) => {
        if (!(node instanceof Element) || node.closest('footer')) return []
        return [`${previousRect.y} to ${currentRect.y}: ${node.textContent?.slice(0, 60)}`]
      })
      if (moved.length > 0) shifts.push({ value, moved })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** The shifts of the current page, after `watchShifts` ran in it as an init script. */
export function layoutShifts(page: Page): Promise<Shift[]> {
  return page.evaluate(() => Reflect.get(window, 'shifts'))
}

/** Delays the responses of the API in every page that is opened later, and records its shifts. */
export async function watchLateAnswers(page: Page): Promise<void> {
  await page.addInitScript(watchShifts)
  await pauseRequests(page, '*/api/*', async ({ pathname }) => {
    const delay = DELAYS_MS[pathname.length % DELAYS_MS.length]
    if (!pathname.endsWith('/events')) await new Promise((done) => setTimeout(done, delay))
    return undefined
  })
}

/** Returns a line if late responses moved the current page by more than the limit. */
export async function shiftFindings(page: Page): Promise<string[]> {
  const shifts = await layoutShifts(page)
  const sum = shifts.reduce((total, { value }) => total + value, 0)
  return sum > SHIFT_MAX ? [`moves by ${sum.toFixed(3)}: ${JSON.stringify(shifts)}`] : []
}
