import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cx } from './cx.ts'

/** What a field needs to connect its control with its words. */
type FieldIds = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

export type FieldText = {
  label: ReactNode
  /** Help that is always visible, below the label. */
  hint?: ReactNode
  /** What is wrong and how to mend it. */
  error?: string | null | undefined
  /** The label is for assistive technology only: what is chosen says what it is. */
  bare?: boolean | undefined
  /** Says "opcional" beside the label. */
  optional?: boolean
}

type FieldProps = FieldText & {
  id?: string | undefined
  className?: string | undefined
  children: (ids: FieldIds) => ReactNode
}

/** Label above, hint, control, error below; the ids are joined for assistive technology. */
export function Field(props: FieldProps) {
  const { label, hint, error, optional, bare, className, children } = props
  const own = useId()
  const id = props.id ?? own
  const described = cx(hint ? `${id}-hint` : null, error ? `${id}-error` : null)
  return (
    <div className={cx('grid gap-1.5', className)}>
      <div className={cx('flex items-baseline justify-between gap-3', bare && 'max-sm:sr-only')}>
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

/** The sentence below a field that needs mending. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  if (!children) return null
  return (
    <p id={id} className="flex items-start gap-1.5 text-sm font-medium text-err">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>{children}</span>
    </p>
  )
}
