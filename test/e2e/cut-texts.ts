import type { Page } from 'playwright-core'

/** Returns words that break, texts that boxes cut, and buttons whose words touch their border. */
export async function cutTexts(page: Page): Promise<string[]> {
  return [
    ...((await page.evaluate(`(${cuts.toString()})()`)) as string[]),
    ...(await page.evaluate(tightButtons)),
  ]
}

/** Runs in the page: buttons with several lines that fill them up to the border. */
function tightButtons(): string[] {
  const isTight = (button: Element): boolean => {
    const { display, fontSize, backgroundColor, borderTopWidth } = getComputedStyle(button)
    const isDrawn = borderTopWidth !== '0px' || !/, 0\)$/.test(backgroundColor)
    if (!isDrawn || display === 'inline') return false
    const range = document.createRange()
    const lines: DOMRect[] = []
    const walker = document.createTreeWalker(button, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      // Text for assistive technology is clipped.
      if (!node.parentElement || getComputedStyle(node.parentElement).clip !== 'auto') continue
      range.selectNodeContents(node)
      lines.push(...range.getClientRects())
    }
    if (new Set(lines.map((line) => Math.round(line.top))).size < 2) return false
    const { top, bottom } = button.getBoundingClientRect()
    const above = Math.min(...lines.map((line) => line.top)) - top
    const below = bottom - Math.max(...lines.map((line) => line.bottom))
    return Math.min(above, below) < Number.parseFloat(fontSize) / 4
  }
  return [...document.querySelectorAll('button, a, label')]
    .filter(isTight)
    .map((button) => `leaves no room around "${button.textContent?.trim().slice(0, 40)}"`)
    .slice(0, 3)
}

/**
 * Runs in the page. Ignores words of more than 15 letters, addresses and codes, texts that end in
 * an ellipsis, text only for assistive technology, and boxes that scroll.
 */
function cuts(): string[] {
  const skipped =
    'svg, script, style, option, textarea, code, [role="listbox"], [aria-label^="Mapa"]'
  const found = new Set<string>()

  const linesOf = (node: Node, start: number, end: number): number => {
    const range = document.createRange()
    range.setStart(node, start)
    range.setEnd(node, end)
    const tops = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => top)
    return new Set(tops.map(Math.round)).size
  }

  /** Whether the text is visible, hidden by a box as a whole, or cut by one. */
  const stateOf = (element: Element, node: Node): 'visible' | 'hidden' | 'cut' => {
    const range = document.createRange()
    range.selectNodeContents(node)
    const text = range.getBoundingClientRect()
    for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at)
      if (style.clip !== 'auto' || style.clipPath !== 'none') return 'hidden'
      const kinds = style.overflowX + style.overflowY
      if (/auto|scroll/.test(kinds) || style.textOverflow === 'ellipsis') return 'visible'
      if (style.webkitLineClamp !== 'none') return 'visible'
      if (kinds === 'visiblevisible') continue
      const box = at.getBoundingClientRect()
      if (text.top >= box.bottom - 1 || text.bottom <= box.top + 1) return 'hidden'
      if (text.right > box.right + 2 || text.left < box.left - 2) return 'cut'
      if (text.bottom > box.bottom + 4 || text.top < box.top - 4) return 'cut'
    }
    return 'visible'
  }

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    const text = node.textContent ?? ''
    if (!element || text.trim() === '' || element.closest(skipped)) continue
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    const state = stateOf(element, node)
    if (state === 'cut') found.add(`cuts "${text.trim().slice(0, 40)}"`)
    if (state === 'hidden') continue
    if (linesOf(node, 0, text.length) < 2) continue
    for (const { 0: word, index } of text.matchAll(/\p{L}{2,15}/gu)) {
      const before = text[index - 1] ?? ' '
      const after = text[index + word.length] ?? ' '
      if (/[@.:/_\d\p{L}]/u.test(before) || /[@:/_\d\p{L}]/u.test(after)) continue
      if (linesOf(node, index, index + word.length) > 1) found.add(`breaks "${word}"`)
    }
  }
  return [...found].slice(0, 5)
}
