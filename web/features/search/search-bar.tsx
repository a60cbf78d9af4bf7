import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { relativeDay, seats as seatsText } from '#web/lib/format.ts'
import { loadPlaces } from '#web/lib/load-places.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { SearchCard } from '#web/ui/search-card.tsx'
import type { ComboItem } from '#web/ui/use-options.ts'
import type { SearchQuery } from './search-query.ts'
import { UseLocation } from './use-location.tsx'

type SearchBarProps = { query: SearchQuery | null; ends: readonly ComboItem[] }

/** What is searched, in one line; "Cambiar" opens the whole card. */
export function SearchBar({ query, ends }: SearchBarProps) {
  const navigate = useNavigate()
  const [editing, setEditing] = useState(false)
  const [from, to] = ends
  if (query && !editing) {
    return <Summary query={query} from={from} to={to} onEdit={() => setEditing(true)} />
  }
  return (
    <SearchCard
      // The names of the places arrive after the first paint.
      key={`${from?.id}-${to?.id}`}
      layout="wide"
      loadPlaces={loadPlaces}
      besideFrom={(choose) => <UseLocation onPlace={choose} />}
      initial={{
        ...(from ? { from } : {}),
        ...(to ? { to } : {}),
        date: query?.date ?? null,
        seats: query?.seats ?? 1,
      }}
      onSearch={(values) => {
        setEditing(false)
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

type SummaryProps = {
  query: SearchQuery
  from: ComboItem | undefined
  to: ComboItem | undefined
  onEdit: () => void
}

function Summary({ query, from, to, onEdit }: SummaryProps) {
  return (
    <Card
      padded={false}
      className="flex items-center justify-between gap-3 py-1.5 pr-1.5 pl-4 sm:py-2.5 sm:pr-2.5"
    >
      <div className="min-w-0">
        <p className="truncate font-display text-lg font-bold">
          {from?.label ?? '…'} → {to?.label ?? '…'}
        </p>
        <p className="truncate text-sm text-muted">
          {relativeDay(query.date)} · {seatsText(query.seats)}
        </p>
      </div>
      <Button
        variant="secondary"
        size="sm"
        icon={<Pencil aria-hidden="true" className="size-4" />}
        onClick={onEdit}
        aria-label="Cambiar la búsqueda"
      >
        Cambiar
      </Button>
    </Card>
  )
}
