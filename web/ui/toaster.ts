/** Shows a toast for a success that needs no action. Errors go in the page, not in a toast. */
export function toastDone(text: string): void {
  void import('./toasts.tsx').then(({ showDone }) => showDone(text))
}

/** Shows a toast that does not time out, because the person must act. */
export function toastAction(text: string, label: string, act: () => void): void {
  void import('./toasts.tsx').then(({ showAction }) => showAction(text, label, act))
}

/** Shows a toast for an action that can be undone: 7 seconds to press "Deshacer". */
export function toastUndo(text: string, undo: () => void): void {
  void import('./toasts.tsx').then(({ showUndo }) => showUndo(text, undo))
}
