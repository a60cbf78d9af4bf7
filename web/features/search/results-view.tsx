import { List, Map as MapIcon, SlidersHorizontal } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { plural } from '#web/lib/format.ts'
import { quietPart } from '#web/lib/lazy-part.ts'
import { inNextTask } from '#web/lib/next-task.ts'
import { untilDone } from '#web/lib/until-done.ts'
import { AfterHydration } from '#web/ui/after-hydration.tsx'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/select.tsx'
import { ChosenFilters } from './chosen-filters.tsx'
import { countFilters, readView, sortKeys, sorts, type View, writeView } from './results-filter.ts'
import type { SearchQuery } from './search-query.ts'
import { type Answer, matchingOf } from './use-results.ts'
import { WomenOnly } from './women-only.tsx'

const loadFilters = () => untilDone(() => import('./filters-sheet.tsx'))

const FiltersSheet = quietPart(loadFilters, 'FiltersSheet')

/** Order, filters and list or map are in the query string: "back" undoes the last change. */
export function useView() {
  const [params, setParams] = useSearchParams()
  const view = readView(params)
  const change = (next: Partial<View>) =>
    setParams((before) => writeView(before, { ...readView(before), ...next }), {
      preventScrollReset: true,
    })
  return { view, change }
}

type ResultsViewProps = {
  query: SearchQuery
  answer: Answer
  view: View
  onChange: (next: Partial<View>) => void
}

/** Controls of the results: filters, order, and list or map. */
export function ResultsView({ query, answer, view, onChange }: ResultsViewProps) {
  const [choosing, setChoosing] = useState(false)
  const filters = countFilters(view)
  const shown = matchingOf(answer)
  const choosable = answer.total > 1 || filters > 0
  useEffect(() => {
    // Preloads the sheet after the results have rendered, so that "Filtros" opens without delay.
    if (choosable) inNextTask(() => void loadFilters())
  }, [choosable])
  return (
    <div className="grid gap-2 sm:gap-3">
      <div className="flex flex-wrap items-end justify-between gap-2 sm:gap-3">
        {choosable && (
          <Button
            variant="secondary"
            className="max-sm:min-h-11 max-sm:px-3"
            icon={<SlidersHorizontal className="size-5 max-sm:hidden" />}
            onClick={() => setChoosing(true)}
          >
            Filtros{filters > 0 && ` (${filters})`}
          </Button>
        )}
        <ListOrMap map={view.map} onChange={onChange} />
        {choosable && <Sort answer={answer} view={view} onChange={onChange} />}
      </div>
      {filters > 0 && <ChosenFilters view={view} onChange={onChange} />}
      <AfterHydration>
        <WomenOnly view={view} />
      </AfterHydration>
      {/* Read aloud only: the day's chip or the group says the number to the eye. */}
      <p role="status" className={shown > 0 ? 'sr-only' : 'text-muted'}>
        {shown === 0
          ? answer.total === 1
            ? 'El único viaje de este día no cumple esos filtros.'
            : `Ningún viaje de los ${answer.total} de este día cumple esos filtros.`
          : plural(shown, 'viaje encontrado', 'viajes encontrados')}
      </p>
      {view.sort === 'nota' && (
        <p className="text-sm text-muted">
          Con pocas opiniones, la nota se acerca al promedio de 4,5.
        </p>
      )}
      {choosing && (
        <FiltersSheet
          query={query}
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

/** Switches between list and map; on a wide screen both are shown. */
function ListOrMap({ map, onChange }: { map: boolean; onChange: (next: Partial<View>) => void }) {
  const Icon = map ? List : MapIcon
  return (
    <Button
      variant="secondary"
      className="max-sm:min-h-11 max-sm:px-3 lg:hidden"
      Icon={Icon}
      onClick={() => onChange({ map: !map })}
    >
      <span className="max-sm:sr-only">{map ? 'Lista' : 'Mapa'}</span>
    </Button>
  )
}

function Sort({ answer, view, onChange }: Omit<ResultsViewProps, 'query'>) {
  const anyAway = answer.matching.nearby > 0 || view.sort === 'cercania'
  const offered = sortKeys.filter((key) => key !== 'cercania' || anyAway)
  return (
    <Select
      label="Ordenar por"
      bare
      options={offered.map((key) => ({ value: key, label: sorts[key].words }))}
      value={view.sort}
      onChange={(event) => {
        const sort = sortKeys.find((key) => key === event.target.value)
        if (sort) onChange({ sort })
      }}
      // On a narrow phone, or with large text, the order has a line of its own.
      className="min-w-0 flex-1 basis-[11rem] sm:ml-auto sm:max-w-60"
    />
  )
}
