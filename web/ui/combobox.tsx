import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { listNote, meant, nextRow, optionCount, optionLook } from './combobox-rules.ts'
import { cx } from './cx.ts'
import { Field, type FieldText } from './field.tsx'
import { type ComboItem, type LoadItems, useOptions } from './use-options.ts'

type ComboboxProps = FieldText & {
  value: ComboItem | null
  onChange: (item: ComboItem | null) => void
  loadItems: LoadItems
  placeholder?: string
  icon?: ReactNode
  /** Said when nothing matches. */
  emptyText?: string
  /** Of what is typed, for a form that the browser sends before its code is there. */
  name?: string
  id?: string
  className?: string
}

/** The state of one combobox: what is typed, which row is lit, what was chosen. */
function useCombobox({ value, onChange, loadItems }: ComboboxProps) {
  const listId = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const text = typed ?? value?.label ?? ''
  const options = useOptions(typed ?? '', open, loadItems)
  const choose = (item: ComboItem) => {
    onChange(item)
    setTyped(null)
    setOpen(false)
    setActive(-1)
  }
  const type = (next: string) => {
    setTyped(next)
    setOpen(true)
    setActive(-1)
    if (value) onChange(null)
  }
  const leave = () => {
    setOpen(false)
    setActive(-1)
    const likely = typed ? meant(typed, options.items) : undefined
    if (likely) choose(likely)
  }
  const move = (by: number) => {
    if (!open) return setOpen(true)
    setActive(nextRow(active, by, options.items.length))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      move(event.key === 'ArrowDown' ? 1 : -1)
    }
    if (event.key === 'Escape' && open) {
      event.preventDefault()
      setOpen(false)
    }
    if (event.key !== 'Enter' || !open) return
    // The answer to what was typed is on its way: the form is not sent half filled.
    if (typed && options.state === 'loading') event.preventDefault()
    if (options.state !== 'ready') return
    const item = options.items[Math.max(active, 0)]
    if (!item) return
    event.preventDefault()
    choose(item)
  }
  return { listId, text, open, setOpen, active, options, choose, type, leave, onKeyDown }
}

type Combo = ReturnType<typeof useCombobox>

/**
 * Type to search, choose from the list. The items come from `loadItems`; what is typed counts only
 * once an item is chosen (or left written exactly like one).
 */
export function Combobox(props: ComboboxProps) {
  const { label, hint, error, optional, id, className, icon, placeholder } = props
  const combo = useCombobox(props)
  return (
    <Field {...{ label, hint, error, optional, id, className }}>
      {(ids) => (
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
            type="text"
            name={props.name}
            role="combobox"
            aria-expanded={combo.open}
            aria-controls={combo.listId}
            aria-autocomplete="list"
            aria-activedescendant={
              combo.active >= 0 ? `${combo.listId}-${combo.active}` : undefined
            }
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            placeholder={placeholder}
            value={combo.text}
            onChange={(event) => combo.type(event.target.value)}
            onFocus={(event) => {
              event.target.select()
              // Sent back here to mend something: the list would lie over what is wrong.
              if (!event.target.hasAttribute('aria-invalid')) combo.setOpen(true)
            }}
            onClick={() => combo.setOpen(true)}
            onBlur={combo.leave}
            onKeyDown={combo.onKeyDown}
            className={cx('control truncate pr-11!', icon ? 'pl-11!' : null)}
          />
          <button
            type="button"
            aria-label="Borrar"
            tabIndex={-1}
            hidden={!combo.text}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => combo.type('')}
            className="absolute inset-y-0.5 right-0.5 grid w-11 place-items-center text-muted"
          >
            <X aria-hidden="true" className="size-4" />
          </button>
          {props.name && <input type="hidden" value={props.value?.id ?? ''} />}
          <Options combo={combo} emptyText={props.emptyText ?? 'No encontramos ese lugar.'} />
        </div>
      )}
    </Field>
  )
}

function Options({ combo, emptyText }: { combo: Combo; emptyText: string }) {
  const { options, open, listId, active } = combo
  const note = listNote(options.state, options.items.length, emptyText)
  const shown = open && (options.items.length > 0 || note !== '')
  return (
    <>
      <div
        id={listId}
        role="listbox"
        aria-label="Opciones"
        hidden={!shown}
        className="absolute inset-x-0 top-full z-30 mt-1 max-h-72 overflow-auto rounded-control
          border border-line bg-surface p-1 shadow-card"
      >
        {options.items.map((item, row) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard stays on the input.
          <div
            key={item.id}
            id={`${listId}-${row}`}
            role="option"
            tabIndex={-1}
            aria-selected={row === active}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => combo.choose(item)}
            className={optionLook.row}
          >
            <span className={optionLook.label}>{item.label}</span>
            {item.detail && <span className={optionLook.detail}>{item.detail}</span>}
          </div>
        ))}
        {note && (
          <div role="presentation" className={optionLook.note}>
            {note}
          </div>
        )}
      </div>
      <span role="status" className="sr-only">
        {open ? note || optionCount(options.items.length) : ''}
      </span>
    </>
  )
}
