import { Toaster as Sonner } from 'sonner'

export { toast } from 'sonner'

/** Area in which toasts appear; loaded after the screen. */
export function Toasts() {
  return (
    <Sonner
      position="bottom-center"
      mobileOffset={{ bottom: 'var(--toasts-above, 1rem)' }}
      closeButton
      toastOptions={{
        classNames: {
          toast: 'font-sans! bg-ink! text-paper! border-0! rounded-control! text-base!',
          description: 'text-paper!',
          actionButton: 'bg-maiz! text-on-maiz! min-h-9! px-3! font-semibold!',
          // 28 px to see, 44 px to press.
          closeButton: 'bg-ink! text-paper! border-paper! size-7! before:absolute before:-inset-2',
        },
        closeButtonAriaLabel: 'Cerrar aviso',
      }}
      containerAriaLabel="Avisos"
    />
  )
}
