/** Good news that needs no answer. Errors and anything to act on go in the page, not here. */
export function toastDone(text: string): void {
  void import('./toasts.tsx').then(({ showDone }) => showDone(text))
}

/** Stays until it is answered: for what waits for the person. */
export function toastAction(text: string, label: string, act: () => void): void {
  void import('./toasts.tsx').then(({ showAction }) => showAction(text, label, act))
}

/** For what can be taken back: 7 seconds to press "Deshacer". */
export function toastUndo(text: string, undo: () => void): void {
  void import('./toasts.tsx').then(({ showUndo }) => showUndo(text, undo))
}
