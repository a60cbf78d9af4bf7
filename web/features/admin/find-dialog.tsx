import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { mayDo } from '#contract/permissions.ts'
import { api } from '#web/lib/api.ts'
import { plural } from '#web/lib/format.ts'
import { RECORDED, useRead } from '#web/lib/use-read.ts'
import { useSettled } from '#web/lib/use-settled.ts'
import { useUser } from '#web/shared/access/auth/session.tsx'
import { nextRow, optionLook } from '#web/ui/combobox-rules.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { mayOpen } from './admin-access.ts'
import { adminScreens } from './admin-screens.ts'
import { type FoundGroup, type FoundRow, groupsOf, screensFor } from './found-rows.ts'

/** Time without a key press after which a text is sent, ms. */
const PAUSE_MS = 300
/** Shorter texts find screens only. */
const MIN_LETTERS = 3
/** Length that the server accepts. */
const MAX_LETTERS = 120

/** The search of the desk over people, money, trips and screens, by keyboard alone. */
export function FindDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Buscar" shape="top">
      <Finder onClose={onClose} />
    </Dialog>
  )
}

function useFound(typed: string) {
  const text = typed.trim()
  const sent = useSettled(text, PAUSE_MS)
  const isSent = sent === text && sent.length >= MIN_LETTERS
  const { data, error, isFetching } = useRead(
    ['desk-find', sent],
    (signal) => api.backOffice.findAnything({ body: { text: sent }, signal }),
    {
      enabled: sent.length >= MIN_LETTERS,
      retry: false,
      // The text can be an address or a telephone: it does not stay in the cache.
      gcTime: 0,
      ...RECORDED,
    },
  )
  return {
    groups: isSent && data ? groupsOf(data) : [],
    error: isSent ? error : null,
    isPending: text.length >= MIN_LETTERS && (!isSent || isFetching),
  }
}

/** Text of the live region, which is also shown when there is nothing to list. */
function noteOf(count: number, text: string, isPending: boolean, seesAll: boolean): string {
  if (isPending) return 'Buscando…'
  if (count > 0) return plural(count, 'resultado', 'resultados')
  if (!seesAll) return 'Ninguna pantalla se llama así. Las personas están en tus casos por revisar.'
  if (text.trim().length < MIN_LETTERS) return 'Escribe al menos 3 letras o números.'
  return 'Nada así. El correo, el celular, el documento y las referencias van completos.'
}

/** The dialog gives its first focus to this field instead of the close button. */
function takeFirstFocus(field: HTMLInputElement | null): void {
  field?.setAttribute('autofocus', '')
}

function Finder({ onClose }: { onClose: () => void }) {
  const { roles } = useUser()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const ids = { label: useId(), list: useId() }
  // Who sees no people would be told that nobody has this name.
  const seesAll = mayDo(roles, 'people.view')
  const { groups: found, error, isPending } = useFound(seesAll ? text : '')
  const screens = adminScreens.filter((screen) => mayOpen(roles, screen))
  const groups = [...screensFor(text, screens), ...found]
  const rows = groups.flatMap((group) => group.rows)
  const open = (row: FoundRow) => {
    onClose()
    void navigate(row.to)
  }
  const press = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by === undefined && event.key !== 'Enter') return
    event.preventDefault()
    const row = rows[active]
    if (by !== undefined) setActive(nextRow(active, by, rows.length))
    else if (row) open(row)
  }
  const note = noteOf(rows.length, text, isPending, seesAll)
  return (
    <div className="grid gap-3">
      <label htmlFor={ids.label} className="text-muted">
        {seesAll
          ? 'Nombre, placa, código, referencia, caso, correo o celular'
          : 'Nombre de una pantalla'}
      </label>
      <div className="relative">
        <Search
          className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2
            text-muted"
        />
        <input
          ref={takeFirstFocus}
          id={ids.label}
          type="text"
          role="combobox"
          aria-expanded={rows.length > 0}
          aria-controls={ids.list}
          aria-activedescendant={rows[active] ? `${ids.list}-${active}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={MAX_LETTERS}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setActive(0)
          }}
          onKeyDown={press}
          className="control pl-11!"
        />
      </div>
      <ErrorBanner error={error} />
      <p role="status" className="text-sm text-muted">
        {error ? '' : note}
      </p>
      <Options id={ids.list} groups={groups} active={active} onOpen={open} />
    </div>
  )
}

type OptionsProps = {
  id: string
  groups: readonly FoundGroup[]
  active: number
  onOpen: (row: FoundRow) => void
}

function Options({ id, groups, active, onOpen }: OptionsProps) {
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  let count = 0
  return (
    <div id={id} role="listbox" aria-label="Resultados" className="grid gap-3">
      {groups.map(({ title, rows }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox.
        <div key={title} role="group" aria-label={title}>
          <p aria-hidden="true" className="px-3 text-sm font-semibold text-muted">
            {title}
          </p>
          {rows.map((row) => {
            const place = count
            count += 1
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and the keys.
              <div
                key={row.to}
                id={`${id}-${place}`}
                role="option"
                tabIndex={-1}
                aria-selected={place === active}
                onClick={() => onOpen(row)}
                className={`${optionLook.row} flex-wrap`}
              >
                <span className={optionLook.label}>{row.label}</span>
                {row.detail && <span className={optionLook.detail}>{row.detail}</span>}
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}
