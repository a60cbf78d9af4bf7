import { dateLong } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import type { ComboItem } from '#web/ui/combo-item.ts'
import { ShareButton } from '#web/ui/share-button.tsx'
import type { SearchQuery } from './search-query.ts'

/** Shares the search with an explicit date: without one, the link would mean today. */
export function ShareSearch({ query, ends }: { query: SearchQuery; ends: readonly ComboItem[] }) {
  const [from, to] = ends
  const way = from && to ? ` de ${from.label} a ${to.label}` : ''
  return (
    <ShareButton
      label="Compartir búsqueda"
      text={`Viajes${way}, ${dateLong(query.date)}.`}
      path={paths.search(query)}
    />
  )
}
