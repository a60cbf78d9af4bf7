import type { Page } from 'playwright-core'
import { overflow } from './accessible.ts'
import { cutTexts } from './cut-texts.ts'

/**
 * The narrowest phone and the largest text that people set; pages must work in each (WCAG 1.4.4,
 * 1.4.10).
 */
const NARROW = { width: 320, height: 740 }
const LARGE_TEXT = '200%'

/**
 * Returns horizontal scrolling, overlapping texts, broken words and cut texts on the narrowest
 * phone and with text twice as large, and the last two in the present size, which it restores.
 */
export async function crowding(page: Page): Promise<string[]> {
  const before = page.viewportSize()
  const cut = await cutTexts(page)
  await page.setViewportSize(NARROW)
  const narrow = await misfits(page, 'at 320 px')
  if (before) await page.setViewportSize(before)
  await setTextSize(page, LARGE_TEXT)
  const large = await misfits(page, 'with text at 200 %')
  await setTextSize(page, '')
  return [...cut, ...narrow, ...large]
}

/** Charts follow a new size a moment later: what is found is looked for again. */
const SETTLED_MS = 500

async function misfits(page: Page, when: string): Promise<string[]> {
  const found = await misfitsNow(page, when)
  if (found.length === 0) return found
  await page.waitForTimeout(SETTLED_MS)
  return await misfitsNow(page, when)
}

async function misfitsNow(page: Page, when: string): Promise<string[]> {
  const wide = await overflow(page)
  const pairs = (await page.evaluate(`(${overlaps.toString()})()`)) as string[]
  return [
    ...(wide > 0 ? [`scrolls ${wide} px sideways ${when}`] : []),
    ...pairs.map((pair) => `words overlap ${when}: ${pair}`),
    ...(await cutTexts(page)).map((cut) => `${cut} ${when}`),
  ]
}

function setTextSize(page: Page, size: string): Promise<void> {
  return page.evaluate((value) => {
    document.documentElement.style.fontSize = value
  }, size)
}

/**
 * Runs in the page: pairs of texts that overlap. Ignores intended overlaps (sticky bars), text only
 * for assistive technology, drawings, and parts hidden by a scrolling box.
 */
function overlaps(): string[] {
  type Box = { node: Node; text: string; left: number; right: number; top: number; bottom: number }
  const skipped =
    'svg, script, style, option, dialog:not([open]), [role="listbox"], [aria-label^="Mapa"]'
  const boxes: Box[] = []

  const boxOf = (element: Element, rect: DOMRect): Box | null => {
    // Boxes are trimmed, because lines are closer than the height of their letters.
    const trim = rect.height / 4
    const box = {
      node: element,
      text: '',
      left: rect.left + 1,
      right: rect.right - 1,
      top: rect.top + trim,
      bottom: rect.bottom - trim,
    }
    for (let at: Element | null = element; at; at = at.parentElement) {
      const style = getComputedStyle(at)
      const { position, clip, clipPath, overflowX, overflowY } = style
      if (position === 'sticky' || position === 'fixed') return null
      if (clip !== 'auto' || clipPath !== 'none') return null
      if (overflowX === 'visible' && overflowY === 'visible') continue
      const frame = at.getBoundingClientRect()
      box.left = Math.max(box.left, frame.left)
      box.right = Math.min(box.right, frame.right)
      box.top = Math.max(box.top, frame.top)
      box.bottom = Math.min(box.bottom, frame.bottom)
    }
    return box.right - box.left > 2 && box.bottom - box.top > 2 ? box : null
  }

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    const text = node.textContent?.trim() ?? ''
    if (!element || text === '' || element.closest(skipped)) continue
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const rect of range.getClientRects()) {
      const box = boxOf(element, rect)
      if (box) boxes.push({ ...box, node, text: text.slice(0, 30) })
    }
  }
  const found = new Set<string>()
  for (const [at, a] of boxes.entries()) {
    for (const b of boxes.slice(at + 1)) {
      // A text that is cut with an ellipsis returns its line twice.
      if (a.node === b.node) continue
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left)
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
      if (across > 2 && down > 2) found.add(`"${a.text}" and "${b.text}"`)
    }
  }
  return [...found].slice(0, 3)
}
