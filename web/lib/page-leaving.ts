/** A leaving page aborts its requests: while `leaving` is true, a failure must be ignored. */
let leaving = false

/** `beforeunload` can be cancelled by the person: `leaving` is reset after this time. */
const STAYED_MS = 5_000

/** Adds the listeners. Call once, when the app starts. */
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
