import { type ReactNode, useState } from 'react'
import type { SearchCounts } from '#contract/search.ts'
import { pesos, plural } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Sheet } from '#web/ui/dialog.tsx'
import { Select } from '#web/ui/select.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { dayPartKeys, dayParts } from './group-results.ts'
import {
  countFilters,
  type FilterKey,
  filterKeys,
  filters,
  noFilters,
  type View,
} from './results-filter.ts'
import type { SearchQuery } from './search-query.ts'
import { matchingOf, useCounts } from './use-results.ts'

type FiltersSheetProps = {
  query: SearchQuery
  view: View
  onApply: (view: View) => void
  onClose: () => void
}

/** All filters. They are applied on "Ver 14 viajes", whose number is a preview of the results. */
export function FiltersSheet({ query, view, onApply, onClose }: FiltersSheetProps) {
  const [draft, setDraft] = useState(view)
  const change = (next: Partial<View>) => setDraft({ ...draft, ...next })
  const counted = useCounts(query, draft)
  const counts = counted.data?.counts
  const left = counted.data ? matchingOf(counted.data) : undefined
  const known = left !== undefined && !counted.isStale
  return (
    <Sheet
      open
      onClose={onClose}
      title="Filtros"
      footer={
        <>
          {countFilters(draft) > 0 && (
            <Button variant="ghost" onClick={() => change(noFilters)}>
              Quitar filtros
            </Button>
          )}
          <Button
            onClick={() => onApply(draft)}
            disabled={known && left === 0}
            icon={counted.isFetching || counted.isStale ? <Spinner /> : undefined}
          >
            {words(left)}
          </Button>
        </>
      }
    >
      <Hours counts={counts} draft={draft} change={change} />
      <MaxPrice counts={counts} draft={draft} change={change} />
      <Kinds counts={counts} draft={draft} change={change} />
      <p role="status" className={counted.isError ? 'text-muted' : 'sr-only'}>
        {counted.isError
          ? 'No pudimos contar los viajes. Puedes elegir igual.'
          : known && plural(left, 'viaje', 'viajes')}
      </p>
    </Sheet>
  )
}

function words(left: number | undefined): string {
  if (left === undefined) return 'Ver viajes'
  return left === 0 ? 'Ningún viaje' : `Ver ${plural(left, 'viaje', 'viajes')}`
}

type PartProps = {
  /** Result counts by filter; undefined until they have loaded. */
  counts: SearchCounts | undefined
  draft: View
  change: (next: Partial<View>) => void
}

function Hours({ counts, draft, change }: PartProps) {
  return (
    <Group title="Hora de salida">
      {dayPartKeys.map((key) => (
        <Option
          key={key}
          label={`${dayParts[key].title}, ${dayParts[key].hours}`}
          count={counts?.hours[dayParts[key].api]}
          checked={draft.hours.includes(key)}
          onToggle={() => change({ hours: toggled(draft.hours, key) })}
        />
      ))}
    </Group>
  )
}

function MaxPrice({ counts, draft, change }: PartProps) {
  const limits = new Set(counts?.maxPrices)
  if (draft.maxPrice !== null) limits.add(draft.maxPrice)
  if (limits.size === 0) return null
  const options = [...limits]
    .sort((a, b) => a - b)
    .map((limit) => ({ value: String(limit), label: `Hasta ${pesos(limit)}` }))
  return (
    <Select
      label="Precio por cupo"
      options={[{ value: '', label: 'Cualquier precio' }, ...options]}
      value={String(draft.maxPrice ?? '')}
      onChange={({ target: { value } }) => change({ maxPrice: value ? Number(value) : null })}
    />
  )
}

function Kinds({ counts, draft, change }: PartProps) {
  const option = (key: FilterKey) => (
    <Option
      key={key}
      label={filters[key].words}
      count={counts?.filters[filters[key].api]}
      checked={draft.filters.includes(key)}
      onToggle={() => change({ filters: toggled(draft.filters, key) })}
    />
  )
  return <Group title="El viaje">{filterKeys.map(option)}</Group>
}

function toggled<T>(all: readonly T[], one: T): T[] {
  return all.includes(one) ? all.filter((other) => other !== one) : [...all, one]
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="font-semibold">{title}</legend>
      <div className="mt-1 grid gap-x-6 sm:grid-cols-2">{children}</div>
    </fieldset>
  )
}

type OptionProps = {
  label: string
  count: number | undefined
  checked: boolean
  onToggle: () => void
}

/** A filter with the number of results it would leave; disabled when that is 0. */
function Option({ label, count, checked, onToggle }: OptionProps) {
  const useless = count === 0 && !checked
  return (
    <Checkbox
      checked={checked}
      disabled={useless}
      onChange={onToggle}
      label={
        <span className={useless ? 'text-muted' : undefined}>
          {label} {count !== undefined && <span className="tnum text-muted">({count})</span>}
        </span>
      }
    />
  )
}
