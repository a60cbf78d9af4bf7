import { X } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { activeFilters } from './filter-words.ts'
import { noFilters, type View } from './results-filter.ts'

type ChosenFiltersProps = { view: View; onChange: (next: Partial<View>) => void }

/** The active filters; a press removes one. */
export function ChosenFilters({ view, onChange }: ChosenFiltersProps) {
  const active = activeFilters(view)
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
            {words} <X className="size-4" />
          </button>
        </li>
      ))}
      <li>
        <Button variant="ghost" size="sm" onClick={() => onChange(noFilters)}>
          Quitar filtros
        </Button>
      </li>
    </ul>
  )
}
