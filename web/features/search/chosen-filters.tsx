import { X } from 'lucide-react'
import { pesos } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { dayParts } from './group-results.ts'
import { filters, noFilters, type View } from './results-filter.ts'

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

type ActiveFilter = { words: string; without: Partial<View> }

/** The active filters in words, each with the change of the view that removes it. */
function activeFilters({ filters: chosen, hours, maxPrice }: View): ActiveFilter[] {
  const price = { words: `Hasta ${pesos(maxPrice ?? 0)}`, without: { maxPrice: null } }
  return [
    ...chosen.map((key) => ({
      words: filters[key].words,
      without: { filters: chosen.filter((other) => other !== key) },
    })),
    ...hours.map((key) => ({
      words: dayParts[key].title,
      without: { hours: hours.filter((other) => other !== key) },
    })),
    ...(maxPrice === null ? [] : [price]),
  ]
}
