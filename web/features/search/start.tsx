import { AfterHydration } from '#web/ui/after-hydration.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { RecentRoutes } from './recent-routes.tsx'
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
