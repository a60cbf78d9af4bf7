import type { toast } from 'sonner'

const UNDO_MS = 7000

function withToast(show: (make: typeof toast) => unknown): void {
  void import('./toasts.tsx').then((toasts) => show(toasts.toast))
}

/** Shows a toast for a success that needs no action. Errors go in the page, not in a toast. */
export function toastDone(text: string): void {
  withToast((make) => make.success(text))
}

/** Shows a toast that does not time out, because the person must act. */
export function toastAction(text: string, label: string, act: () => void): void {
  const action = { label, onClick: act }
  withToast((make) => make(text, { id: text, duration: Number.POSITIVE_INFINITY, action }))
}

/** Shows a toast for an action that can be undone: 7 seconds to press "Deshacer". */
export function toastUndo(text: string, undo: () => void): void {
  const action = { label: 'Deshacer', onClick: undo }
  withToast((make) => make(text, { duration: UNDO_MS, action }))
}
