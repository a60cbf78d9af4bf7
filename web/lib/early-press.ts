/**
 * A page made ahead of time shows its buttons before the code behind them is here. A press until
 * then is kept, the last one only, and done again once it can be answered. When the code fails to
 * come, or takes too long, the browser sends the button's form by itself, and the server answers
 * it (server/form-pages.ts). Measured in docs/decisions/0056-forms-before-scripts.md.
 */
type EarlyPress = { button: HTMLButtonElement | null; stop: () => void }

declare global {
  interface Window {
    earlyPress?: EarlyPress
  }
}

/** How long a pressed form waits for the code: longer than it takes on 400 kbit/s. */
const PATIENCE_MS = 10_000

/** Text of a script for the page's head. Pressing Enter in a field presses its form's button. */
export const catchEarlyPress =
  '(function(){var t,p=window.earlyPress={button:null,stop:stop};' +
  'function keep(e){var b=e.target.closest("button");if(!b)return;' +
  'e.preventDefault();e.stopImmediatePropagation();p.button=b;' +
  `t=t||setTimeout(alone,${PATIENCE_MS})}` +
  'function stop(){clearTimeout(t);removeEventListener("click",keep,true);' +
  'removeEventListener("error",failed,true);removeEventListener("unhandledrejection",alone)}' +
  'function failed(e){if(e.target.tagName==="SCRIPT")alone()}' +
  'function alone(){var b=p.button;stop();delete window.earlyPress;' +
  'if(b&&b.form&&b.type==="submit")b.form.requestSubmit(b)}' +
  'addEventListener("click",keep,true);addEventListener("error",failed,true);' +
  'addEventListener("unhandledrejection",alone)})()'

/** Call once the page answers by itself. */
export function repeatEarlyPress(): void {
  const { earlyPress } = window
  delete window.earlyPress
  earlyPress?.stop()
  earlyPress?.button?.click()
}
