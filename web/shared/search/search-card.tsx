import { ArrowDownUp, CircleDot, MapPin, Search } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { seats as seatsText } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import type { ComboItem, LoadItems } from '#web/ui/combo-item.ts'
import { ComboboxField } from '#web/ui/combobox.tsx'
import { cx } from '#web/ui/cx.ts'
import { DateChips } from '#web/ui/date-chips.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { controlSearch, type SearchControl, type SearchValues } from './search-control.ts'

type SearchCardProps = {
  loadPlaces: LoadItems
  onSearch: (values: SearchValues) => void
  initial?: Partial<SearchValues>
  /** Content below "Desde": another way to choose the origin, such as the phone's location. */
  besideFrom?: (choose: (from: ComboItem) => void) => ReactNode
  /**
   * `wide` puts the fields in one row from 1024 px on. `home` is lower for signed-in people, who
   * know it: date and seats have no visible title.
   */
  layout?: 'home' | 'wide'
}

const LOW =
  'in-data-session:gap-3 in-data-session:p-3.5 in-data-session:[&_legend]:sr-only ' +
  'in-data-session:lg:p-6'

const ONE_LINE =
  'grid gap-4 in-data-session:flex in-data-session:flex-wrap in-data-session:items-end ' +
  'in-data-session:gap-2 in-data-session:[&_label]:sr-only'

const seatOptions = [1, 2, 3, 4].map((n) => ({ value: String(n), label: seatsText(n) }))

/** Attaches the form's behaviour in the app; on content pages web/enhance attaches it. */
function useSearchControl(props: SearchCardProps) {
  const form = useRef<HTMLFormElement>(null)
  const control = useRef<SearchControl>(null)
  const latest = useRef(props)
  latest.current = props
  useEffect(() => {
    if (!form.current) return
    control.current = controlSearch(form.current, {
      loadPlaces: (query) => latest.current.loadPlaces(query),
      onSearch: (values) => latest.current.onSearch(values),
    })
    return control.current.stop
  }, [])
  return { form, chooseFrom: (from: ComboItem) => control.current?.setFrom(from) }
}

/** Search form with named fields; search-control.ts finds the parts by `name` and `data-`. */
export function SearchCard(props: SearchCardProps) {
  const { initial, layout } = props
  const { form, chooseFrom } = useSearchControl(props)
  const wide = layout === 'wide'
  return (
    <form
      ref={form}
      noValidate
      action={paths.search()}
      data-search=""
      aria-label="Buscar viaje"
      className={cx(
        'grid gap-4 rounded-card border border-line bg-surface p-4 shadow-card sm:p-6',
        wide && 'lg:grid-cols-[1fr_9rem_14rem] lg:items-start',
        layout === 'home' && LOW,
      )}
    >
      <div
        className={cx('relative grid gap-3', wide && 'lg:col-span-3 lg:grid-cols-2 lg:gap-x-16')}
      >
        <ComboboxField
          name="from"
          label="Desde"
          placeholder="Ciudad de salida"
          icon={<CircleDot className="size-5" />}
          initial={initial?.from ?? null}
        />
        <ComboboxField
          name="to"
          label="Hasta"
          placeholder="Ciudad de llegada"
          icon={<MapPin className="size-5" />}
          initial={initial?.to ?? null}
        />
        <SwapButton wide={wide} />
      </div>
      {props.besideFrom && (
        <div className={cx('-my-2', wide && 'lg:col-span-3')}>{props.besideFrom(chooseFrom)}</div>
      )}
      <DateChips name="date" initial={initial?.date ?? null} />
      <div className={layout === 'home' ? ONE_LINE : 'contents'}>
        <Select
          label="Cupos"
          name="seats"
          options={seatOptions}
          defaultValue={String(initial?.seats ?? 1)}
        />
        <Button type="submit" Icon={Search} className={wide ? 'lg:mt-7.5' : 'grow'}>
          Buscar viaje
        </Button>
      </div>
      {/* Template of the error below a field, which search-control.ts copies. */}
      <div hidden data-sample="field-error">
        <FieldError> </FieldError>
      </div>
    </form>
  )
}

function SwapButton({ wide }: { wide: boolean }) {
  return (
    <button
      type="button"
      aria-label="Intercambiar origen y destino"
      title="Intercambiar origen y destino"
      data-swap=""
      className={cx(
        'absolute top-16 right-4 z-10 grid size-11 place-items-center rounded-full border',
        'border-edge bg-surface text-bosque hover:bg-bosque-soft',
        wide && 'lg:top-8 lg:right-1/2 lg:translate-x-1/2 lg:rotate-90',
      )}
    >
      <ArrowDownUp className="size-5" />
    </button>
  )
}
