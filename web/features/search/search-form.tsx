import { useNavigate } from 'react-router'
import { paths } from '#web/lib/paths.ts'
import { loadEnds } from '#web/shared/places/load-places.ts'
import { SearchCard } from '#web/shared/search/search-card.tsx'
import type { ComboItem } from '#web/ui/combo-item.ts'
import type { SearchQuery } from './search-query.ts'
import { UseLocation } from './use-location.tsx'

type SearchFormProps = {
  query: SearchQuery | null
  from: ComboItem | undefined
  to: ComboItem | undefined
  onDone: () => void
}

/** The complete search form, in its own chunk: results are shown before it is needed. */
export function SearchForm({ query, from, to, onDone }: SearchFormProps) {
  const navigate = useNavigate()
  return (
    <SearchCard
      layout="wide"
      loadPlaces={loadEnds}
      besideFrom={(choose) => <UseLocation onPlace={choose} />}
      initial={{
        ...(from ? { from } : {}),
        ...(to ? { to } : {}),
        date: query?.date ?? null,
        seats: query?.seats ?? 1,
      }}
      onSearch={(values) => {
        onDone()
        navigate(
          paths.search({
            from: values.from.id,
            to: values.to.id,
            date: values.date,
            seats: values.seats,
          }),
        )
      }}
    />
  )
}
