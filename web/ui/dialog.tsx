import { X } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { Button, IconButton } from './button.tsx'
import { cx } from './cx.ts'
import { ErrorBanner } from './error-banner.tsx'

const shapes = {
  center:
    'm-auto w-[min(28rem,calc(100vw-2rem))] max-w-none rounded-card open:animate-rise ' +
    'max-h-[85dvh]',
  /** A search: stays at its place while results below the field come and go. */
  top:
    'mx-auto mt-[min(8dvh,4rem)] mb-auto w-[min(42rem,calc(100vw-1rem))] max-w-none ' +
    'rounded-card open:animate-rise max-h-[84dvh]',
  sheet:
    'mx-auto mt-auto mb-0 w-full max-w-flow rounded-t-card open:animate-rise max-h-[85dvh] ' +
    'scroll-pb-[5.5rem] ' +
    'pb-[env(safe-area-inset-bottom)] sm:mb-auto sm:rounded-card',
} as const

const UNDER = 'flex-col-reverse sm:flex-row sm:justify-end'

/** A sheet can be higher than the screen, so its footer is sticky. */
const footers = {
  center: UNDER,
  top: UNDER,
  sheet: cx(
    'sticky bottom-0 -mx-5 -mb-5 border-t border-line bg-surface px-5 py-3',
    'flex-wrap justify-end *:last:grow sm:*:last:grow-0',
  ),
} as const

type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  children?: ReactNode
  /** Buttons, the main one last. */
  footer?: ReactNode
  shape?: keyof typeof shapes
  /** Without the close icon, when a button in the footer closes, such as "Conservar". */
  withoutClose?: boolean
}

/**
 * The platform's modal dialog. It keeps the focus inside, closes on Escape, on its close button, on
 * a click outside and on "back", and gives the focus back.
 */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, children, footer, shape = 'center', withoutClose } = props
  const box = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useLayoutEffect(() => {
    const element = box.current
    if (!open || !element) return
    element.showModal()
    // Also before it leaves the page: a removed dialog does not give the focus back.
    return () => element.close()
  }, [open])
  const onBackdrop = (event: MouseEvent<HTMLDialogElement>) => {
    if (event.target === event.currentTarget) onClose()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes it by Escape (onCancel).
    <dialog
      ref={box}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClose={({ currentTarget }) => {
        // In development effects run twice, and this comes after the dialog is open again.
        if (!currentTarget.open) onClose()
      }}
      onClick={onBackdrop}
      className={cx('overflow-auto bg-surface p-0 text-ink shadow-card', shapes[shape])}
    >
      {open && (
        <div className="flex min-h-full flex-col gap-4 p-5">
          <BackCloses onClose={onClose} />
          <div className="flex items-start justify-between gap-3">
            <h2 id={titleId} className="text-xl">
              {title}
            </h2>
            {!withoutClose && (
              <IconButton label="Cerrar" onClick={onClose} className="-mt-2 -mr-2">
                <X className="size-5" />
              </IconButton>
            )}
          </div>
          {children}
          {footer && <div className={cx('mt-1 flex gap-3', footers[shape])}>{footer}</div>}
        </div>
      )}
    </dialog>
  )
}

/** Only phones with a recent Chrome close a dialog on "back"; others would leave the screen. */
function BackCloses({ onClose }: Pick<DialogProps, 'onClose'>) {
  const back = useBlocker(({ historyAction }) => historyAction === 'POP')
  useEffect(() => {
    if (back.state !== 'blocked') return
    back.reset()
    onClose()
  }, [back, onClose])
  return null
}

/** A dialog at the bottom of a phone's screen, centred on a large screen. */
export function Sheet(props: Omit<DialogProps, 'shape'>) {
  return <Dialog {...props} shape="sheet" />
}

type ConfirmedRun = {
  isPending: boolean
  error: unknown
  mutate: (nothing: undefined, then: { onSuccess: () => void }) => void
}

type ConfirmDialogProps = {
  open: boolean
  title: ReactNode
  children?: ReactNode
  /** Text of the confirm button, a verb: "Cancelar mi cupo". */
  confirm: string
  /** Text of the other button, a verb: "Conservar". */
  keep: string
  onConfirm?: () => void
  onKeep: () => void
  pending?: boolean
  /** What the confirm button runs. Its success closes the dialog, its refusal stands in it. */
  run?: ConfirmedRun
  danger?: boolean
}

/** Dialog for actions that cannot be undone. Its buttons have verbs, never Sí / No. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, children, confirm, keep, onKeep, run, danger } = props
  const { pending = run?.isPending ?? false, onConfirm } = props
  const confirmed = onConfirm ?? (() => run?.mutate(undefined, { onSuccess: onKeep }))
  const close = pending ? () => {} : onKeep
  return (
    <Dialog
      open={open}
      onClose={close}
      title={title}
      withoutClose
      footer={
        <>
          <Button variant="secondary" onClick={close} disabled={pending}>
            {keep}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} onClick={confirmed} pending={pending}>
            {confirm}
          </Button>
        </>
      }
    >
      {children}
      {run && <ErrorBanner error={run.error} />}
    </Dialog>
  )
}
