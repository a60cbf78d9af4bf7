import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { cx } from './cx.ts'
import { Field, type FieldText } from './field.tsx'

export type TextFieldProps = FieldText &
  Omit<ComponentProps<'input'>, 'children'> & {
    /** Shown inside the control, before the text (an icon or a sign). */
    prefix?: ReactNode
  }

/** Returns whether the prefix is longer than an icon, such as `+57`, and needs more module. */
function isLong(prefix: ReactNode): boolean {
  return typeof prefix === 'string' && prefix.length > 1
}

/** Field for one line of text, with every property of `<input>`: `{...register('email')}`. */
export function TextField(props: TextFieldProps) {
  const { label, hint, error, optional, id, className, prefix, ...input } = props
  return (
    <Field {...{ label, hint, error, optional, id, className }}>
      {(ids) => (
        <div className="relative">
          {prefix && (
            <span
              aria-hidden="true"
              className="pointer-events-none absolute inset-y-0 left-3.5 grid place-items-center
                text-muted"
            >
              {prefix}
            </span>
          )}
          <input
            type="text"
            {...input}
            {...ids}
            className={cx('control', prefix ? (isLong(prefix) ? 'pl-13!' : 'pl-10!') : null)}
          />
        </div>
      )}
    </Field>
  )
}

export type TextAreaProps = FieldText & Omit<ComponentProps<'textarea'>, 'children'>

/** Field for several lines of text. */
export function TextArea(props: TextAreaProps) {
  const { label, hint, error, optional, id, className, ...area } = props
  return (
    <Field {...{ label, hint, error, optional, id, className }}>
      {(ids) => <textarea rows={3} {...area} {...ids} className="control py-3" />}
    </Field>
  )
}

/** Password field whose text can be shown; pasting and password managers work. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'prefix'>) {
  const { label, hint, error, optional, id, className, ...input } = props
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Field {...{ label, hint, error, optional, id, className }}>
      {(ids) => (
        <div className="relative">
          <input
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...ids}
            type={shown ? 'text' : 'password'}
            className="control pr-13!"
          />
          <button
            type="button"
            aria-label={shown ? 'Ocultar lo escrito' : 'Mostrar lo escrito'}
            aria-pressed={shown}
            aria-controls={ids.id}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0.5 right-0.5 grid w-12 place-items-center rounded-control
              text-muted hover:text-ink"
          >
            <Icon className="size-5" />
          </button>
        </div>
      )}
    </Field>
  )
}
