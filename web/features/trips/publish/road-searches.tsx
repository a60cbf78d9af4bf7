import { useQuery } from '@tanstack/react-query'
import { api } from '#web/lib/api.ts'
import { plural } from '#web/lib/format.ts'

/** What stops on the road would add to this way, from the searches of four weeks; else nothing. */
export function RoadSearches({ stops, via }: { stops: string[]; via?: string[] }) {
  const query = { stops: stops.join(), ...(via && { via: via.join() }) }
  const { data } = useQuery({
    queryKey: ['road-searches', query],
    queryFn: ({ signal }) => api.rideRequests.road({ query, signal }),
  })
  if (!data?.searches) return null
  return (
    <p className="text-sm text-muted">
      Con «Sí» tu viaje sale en {plural(data.searches, 'búsqueda más', 'búsquedas más')}: en las
      últimas 4 semanas no encontraron carro en tu ruta.
    </p>
  )
}
