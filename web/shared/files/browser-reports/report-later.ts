/** Delay after `load`, ms, so that reporting does not compete with the screen. */
const DELAY_MS = 2_000

/** Starts to report errors and speed of this page. Call once the page has loaded. */
export function reportLater(): void {
  setTimeout(() => {
    // If the import fails, the page reports nothing but works.
    import('./watch-page.ts').then(({ watchPage }) => watchPage()).catch(() => undefined)
  }, DELAY_MS)
}
