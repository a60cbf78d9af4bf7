import { Toaster as Sonner, toast } from 'sonner'

const UNDO_MS = 7000

/** Area in which toasts appear; loaded after the screen. */
export function Toasts() {
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

export function showDone(text: string): void {
  toast.success(text)
}

export function showUndo(text: string, undo: () => void): void {
  toast(text, { duration: UNDO_MS, action: { label: 'Deshacer', onClick: undo } })
}

export function showAction(text: string, label: string, act: () => void): void {
  toast(text, { id: text, duration: Number.POSITIVE_INFINITY, action: { label, onClick: act } })
}
