/** Opens a screen of the app when the system browser's window over the app is closed. */
import { openPath } from './open-path.ts'
import { plugins } from './plugins.ts'

let next: string | null = null

/** Opens `path` when the browser window is closed, unless a link returns to the app first. */
export function whenBrowserEnds(path: string): void {
  next = path
}

export function forgetBrowserEnd(): void {
  next = null
}

/** Listens for the closing of the browser window. Call once, at the start. */
export function watchBrowser(): void {
  plugins().browser.onClosed(() => {
    const path = next
    next = null
    if (path !== null) return openPath(path)
    // Buttons that show "pending" become active again, as after "back" in a browser.
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
}
