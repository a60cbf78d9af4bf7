/** The window of the system's browser over the app: what happens when it is closed. */
import { openPath } from './open-path.ts'
import { plugins } from './plugins.ts'

let next: string | null = null

/** Opens this path when the person closes the window, unless a link returns to the app before. */
export function whenBrowserEnds(path: string): void {
  next = path
}

export function forgetBrowserEnd(): void {
  next = null
}

/** Call once, at the start. */
export function watchBrowser(): void {
  plugins().browser.onClosed(() => {
    const path = next
    next = null
    if (path !== null) return openPath(path)
    // As after "back" in a browser: buttons that were waiting work again.
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
}
