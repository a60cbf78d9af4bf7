import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId, useState, useSyncExternalStore } from 'react'
import { cx } from './cx.ts'
import { isPressed, onPresses } from './presses.ts'

/** Ids and ARIA attributes that connect a control with its label, hint and error. */
type FieldIds = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

export type FieldText = {
  label: ReactNode
  /** Help text that is always visible, below the label. */
  hint?: ReactNode
  /** Error message: the problem and how to fix it. */
  error?: string | null | undefined
  /** Visually hides the label where the value makes the purpose clear. */
  bare?: boolean | undefined
  /** Shows "opcional" beside the label. */
  optional?: boolean
}

type FieldProps = FieldText & {
  id?: string | undefined
  className?: string | undefined
  children: (ids: FieldIds) => ReactNode
}

/** Label above, hint, control and error below, connected by their ids. */
export function Field(props: FieldProps) {
  const { label, hint, error, optional, bare, className, children } = props
  const own = useId()
  const id = props.id ?? own
  const described = cx(hint ? `${id}-hint` : null, error ? `${id}-error` : null)
  return (
    <div className={cx('grid gap-1.5', className)}>
      <div
        className={cx(
          'flex flex-wrap items-baseline justify-between gap-x-3',
          bare && 'max-sm:sr-only',
        )}
      >
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        {optional && (
          <span aria-hidden="true" className="text-sm text-muted">
            opcional
          </span>
        )}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="-mt-1 text-sm text-muted">
          {hint}
        </p>
      )}
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  )
}

/** The error message below a field; it comes and goes when no pointer is pressed. */
export function FieldError({ id, children: now }: { id?: string; children: ReactNode }) {
  const children = useUnpressed(now)
  if (!children) return null
  return (
    <p id={id} className="flex items-start gap-1.5 text-sm font-medium text-err">
      <CircleAlert className="mt-0.5 size-4 shrink-0" />
      <span>{children}</span>
    </p>
  )
}

/**
 * Returns `value`, but while a pointer is pressed the one before, at first none. What blur shows
 * would move the layout between press and release, and the press would miss its target.
 */
function useUnpressed<T>(value: T): T | null {
  const waits = useSyncExternalStore(onPresses, isPressed, () => false)
  const [shown, setShown] = useState(waits ? null : value)
  if (!waits && shown !== value) setShown(value)
  return waits ? shown : value
}
