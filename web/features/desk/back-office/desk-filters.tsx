import { type ReactNode, useState } from 'react'
import { deskLinks } from '#web/shared/desk/back-office/desk-links.ts'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form.tsx'
import { Link } from '#web/ui/link.tsx'
import { Select, type SelectOption } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'

/** A filter of a list, with its names in the API request (`name`) and in the address (`url`). */
export type FilterField = {
  name: string
  url: string
  label: string
  /** `id`: the list of one person or trip, which a link leads to and nobody types. */
  kind: 'text' | 'date' | 'number' | 'select' | 'id'
  options?: readonly SelectOption[]
  /** Option of a select for "no filter"; "Todos" by default. */
  all?: string
  /** Link to what an `id` names. */
  link?: { to: (id: string) => string; text: string }
}

export type DeskFilter = Record<string, string | undefined>

/** Filters by day and person, used by every list. */
export const dayFields: readonly FilterField[] = [
  { name: 'since', url: 'desde', label: 'Desde', kind: 'date' },
  { name: 'until', url: 'hasta', label: 'Hasta', kind: 'date' },
]

export const personField: FilterField = {
  name: 'person',
  url: 'persona',
  label: 'Solo de una persona',
  kind: 'id',
  link: { to: deskLinks.person, text: 'Ver la persona' },
}

/** Filter by state. */
export const statusField = (words: Readonly<Record<string, { text: string }>>): FilterField => ({
  name: 'status',
  url: 'estado',
  label: 'Estado',
  kind: 'select',
  options: Object.entries(words).map(([value, { text }]) => ({ value, label: text })),
})

/**
 * Reads the filter from the address, so that it can be bookmarked and sent to somebody. A choice
 * that the field does not offer, as one of an earlier release, counts as none; without options
 * each counts, because they come with the answer of the list.
 */
export function readFilter(search: URLSearchParams, fields: readonly FilterField[]): DeskFilter {
  const chosen = ({ url, options }: FilterField) => {
    const value = search.get(url) || undefined
    const isGone = options?.length && !options.some((option) => option.value === value)
    return isGone ? undefined : value
  }
  return Object.fromEntries(fields.map((field) => [field.name, chosen(field)]))
}

export function writeFilter(
  filter: DeskFilter,
  fields: readonly FilterField[],
  after?: string | null,
): URLSearchParams {
  const search = new URLSearchParams()
  for (const { name, url } of fields) {
    const value = filter[name]
    if (value) search.set(url, value)
  }
  if (after) search.set('despues', after)
  return search
}

type NarrowedProps = { text: string; link?: ReactNode; onRemove: () => void }

/** Says that the list is narrowed by something that the filters do not show. */
export function Narrowed({ text, link, onRemove }: NarrowedProps) {
  return (
    <p className="flex flex-wrap items-center gap-x-4 rounded-control bg-bosque-soft px-4 py-1">
      <span className="font-semibold">{text}</span>
      {link}
      <Button variant="ghost" onClick={onRemove}>
        Ver todo
      </Button>
    </p>
  )
}

type OnlyOneProps = {
  field: FilterField
  filter: DeskFilter
  onFilter: (filter: DeskFilter) => void
}

/** A filter by the id of a person or trip, which a link of another screen set. */
function OnlyOne({ field: { name, kind, label, link }, filter, onFilter }: OnlyOneProps) {
  const id = filter[name]
  if (kind !== 'id' || !id) return null
  return (
    <Narrowed
      text={label}
      link={link && <Link to={link.to(id)}>{link.text}</Link>}
      onRemove={() => onFilter({ ...filter, [name]: undefined })}
    />
  )
}

type DeskFiltersProps = {
  fields: readonly FilterField[]
  filter: DeskFilter
  onFilter: (filter: DeskFilter) => void
}

/** Filters of a list. "Filtrar" writes them into the address. */
export function DeskFilters({ fields, filter, onFilter }: DeskFiltersProps) {
  const [draft, setDraft] = useState(filter)
  const typed = fields.filter(({ kind }) => kind !== 'id')
  const set = (name: string) => (event: { target: { value: string } }) =>
    setDraft({ ...draft, [name]: event.target.value.trim() || undefined })
  const form = (
    <Form
      noValidate={false}
      aria-label="Filtrar la lista"
      className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-4"
      onSend={() => onFilter(draft)}
    >
      {typed.map(({ name, label, kind, options, all = 'Todos' }) =>
        kind === 'select' ? (
          <Select
            key={name}
            label={label}
            placeholder={all}
            value={draft[name] ?? ''}
            onChange={set(name)}
            options={options ?? []}
          />
        ) : (
          <TextField
            key={name}
            label={label}
            type={kind === 'id' ? 'text' : kind}
            autoComplete="off"
            maxLength={80}
            value={draft[name] ?? ''}
            onChange={set(name)}
          />
        ),
      )}
      <div className="flex flex-wrap gap-3 sm:col-span-2 lg:col-span-4">
        <Button type="submit">Filtrar</Button>
        <Button variant="ghost" onClick={() => onFilter({})}>
          Quitar filtros
        </Button>
      </div>
    </Form>
  )
  return (
    <>
      {fields.map((field) => (
        <OnlyOne key={field.name} {...{ field, filter, onFilter }} />
      ))}
      {form}
    </>
  )
}
