import { ArrowDown, ArrowUp, CircleDot, MapPin, Plus, Trash2 } from 'lucide-react'
import { loadPlaces } from '#web/lib/load-places.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import type { ComboItem } from '#web/ui/use-options.ts'
import { NextBar } from './next-bar.tsx'
import type { StepProps } from './publish.route.tsx'
import { STOPS_BETWEEN_MAX } from './publish-draft.ts'

type Stops = readonly (ComboItem | null)[]

function moved(stops: Stops, row: number, by: -1 | 1): (ComboItem | null)[] {
  const after = [...stops]
  const [stop = null] = after.splice(row, 1)
  after.splice(row + by, 0, stop)
  return after
}

/** Where from, where to, and the stops between them in order. */
export function StepRoute({ draft, change, problems, onNext }: StepProps) {
  const { stops } = draft
  const setStops = (next: (ComboItem | null)[]) => change({ stops: next })
  return (
    <>
      <Card className="grid gap-4">
        <Combobox
          label="Origen"
          placeholder="Ciudad de salida"
          icon={<CircleDot className="size-5" />}
          loadItems={loadPlaces}
          value={draft.origin}
          onChange={(origin) => change({ origin })}
          error={problems.origin}
        />
        {stops.map((stop, row) => (
          <Stop
            // A stop has no identity of its own before it is chosen.
            // biome-ignore lint/suspicious/noArrayIndexKey: the position is what it is.
            key={`${row}-${stop?.id ?? ''}`}
            row={row}
            count={stops.length}
            stop={stop}
            error={problems[`stop-${row}`]}
            onChange={(next) => setStops(stops.map((each, i) => (i === row ? next : each)))}
            onMove={(by) => setStops(moved(stops, row, by))}
            onRemove={() => setStops(stops.filter((_, i) => i !== row))}
          />
        ))}
        <div>
          <Button
            variant="secondary"
            size="sm"
            disabled={stops.length >= STOPS_BETWEEN_MAX}
            icon={<Plus aria-hidden="true" className="size-4" />}
            onClick={() => setStops([...stops, null])}
          >
            Agregar parada
          </Button>
        </div>
        <Combobox
          label="Destino"
          placeholder="Ciudad de llegada"
          icon={<MapPin className="size-5" />}
          loadItems={loadPlaces}
          value={draft.destination}
          onChange={(destination) => change({ destination })}
          error={problems.destination}
        />
      </Card>
      <p className="text-sm text-muted">
        Con paradas vendes el mismo puesto por tramos: quien baja en una lo deja libre para quien
        sube ahí.
      </p>
      <NextBar first onNext={() => onNext()} />
    </>
  )
}

type StopProps = {
  row: number
  count: number
  stop: ComboItem | null
  error: string | undefined
  onChange: (stop: ComboItem | null) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

function Stop({ row, count, stop, error, onChange, onMove, onRemove }: StopProps) {
  const name = stop?.label ?? 'este lugar'
  return (
    <div className="grid gap-1 border-l-4 border-line pl-3 sm:flex sm:items-end sm:gap-2">
      <Combobox
        label={`Parada ${row + 1}`}
        placeholder="Ciudad de la parada"
        loadItems={loadPlaces}
        value={stop}
        onChange={onChange}
        error={error}
        className="flex-1"
      />
      <div className="flex">
        <IconButton label={`Mover ${name} antes`} disabled={row === 0} onClick={() => onMove(-1)}>
          <ArrowUp aria-hidden="true" className="size-5" />
        </IconButton>
        <IconButton
          label={`Mover ${name} después`}
          disabled={row === count - 1}
          onClick={() => onMove(1)}
        >
          <ArrowDown aria-hidden="true" className="size-5" />
        </IconButton>
        <IconButton label={`Quitar ${name}`} onClick={onRemove}>
          <Trash2 aria-hidden="true" className="size-5" />
        </IconButton>
      </div>
    </div>
  )
}
