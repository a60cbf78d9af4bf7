import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { Field, type FieldText } from './field.tsx'

export type SelectOption = { value: string; label: string; disabled?: boolean }

export type SelectProps = FieldText &
  Omit<ComponentProps<'select'>, 'children'> & {
    options: readonly SelectOption[]
    /** Text of the first option, which has no value, e.g. "Elige uno". */
    placeholder?: string
  }

/** Options of a table of words. */
export const optionsOf = (words: Readonly<Record<string, string>>): SelectOption[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

/** A native `<select>`: on a phone it is the easiest list to use. */
export function Select(props: SelectProps) {
  const { label, hint, error, optional, bare, id, className, ...own } = props
  const { options, placeholder, ...rest } = own
  return (
    <Field {...{ label, hint, error, optional, bare, id, className }}>
      {(ids) => (
        <div className="relative">
          <select
            {...rest}
            {...ids}
            className={cx('control appearance-none pr-11!', bare && 'max-sm:pr-8! max-sm:pl-2.5!')}
          >
            {placeholder && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            className={cx(
              'pointer-events-none absolute top-3.5 right-3.5 size-5 text-muted',
              bare && 'max-sm:right-2',
            )}
          />
        </div>
      )}
    </Field>
  )
}
