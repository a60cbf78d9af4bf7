/** After `load`, so that it does not compete with the screen. What was measured before counts. */
const DELAY_MS = 2_000

/** Reports errors and speed of this page. Call once the page has loaded. */
export function reportLater(): void {
  setTimeout(() => {
    // A page that cannot load it reports nothing, and works.
    import('./watch-page.ts').then(({ watchPage }) => watchPage()).catch(() => undefined)
  }, DELAY_MS)
}
