import { History } from 'lucide-react'
import { useState } from 'react'
import { paths } from '#web/lib/paths.ts'
import { forgetSearches, recentSearches } from '#web/shared/search/recent-searches.ts'
import { Button } from '#web/ui/button.tsx'
import { PlainLink } from '#web/ui/link.tsx'

/** Recent searches of this device, as shortcuts. */
export function RecentRoutes() {
  const [routes, setRoutes] = useState(recentSearches)
  if (routes.length === 0) return null
  const forget = () => {
    forgetSearches()
    setRoutes([])
  }
  return (
    <section aria-labelledby="busquedas-recientes" className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="busquedas-recientes" className="text-lg">
          Búsquedas recientes
        </h2>
        <Button variant="ghost" size="sm" onClick={forget}>
          Borrar<span className="sr-only"> búsquedas recientes</span>
        </Button>
      </div>
      <ul className="flex flex-wrap gap-2">
        {routes.map(({ from, to }) => (
          <li key={`${from.id}-${to.id}`} className="max-w-full">
            <PlainLink
              to={paths.search({ from: from.id, to: to.id })}
              className="chip max-w-full whitespace-normal!"
            >
              <History aria-hidden="true" className="size-4 shrink-0 text-bosque" />
              {from.label} → {to.label}
            </PlainLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
