import { History } from 'lucide-react'
import { useState } from 'react'
import { paths } from '#web/lib/paths.ts'
import { forgetSearches, recentSearches } from '#web/shared/search/recent-searches.ts'
import { AfterHydration } from '#web/ui/after-hydration.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PlainLink } from '#web/ui/link.tsx'
import { SearchBar } from './search-bar.tsx'

/** The search form before the first search, with the recent searches of this device. */
export function Start({ unknown }: { unknown: string[] }) {
  return (
    <>
      {unknown.length > 0 && (
        <Banner tone="warn">
          No encontramos {unknown.map((text) => `«${text}»`).join(' ni ')}. Escribe el municipio.
        </Banner>
      )}
      <SearchBar query={null} ends={[]} />
      <AfterHydration>
        <RecentRoutes />
      </AfterHydration>
      <EmptyState region="cafetal" title="¿A dónde vas?">
        Escribe de dónde sales y a dónde llegas: también verás los viajes que pasan por tu ruta.
      </EmptyState>
    </>
  )
}

/** Recent searches of this device, as shortcuts. */
function RecentRoutes() {
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
            <PlainLink to={paths.search({ from: from.id, to: to.id })} className="chip">
              <History className="size-4 shrink-0 text-bosque" />
              {from.label} → {to.label}
            </PlainLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
