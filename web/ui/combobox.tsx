import { ArrowLeft, X } from 'lucide-react'
import { type ReactNode, type Ref, useEffect, useId, useReducer, useRef, useState } from 'react'
import type { ComboItem, LoadItems } from './combo-item.ts'
import { type ComboboxControl, controlCombobox } from './combobox-control.ts'
import { cx } from './cx.ts'
import { Field, type FieldText } from './field.tsx'

type ComboboxFieldProps = FieldText & {
  /** Initial value; afterwards the control holds the value. */
  initial: ComboItem | null
  placeholder?: string | undefined
  icon?: ReactNode
  /** Form name of the typed text, for a native submit before hydration. */
  name?: string | undefined
  id?: string | undefined
  className?: string | undefined
  inputRef?: Ref<HTMLInputElement>
}

/**
 * Markup of a combobox; on a phone `.combobox` in app.css makes it fill the screen while it is
 * open. `controlCombobox` attaches the behaviour and then owns the text, the list and their
 * attributes. React re-renders only label, hint and error.
 */
export function ComboboxField(props: ComboboxFieldProps) {
  const { label, hint, error, optional, id, className, icon, placeholder, name } = props
  const listId = useId()
  const [initial] = useState(props.initial)
  return (
    <Field {...{ label, hint, error, optional, id, className }}>
      {(ids) => (
        <div className="combobox relative">
          <button type="button" aria-label="Volver" tabIndex={-1} data-back="" className="hidden">
            <ArrowLeft className="size-5" />
          </button>
          <div className="relative">
            {icon && (
              <span
                aria-hidden="true"
                className="pointer-events-none absolute inset-y-0 left-3.5 grid place-items-center
                  text-bosque"
              >
                {icon}
              </span>
            )}
            <input
              {...ids}
              ref={props.inputRef}
              type="text"
              name={name}
              role="combobox"
              aria-expanded={false}
              aria-controls={listId}
              aria-autocomplete="list"
              autoComplete="off"
              autoCorrect="off"
              spellCheck={false}
              placeholder={placeholder}
              defaultValue={initial?.label}
              className={cx('control truncate pr-11!', icon ? 'pl-11!' : null)}
            />
            <button
              type="button"
              data-clear=""
              aria-label="Borrar"
              tabIndex={-1}
              hidden={!initial}
              className="absolute inset-y-0.5 right-0.5 grid w-11 place-items-center text-muted"
            >
              <X className="size-4" />
            </button>
          </div>
          {initial && <input type="hidden" defaultValue={initial.id} />}
          <div
            id={listId}
            role="listbox"
            aria-label="Opciones"
            hidden
            className="absolute inset-x-0 top-full z-30 mt-1 max-h-72 overflow-auto rounded-control
              border border-line bg-surface p-1 shadow-card"
          />
          <span role="status" className="sr-only" />
        </div>
      )}
    </Field>
  )
}

type ComboboxProps = Omit<ComboboxFieldProps, 'initial' | 'inputRef'> & {
  value: ComboItem | null
  onChange: (item: ComboItem | null) => void
  loadItems: LoadItems
}

/**
 * Field to search by typing and choose from a list. The items come from `loadItems`; typed text
 * counts only once an item is chosen (or when the text is exactly the label of an item).
 */
export function Combobox({ value, onChange, loadItems, ...field }: ComboboxProps) {
  const input = useRef<HTMLInputElement>(null)
  const control = useRef<ComboboxControl>(null)
  const latest = useRef({ onChange, loadItems })
  latest.current = { onChange, loadItems }
  // Controlled value: if the parent ignores a change, no prop changes. The counter forces `show`.
  const [changes, changed] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    if (!input.current) return
    const made = controlCombobox(input.current, {
      load: (query) => latest.current.loadItems(query),
      onChange: (item) => {
        latest.current.onChange(item)
        changed()
      },
    })
    control.current = made
    return made.stop
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: also runs after ignored changes.
  useEffect(() => control.current?.show(value), [value, changes])
  return <ComboboxField {...field} initial={value} inputRef={input} />
}
