import { api } from '#web/lib/api.ts'
import { plural } from '#web/lib/format.ts'
import { useRead } from '#web/lib/use-read.ts'

/** What stops on the road could sell at once, from the searches of four weeks; else nothing. */
export function RoadSearches({ stops, via }: { stops: string[]; via?: string[] }) {
  const query = { stops: stops.join(), ...(via && { via: via.join() }) }
  const { data } = useRead(['road-searches', query], (signal) =>
    api.rideRequests.road({ query, signal }),
  )
  if (!data?.searches) return null
  return (
    <p className="text-sm text-muted">
      En 4 semanas {plural(data.searches, 'búsqueda', 'búsquedas')} en tu ruta no{' '}
      {data.searches === 1 ? 'encontró' : 'encontraron'} carro; con «Sí» podrían reservarse sin
      esperar tu respuesta.
    </p>
  )
}
