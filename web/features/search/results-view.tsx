import { SlidersHorizontal, X } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { SearchResult } from '#contract/search.ts'
import { plural } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/select.tsx'
import { activeFilters, sorts } from './filter-words.ts'
import { FiltersSheet } from './filters-sheet.tsx'
import { countFilters, noFilters, readView, type View, writeView } from './results-filter.ts'

/** Order and filters live in the address. */
export function useView() {
  const [params, setParams] = useSearchParams()
  const view = readView(params)
  const change = (next: Partial<View>) =>
    setParams((before) => writeView(before, { ...view, ...next }), {
      replace: true,
      preventScrollReset: true,
    })
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
  const [choosing, setChoosing] = useState(false)
  const filters = countFilters(view)
  if (results.length < 2 && filters === 0) return null
  return (
    <div className="grid gap-3">
      <div className="flex items-end justify-between gap-3">
        <Button
          variant="secondary"
          icon={<SlidersHorizontal aria-hidden="true" className="size-5" />}
          onClick={() => setChoosing(true)}
        >
          Filtros{filters > 0 && ` (${filters})`}
        </Button>
        <Sort results={results} view={view} onChange={onChange} />
      </div>
      <Chosen view={view} onChange={onChange} />
      <p role="status" className="text-muted">
        {shown === 0
          ? 'Ningún viaje cumple esos filtros.'
          : plural(shown, 'viaje encontrado', 'viajes encontrados')}
      </p>
      {choosing && (
        <FiltersSheet
          results={results}
          view={view}
          onClose={() => setChoosing(false)}
          onApply={(next) => {
            setChoosing(false)
            onChange(next)
          }}
        />
      )}
    </div>
  )
}

function Sort({ results, view, onChange }: Omit<ResultsViewProps, 'shown'>) {
  const anyAway = results.some((result) => result.awayKm !== null)
  const options = sorts.filter(({ value }) => value !== 'cercania' || anyAway)
  return (
    <Select
      label="Ordenar por"
      options={options}
      value={view.sort}
      onChange={(event) => {
        const sort = sorts.find((option) => option.value === event.target.value)?.value
        if (sort) onChange({ sort })
      }}
      className="min-w-0 flex-1 sm:max-w-60"
    />
  )
}

/** The filters in force; a press takes one away. */
function Chosen({ view, onChange }: Pick<ResultsViewProps, 'view' | 'onChange'>) {
  const active = activeFilters(view)
  if (active.length === 0) return null
  return (
    <ul aria-label="Filtros activos" className="flex flex-wrap items-center gap-2">
      {active.map(({ words, without }) => (
        <li key={words}>
          <button
            type="button"
            className="chip"
            aria-label={`Quitar filtro: ${words}`}
            onClick={() => onChange(without)}
          >
            {words} <X aria-hidden="true" className="size-4" />
          </button>
        </li>
      ))}
      <li>
        <Button variant="ghost" size="sm" onClick={() => onChange(noFilters)}>
          Limpiar filtros
        </Button>
      </li>
    </ul>
  )
}
