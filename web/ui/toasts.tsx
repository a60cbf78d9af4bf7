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
          closeButton: 'bg-ink! text-paper! border-paper!',
        },
      }}
      containerAriaLabel="Avisos"
    />
  )
}
