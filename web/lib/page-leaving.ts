/**
 * A page that is being left aborts its requests, and an aborted request looks like a refusal.
 * Nothing may be concluded from it.
 */
let leaving = false

/** A person who chose to stay after all is believed again after this. */
const STAYED_MS = 5_000

/** Follows the page's life; once, when the app starts. */
export function watchLeaving(page: Window = window): void {
  page.addEventListener('beforeunload', () => {
    leaving = true
    page.setTimeout(() => {
      leaving = false
    }, STAYED_MS)
  })
  page.addEventListener('pagehide', () => {
    leaving = true
  })
  page.addEventListener('pageshow', () => {
    leaving = false
  })
}

export const isLeaving = (): boolean => leaving
