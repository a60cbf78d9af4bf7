import { ArrowDownUp, CircleDot, MapPin, Search } from 'lucide-react'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { seats as seatsText } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { cx } from '#web/ui/cx.ts'
import { DateChips } from '#web/ui/date-chips.tsx'
import { Select } from '#web/ui/select.tsx'
import type { ComboItem, LoadItems } from '#web/ui/use-options.ts'
import { searchProblems } from './search-rules.ts'

type SearchValues = {
  from: ComboItem
  to: ComboItem
  /** `YYYY-MM-DD` in Bogotá; null means today. */
  date: string | null
  seats: number
}

type SearchCardProps = {
  loadPlaces: LoadItems
  onSearch: (values: SearchValues) => void
  initial?: Partial<SearchValues>
  pending?: boolean
  /** Below "Desde": another way to choose it, such as the phone's location. */
  besideFrom?: (choose: (from: ComboItem) => void) => ReactNode
  /** `card` stacks the fields; `wide` puts them in one row from 1024 px on. */
  layout?: 'card' | 'wide'
  className?: string
}

type Draft = { from: ComboItem | null; to: ComboItem | null; date: string | null; seats: number }

const seatOptions = [1, 2, 3, 4].map((n) => ({ value: String(n), label: seatsText(n) }))

/** What is written so far, and what happens on submitting. */
function useSearchForm({ onSearch, initial }: SearchCardProps) {
  const [draft, setDraft] = useState<Draft>({
    from: initial?.from ?? null,
    to: initial?.to ?? null,
    date: initial?.date ?? null,
    seats: initial?.seats ?? 1,
  })
  const [tried, setTried] = useState(false)
  const id = useId()
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const found = searchProblems(draft)
    const { from, to } = draft
    if (from && to && !found.to) return onSearch({ ...draft, from, to })
    // Once what is wrong stands below its field: the field then opens no list over it.
    const first = found.from ? `${id}-from` : `${id}-to`
    setTimeout(() => document.getElementById(first)?.focus())
  }
  return { id, draft, set, submit, problems: tried ? searchProblems(draft) : {} }
}

/**
 * Desde · Hasta · Fecha · Cupos · Buscar viaje. A real form with named fields: on pages without the
 * app's code web/enhance/search-form.ts brings it to life by the `data-` names.
 */
export function SearchCard(props: SearchCardProps) {
  const { loadPlaces, pending, layout = 'card', className } = props
  const { id, draft, set, submit, problems } = useSearchForm(props)
  const wide = layout === 'wide'
  return (
    <form
      noValidate
      action={paths.search()}
      data-search=""
      aria-label="Buscar viaje"
      onSubmit={submit}
      className={cx(
        'grid gap-4 rounded-card border border-line bg-surface p-4 shadow-card sm:p-6',
        wide && 'lg:grid-cols-[1fr_9rem_14rem] lg:items-start',
        className,
      )}
    >
      <div
        className={cx('relative grid gap-3', wide && 'lg:col-span-3 lg:grid-cols-2 lg:gap-x-16')}
      >
        <Combobox
          id={`${id}-from`}
          name="from"
          label="Desde"
          placeholder="Ciudad de salida"
          icon={<CircleDot className="size-5" />}
          loadItems={loadPlaces}
          value={draft.from}
          onChange={(from) => set({ from })}
          error={problems.from}
        />
        <Combobox
          id={`${id}-to`}
          name="to"
          label="Hasta"
          placeholder="Ciudad de llegada"
          icon={<MapPin className="size-5" />}
          loadItems={loadPlaces}
          value={draft.to}
          onChange={(to) => set({ to })}
          error={problems.to}
        />
        <SwapButton wide={wide} onSwap={() => set({ from: draft.to, to: draft.from })} />
      </div>
      {props.besideFrom && (
        <div className={cx('-my-2', wide && 'lg:col-span-3')}>
          {props.besideFrom((from) => set({ from }))}
        </div>
      )}
      <DateChips name="date" value={draft.date} onChange={(date) => set({ date })} />
      <Select
        label="Cupos"
        name="seats"
        options={seatOptions}
        value={String(draft.seats)}
        onChange={(event) => set({ seats: Number(event.target.value) })}
      />
      <Button
        type="submit"
        pending={pending ?? false}
        pendingText="Buscando…"
        icon={<Search aria-hidden="true" className="size-5" />}
        className={wide ? 'lg:mt-7.5' : undefined}
      >
        Buscar viaje
      </Button>
    </form>
  )
}

function SwapButton({ wide, onSwap }: { wide: boolean; onSwap: () => void }) {
  return (
    <button
      type="button"
      aria-label="Intercambiar origen y destino"
      title="Intercambiar origen y destino"
      data-swap=""
      onClick={onSwap}
      className={cx(
        'absolute top-16 right-4 z-10 grid size-11 place-items-center rounded-full border',
        'border-edge bg-surface text-bosque hover:bg-bosque-soft',
        wide && 'lg:top-8 lg:right-1/2 lg:translate-x-1/2 lg:rotate-90',
      )}
    >
      <ArrowDownUp aria-hidden="true" className="size-5" />
    </button>
  )
}
