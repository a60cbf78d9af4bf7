import { Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, useId } from 'react'
import { IconButton } from './button.tsx'
import { cx } from './cx.ts'
import { FieldError } from './field.tsx'

type NumberStepperProps = {
  label: string
  hint?: string
  value: number
  onChange: (value: number) => void
  min: number
  max: number
  /** Formats the visible number, which screen readers read, e.g. `(n) => \`${n} cupos\``. */
  format?: (value: number) => string
  error?: string | null
}

/** Field for a small whole number with big buttons; arrow keys work on the number itself. */
export function NumberStepper(props: NumberStepperProps) {
  const { label, hint, value, onChange, min, max, format = String, error } = props
  const id = useId()
  const set = (next: number) => onChange(Math.min(max, Math.max(min, next)))
  const onKeyDown = (event: KeyboardEvent) => {
    const targets: Record<string, number> = {
      ArrowUp: value + 1,
      ArrowRight: value + 1,
      ArrowDown: value - 1,
      ArrowLeft: value - 1,
      Home: min,
      End: max,
    }
    const next = targets[event.key]
    if (next === undefined) return
    event.preventDefault()
    set(next)
  }
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div>
          <span id={id} className="font-semibold">
            {label}
          </span>
          {hint && (
            <p id={`${id}-hint`} className="text-sm text-muted">
              {hint}
            </p>
          )}
        </div>
        <div className="flex items-center gap-1 rounded-control border border-edge bg-surface">
          <IconButton
            label={`Quitar: ${label}`}
            aria-disabled={value <= min}
            className="aria-disabled:opacity-50"
            onClick={() => set(value - 1)}
          >
            <Minus className="size-5" />
          </IconButton>
          <span
            role="spinbutton"
            tabIndex={0}
            aria-labelledby={id}
            aria-describedby={cx(hint && `${id}-hint`, error && `${id}-error`) || undefined}
            aria-invalid={error ? true : undefined}
            aria-valuenow={value}
            aria-valuemin={min}
            aria-valuemax={max}
            aria-valuetext={format(value)}
            onKeyDown={onKeyDown}
            className="tnum min-w-10 rounded-control text-center text-lg font-semibold"
          >
            {format(value)}
          </span>
          <IconButton
            label={`Agregar: ${label}`}
            aria-disabled={value >= max}
            className="aria-disabled:opacity-50"
            onClick={() => set(value + 1)}
          >
            <Plus className="size-5" />
          </IconButton>
        </div>
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  )
}
