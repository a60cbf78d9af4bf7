import { Toaster as Sonner, toast } from 'sonner'

const UNDO_MS = 7000

/** Where toasts appear; once, in the app's layout. */
export function Toaster() {
  return (
    <Sonner
      position="bottom-center"
      closeButton
      toastOptions={{
        classNames: {
          toast: 'font-sans! bg-ink! text-paper! border-0! rounded-control! text-base!',
          description: 'text-paper!',
          actionButton: 'bg-maiz! text-on-maiz! min-h-9! px-3! font-semibold!',
          closeButton: 'bg-ink! text-paper! border-paper!',
        },
      }}
      containerAriaLabel="Avisos"
    />
  )
}

/** Good news that needs no answer. Errors and anything to act on go in the page, not here. */
export function toastDone(text: string): void {
  toast.success(text)
}

/** For what can be taken back: 7 seconds to press "Deshacer". */
export function toastUndo(text: string, undo: () => void): void {
  toast(text, { duration: UNDO_MS, action: { label: 'Deshacer', onClick: undo } })
}
