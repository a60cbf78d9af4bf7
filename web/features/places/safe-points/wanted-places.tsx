import { useQuery } from '@tanstack/react-query'
import { api } from '#web/lib/api.ts'
import { plural } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Link } from '#web/ui/link.tsx'
import { QueryState } from '#web/ui/query-state.tsx'

/** Places most asked for without a vetted point; each leads to the form that proposes one. */
export function WantedPlaces() {
  const query = useQuery({
    queryKey: queryKeys.placesWithoutPoint(),
    queryFn: ({ signal }) => api.rideRequests.placesWithoutPoint({ signal }),
  })
  if (!query.data) return <QueryState query={query} what="los lugares" rows={3} />
  const { places } = query.data
  return (
    <div className="grid gap-3">
      <h2 className="text-xl">Lugares más pedidos sin punto</h2>
      <p className="text-muted">
        Solicitudes y búsquedas sin resultado de 28 días. Con un punto verificado, quien permite
        paradas en su ruta vende esa de una vez.
      </p>
      {places.length === 0 && <p>Todos los lugares pedidos tienen un punto.</p>}
      <ol className={places.length === 0 ? 'hidden' : undefined}>
        {places.map(({ placeId, name, department, wishes }) => (
          <li key={placeId} className="flex flex-wrap items-center justify-between gap-x-3">
            <Link to={paths.safePoints(placeId)} className="inline-flex min-h-11 items-center">
              {name}, {department}
            </Link>
            <span className="tnum text-muted">{plural(wishes, 'vez', 'veces')}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}
