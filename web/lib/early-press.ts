/**
 * A page made ahead of time shows its buttons before the code behind them is here. A press until
 * then is kept, the last one only, and done again once it can be answered: nobody presses in vain,
 * and no form is sent by the browser itself, with what was typed in the address.
 */
type EarlyPress = { button: HTMLButtonElement | null; stop: () => void }

declare global {
  interface Window {
    earlyPress?: EarlyPress
  }
}

/** Text of a script for the page's head. Pressing Enter in a field presses its form's button. */
export const catchEarlyPress =
  '(function(){function c(e){var b=e.target.closest("button");' +
  'if(b){e.preventDefault();e.stopImmediatePropagation();p.button=b}}' +
  'var p=window.earlyPress={button:null,stop:function(){removeEventListener("click",c,true)}};' +
  'addEventListener("click",c,true)})()'

/** Call once the page answers by itself. */
export function repeatEarlyPress(): void {
  const { earlyPress } = window
  delete window.earlyPress
  earlyPress?.stop()
  earlyPress?.button?.click()
}
