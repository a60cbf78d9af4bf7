import { type ReactNode, useId } from 'react'
import { cx } from './cx.ts'
import { FieldError } from './field.tsx'

type RadioCard<V extends string> = {
  value: V
  title: ReactNode
  detail?: ReactNode
  /** Content at the right end: a price, a balance. */
  aside?: ReactNode
  icon?: ReactNode
  /** Reason why the option cannot be chosen; the card is then disabled and shows it. */
  disabledReason?: string | undefined
}

type RadioCardsProps<V extends string> = {
  legend: ReactNode
  hint?: ReactNode
  options: readonly RadioCard<V>[]
  value: V | null
  onChange: (value: V) => void
  name?: string
  error?: string | null
  className?: string
}

/** Choice of one among a few explained options. Native radio buttons, so that arrow keys work. */
export function RadioCards<V extends string>(props: RadioCardsProps<V>) {
  const { legend, hint, options, value, onChange, error, className } = props
  const own = useId()
  const name = props.name ?? own
  return (
    <fieldset
      aria-describedby={cx(hint ? `${own}-hint` : null, error && `${own}-error`) || undefined}
      className={cx('grid gap-2', className)}
    >
      <legend className="mb-2 font-semibold">{legend}</legend>
      {hint && (
        <p id={`${own}-hint`} className="-mt-3 mb-1 text-sm text-muted">
          {hint}
        </p>
      )}
      {/* Before the options: a long list would hide it below the screen. */}
      <FieldError id={`${own}-error`}>{error}</FieldError>
      {options.map((option) => (
        <label
          key={option.value}
          className={cx(
            'flex min-h-14 cursor-pointer flex-wrap items-center gap-3 rounded-control border',
            'p-3.5 border-edge bg-surface has-checked:border-bosque has-checked:bg-bosque-soft',
            'has-checked:ring-1 has-checked:ring-bosque has-disabled:cursor-not-allowed',
            'has-disabled:border-line has-disabled:text-muted',
            'has-focus-visible:outline-2 has-focus-visible:outline-offset-2',
            'has-focus-visible:outline-bosque',
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={value === option.value}
            disabled={option.disabledReason !== undefined}
            onChange={() => onChange(option.value)}
            className="size-5 shrink-0 accent-bosque"
          />
          {option.icon}
          <span className="min-w-0 flex-1 basis-[7rem]">
            <span className="block font-semibold">{option.title}</span>
            {option.detail && <span className="block text-sm text-muted">{option.detail}</span>}
            {option.disabledReason && (
              <span className="block text-sm text-muted">{option.disabledReason}</span>
            )}
          </span>
          {option.aside}
        </label>
      ))}
    </fieldset>
  )
}
