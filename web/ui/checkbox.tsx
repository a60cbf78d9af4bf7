import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from './cx.ts'
import { FieldError } from './field.tsx'

type CheckProps = Omit<ComponentProps<'input'>, 'children' | 'type'> & {
  label: ReactNode
  hint?: ReactNode
  error?: string | null | undefined
  /** The last change is being saved: the control keeps the focus, and ignores presses. */
  pending?: boolean
}

/** Properties of the native control, without those of its frame. */
function useControl({ hint, error, id, pending, onChange, ...props }: CheckProps) {
  const own = useId()
  const inputId = id ?? own
  const described = cx(hint ? `${inputId}-hint` : null, error ? `${inputId}-error` : null)
  const { label: _, className: __, ...input } = props
  return {
    ...input,
    id: inputId,
    type: 'checkbox',
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described || undefined,
    'aria-disabled': pending || undefined,
    onChange: pending ? () => {} : onChange,
  } as const
}

/** A checkbox; the whole line is its click target. */
export function Checkbox(props: CheckProps) {
  const { label, hint, error, className } = props
  const input = useControl(props)
  return (
    <div className={cx('grid gap-1', className)}>
      <label className="flex min-h-11 cursor-pointer items-start gap-3 py-2">
        <input {...input} className="mt-0.5 size-5 shrink-0 accent-bosque" />
        <span className="min-w-0 wrap-anywhere">{label}</span>
      </label>
      {hint && (
        <p id={`${input.id}-hint`} className="-mt-3 pb-2 pl-8 text-sm text-muted">
          {hint}
        </p>
      )}
      <FieldError id={`${input.id}-error`}>{error}</FieldError>
    </div>
  )
}

/** A switch: on or off, applied immediately. */
export function Switch(props: CheckProps) {
  const { label, hint, error, className } = props
  const input = useControl(props)
  return (
    <div className={cx('grid gap-1', className)}>
      <label className="flex min-h-12 cursor-pointer items-center justify-between gap-4">
        <span>
          <span className="block font-semibold">{label}</span>
          {hint && (
            <span id={`${input.id}-hint`} className="block text-sm text-muted">
              {hint}
            </span>
          )}
        </span>
        <span className="relative h-7 w-12 shrink-0">
          <input
            {...input}
            // biome-ignore lint/a11y/useAriaPropsForRole: the browser reports the checked state.
            role="switch"
            className="over peer"
          />
          <span
            aria-hidden="true"
            className="block h-7 rounded-full bg-edge transition-colors peer-checked:bg-bosque
              peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2
              peer-focus-visible:outline-bosque pointer-events-none after:absolute after:top-1
              after:left-1 after:size-5 after:rounded-full after:bg-surface
              after:transition-transform peer-checked:after:translate-x-5 peer-disabled:opacity-50"
          />
        </span>
      </label>
      <FieldError id={`${input.id}-error`}>{error}</FieldError>
    </div>
  )
}
