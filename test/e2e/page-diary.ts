import type { Page } from 'playwright-core'

declare global {
  interface Window {
    diary?: string[]
  }
}

/**
 * Runs in every page before its own scripts, and notes presses, changes of the address and parts
 * that moved. A press that does nothing leaves no other trace: the notes tell whether it reached
 * the link, was handled, and led anywhere.
 */
export function keepDiary(): void {
  const notes: string[] = []
  window.diary = notes
  const note = (text: string) => {
    notes.push(`${Math.round(performance.now())} ms ${text}`)
    if (notes.length > 30) notes.shift()
  }
  const nameOf = (target: EventTarget | null) => {
    if (!(target instanceof Element)) return String(target)
    const pressed = target.closest('a, button, label, summary, input') ?? target
    const text = pressed.textContent?.trim().slice(0, 40)
    return `${pressed.tagName.toLowerCase()} ${pressed.getAttribute('href') ?? ''} "${text}"`
  }
  for (const type of ['pointerdown', 'pointerup', 'click', 'submit']) {
    addEventListener(type, (event) => note(`${type} on ${nameOf(event.target)}`), true)
    // After the listeners of React, which are on the root of the app.
    addEventListener(type, (event) => event.defaultPrevented && note(`${type} handled`))
  }
  for (const type of ['popstate', 'online', 'offline'])
    addEventListener(type, () => note(`${type} at ${location.href}`))
  for (const name of ['pushState', 'replaceState'] as const) {
    const change = history[name].bind(history)
    history[name] = (state, unused, url) => {
      note(`${name} ${url ?? ''}`)
      change(state, unused, url)
    }
  }
  type Shift = PerformanceEntry & { value: number; sources: { node: Node | null }[] }
  const moved = ({ sources }: Shift) => sources.map(({ node }) => node?.textContent?.slice(0, 30))
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries() as Shift[])
      note(`moved by ${shift.value.toFixed(3)}: ${moved(shift).join(', ')}`)
  }).observe({ type: 'layout-shift' })
}

/** The last notes of a page since it was loaded, oldest first. */
export function readDiary(page: Page): Promise<string[]> {
  return page.evaluate(() => window.diary ?? [])
}
