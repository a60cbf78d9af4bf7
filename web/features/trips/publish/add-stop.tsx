import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { loadPlaces } from '#web/domain/places/load-places.ts'
import { api } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import type { ComboItem } from '#web/ui/combo-item.ts'
import { Combobox } from '#web/ui/combobox.tsx'
import { addStop, hasRoom, orderedStops, type Way } from './draft-stops.ts'
import type { Draft, DraftStop } from './publish-draft.ts'
import { wayQuery } from './use-ways.ts'

type AddStopProps = {
  draft: Draft
  setStops: (stops: DraftStop[]) => void
  corridor: readonly { placeId: string }[]
  chosen: Way | undefined
}

type Told = { error?: string; text?: string }

/** Adds any place by its name, at the position where it fits; it can be off the route. */
export function AddStop({ draft, setStops, corridor, chosen }: AddStopProps) {
  const client = useQueryClient()
  const [told, setTold] = useState<Told>({})
  const add = async (stop: ComboItem): Promise<Told> => {
    const problem = problemOf(draft, stop, chosen)
    if (problem) return { error: problem }
    if (corridor.some((point) => point.placeId === stop.id)) {
      setStops(addStop(draft.stops, stop, { corridor, way: chosen }))
      return { text: `Agregamos ${stop.label}.` }
    }
    const query = wayQuery(draft, stop.id)
    const way = await client.fetchQuery({
      queryKey: queryKeys.way(query),
      queryFn: ({ signal }) => api.places.way({ query, signal }),
    })
    setStops(orderedStops([...draft.stops, stop], way.stops))
    return { text: `Agregamos ${stop.label}: tu camino ahora pasa por ahí.` }
  }
  const choose = (stop: ComboItem | null) => {
    if (!stop) return setTold({})
    setTold({ text: `Buscando dónde queda ${stop.label}…` })
    add(stop).then(setTold, (error: unknown) => setTold({ error: messageOf(error) }))
  }
  return (
    <>
      <Combobox
        label="Otra parada"
        placeholder="Busca otra ciudad"
        loadItems={loadPlaces}
        value={null}
        onChange={choose}
        error={told.error}
      />
      <p role="status" className="text-sm text-muted empty:hidden">
        {told.text}
      </p>
    </>
  )
}

function problemOf(draft: Draft, stop: ComboItem, chosen: Way | undefined): string | undefined {
  const { origin, destination, stops } = draft
  const declared = [origin, destination, ...stops.filter((each) => !each.via)]
  if (declared.some((each) => each?.id === stop.id)) return 'Ese lugar ya está en tu ruta.'
  return hasRoom(stops, stop.id, chosen) ? undefined : 'Ya tienes el máximo de paradas.'
}
