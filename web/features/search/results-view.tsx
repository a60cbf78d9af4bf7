import { useSearchParams } from 'react-router'
import type { SearchResult } from '#contract/search.ts'
import { plural } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/select.tsx'
import {
  countPassing,
  type FilterKey,
  filterKeys,
  readView,
  type SortKey,
  type View,
} from './search-query.ts'

const sorts: { value: SortKey; label: string }[] = [
  { value: 'salida', label: 'Salida más temprana' },
  { value: 'precio', label: 'Menor precio' },
  { value: 'duracion', label: 'Menor duración' },
]

const filterWords: Record<FilterKey, string> = {
  inmediata: 'Reserva inmediata',
  mascotas: 'Acepta mascotas',
  mujeres: 'Solo mujeres',
}

/** Order and filters live in the address. */
export function useView() {
  const [params, setParams] = useSearchParams()
  const view = readView(params)
  const change = (next: Partial<View>) => {
    const { sort, filters } = { ...view, ...next }
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        if (sort === 'salida') after.delete('orden')
        else after.set('orden', sort)
        if (filters.length === 0) after.delete('filtros')
        else after.set('filtros', filters.join(','))
        return after
      },
      { replace: true, preventScrollReset: true },
    )
  }
  return { view, change }
}

type ResultsViewProps = {
  results: readonly SearchResult[]
  shown: number
  view: View
  onChange: (next: Partial<View>) => void
}

/** Sort and filter; nothing while there is nothing to choose between. */
export function ResultsView({ results, shown, view, onChange }: ResultsViewProps) {
  if (results.length < 2 && view.filters.length === 0) return null
  const toggle = (key: FilterKey) =>
    onChange({
      filters: view.filters.includes(key)
        ? view.filters.filter((other) => other !== key)
        : [...view.filters, key],
    })
  const useful = filterKeys.filter((key) => {
    const count = countPassing(results, key)
    return view.filters.includes(key) || (count > 0 && count < results.length)
  })
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">Filtros</legend>
          {useful.map((key) => (
            <button
              key={key}
              type="button"
              className="chip"
              aria-pressed={view.filters.includes(key)}
              onClick={() => toggle(key)}
            >
              {filterWords[key]}
            </button>
          ))}
        </fieldset>
        <Select
          label="Ordenar por"
          options={sorts}
          value={view.sort}
          onChange={(event) => {
            const sort = sorts.find((option) => option.value === event.target.value)?.value
            if (sort) onChange({ sort })
          }}
          className="w-full sm:w-60"
        />
      </div>
      <p role="status" className="flex flex-wrap items-center gap-x-2 text-muted">
        {shown === 0
          ? 'Ningún viaje cumple esos filtros.'
          : plural(shown, 'viaje encontrado', 'viajes encontrados')}
        {view.filters.length > 0 && (
          <Button variant="ghost" size="sm" onClick={() => onChange({ filters: [] })}>
            Limpiar filtros
          </Button>
        )}
      </p>
    </div>
  )
}
