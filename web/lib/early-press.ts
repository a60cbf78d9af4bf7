/**
 * A prerendered page shows its buttons before it is hydrated. Until then the browser itself submits
 * a form with `method="post"`, and the server answers it (server/form-pages.ts). This takes a
 * fraction of the time until hydration, measured in docs/decisions/0044-pages-without-the-app.md.
 * The last click on any other button, or without a network, is stored and replayed after hydration.
 * If the code fails to load, or takes too long, the browser submits the button's form natively.
 */
type EarlyPress = { button: HTMLButtonElement | null; stop: () => void }

declare global {
  interface Window {
    earlyPress?: EarlyPress
  }
}

/** Timeout before the native submit: longer than the code takes to load on 400 kbit/s. */
const TIMEOUT_MS = 10_000

/**
 * JavaScript condition that the browser handles the button `b` by itself. Exported because
 * scripts/early-press.ts measures the page without it.
 */
export const leftToBrowser = 'b.form&&b.form.method==="post"&&b.type==="submit"&&navigator.onLine'

/** Inline script for the page's head. Enter in a field also counts: it clicks the form's button. */
export const catchEarlyPress =
  '(function(){var t,p=window.earlyPress={button:null,stop:stop};' +
  'function keep(e){var b=e.target.closest("button");' +
  `if(!b||${leftToBrowser})return;` +
  'e.preventDefault();e.stopImmediatePropagation();p.button=b;' +
  `t=t||setTimeout(alone,${TIMEOUT_MS})}` +
  'function stop(){clearTimeout(t);removeEventListener("click",keep,true);' +
  'removeEventListener("error",failed,true);removeEventListener("unhandledrejection",alone)}' +
  'function failed(e){if(e.target.tagName==="SCRIPT")alone()}' +
  'function alone(){var b=p.button;stop();delete window.earlyPress;' +
  'if(b&&b.form&&b.type==="submit")b.form.requestSubmit(b)}' +
  'addEventListener("click",keep,true);addEventListener("error",failed,true);' +
  'addEventListener("unhandledrejection",alone)})()'

/** Replays the stored click. Call once after hydration. */
export function repeatEarlyPress(): void {
  const { earlyPress } = window
  delete window.earlyPress
  earlyPress?.stop()
  earlyPress?.button?.click()
}
