import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { actionWords } from './action-words.ts'

export type TrailFilter = {
  action?: string | undefined
  subject?: string | undefined
  by?: string | undefined
  since?: string | undefined
  until?: string | undefined
}

type TrailFiltersProps = {
  filter: TrailFilter
  actions: readonly string[]
  onFilter: (filter: TrailFilter) => void
}

/** Filters of the trail: they go into the address on "Filtrar". */
export function TrailFilters({ filter, actions, onFilter }: TrailFiltersProps) {
  const [draft, setDraft] = useState(filter)
  const set = (name: keyof TrailFilter) => (event: { target: { value: string } }) =>
    setDraft({ ...draft, [name]: event.target.value.trim() || undefined })
  return (
    <form
      className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-4"
      onSubmit={(event) => {
        event.preventDefault()
        onFilter(draft)
      }}
    >
      <Select
        label="Acción"
        placeholder="Todas"
        value={draft.action ?? ''}
        onChange={set('action')}
        options={actions.map((value) => ({ value, label: actionWords(value) }))}
      />
      <TextField
        label="Sobre (id)"
        autoComplete="off"
        maxLength={80}
        value={draft.subject ?? ''}
        onChange={set('subject')}
      />
      <TextField label="Desde" type="date" value={draft.since ?? ''} onChange={set('since')} />
      <TextField label="Hasta" type="date" value={draft.until ?? ''} onChange={set('until')} />
      <div className="flex flex-wrap gap-3 sm:col-span-2 lg:col-span-4">
        <Button type="submit">Filtrar</Button>
        <Button variant="ghost" onClick={() => onFilter({})}>
          Quitar filtros
        </Button>
      </div>
    </form>
  )
}
