/** For a success that needs no action. Errors go in the page, not in a toast. */
export function toastDone(text: string): void {
  void import('./toasts.tsx').then(({ showDone }) => showDone(text))
}

/** Does not time out: for something that needs an action of the person. */
export function toastAction(text: string, label: string, act: () => void): void {
  void import('./toasts.tsx').then(({ showAction }) => showAction(text, label, act))
}

/** For an action that can be undone: 7 seconds to press "Deshacer". */
export function toastUndo(text: string, undo: () => void): void {
  void import('./toasts.tsx').then(({ showUndo }) => showUndo(text, undo))
}
