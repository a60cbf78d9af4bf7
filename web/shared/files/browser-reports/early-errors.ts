/** A thrown error: an event of the window, or an error that the router caught. */
export type Caught = { error?: unknown; reason?: unknown; message?: string; filename?: string }

declare global {
  interface Window {
    /** Errors so far; `push` reports them once watch-page.ts has loaded. */
    pageErrors?: { readonly length: number; push(caught: Caught): unknown }
  }
}

/** Inline script of every page. Collects at most ten errors until the reporting code has loaded. */
export const catchEarlyErrors =
  "self.pageErrors=[];['error','unhandledrejection'].forEach(function(t){" +
  'addEventListener(t,function(e){pageErrors.length<10&&pageErrors.push(e)})});'

/** Answers of the server that a screen shows as they are: no fault of the page. */
const ANSWERS: readonly unknown[] = [403, 404]

/** Records an error that the router caught in a screen or loader. */
export function noteError(error: unknown): void {
  if (ANSWERS.includes((error as { status?: unknown } | null)?.status)) return
  window.pageErrors?.push({ error })
}
