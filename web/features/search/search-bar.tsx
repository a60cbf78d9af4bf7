import { Pencil } from 'lucide-react'
import { Suspense, use, useEffect, useState } from 'react'
import { relativeDay, seats as seatsText } from '#web/lib/format.ts'
import { useHydrated } from '#web/lib/hydrated.ts'
import { lazyPart } from '#web/lib/lazy-part.ts'
import { inNextTask } from '#web/lib/next-task.ts'
import { untilDone } from '#web/lib/until-done.ts'
import { RouteTitle } from '#web/shared/places/route-title.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import type { ComboItem } from '#web/ui/combo-item.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { SearchQuery } from './search-query.ts'
import { Today } from './today.ts'

const loadForm = () => untilDone(() => import('./search-form.tsx'))

const SearchForm = lazyPart(loadForm, 'SearchForm')

type SearchBarProps = { query: SearchQuery | null; ends: readonly ComboItem[] }

/** The search in one line; "Cambiar" opens the form. */
export function SearchBar({ query, ends }: SearchBarProps) {
  const [editing, setEditing] = useState(false)
  const [from, to] = ends
  useEffect(() => {
    // Preloads the form after the results have rendered, so that "Cambiar" opens without delay.
    inNextTask(() => void loadForm())
  }, [])
  if (query && !editing) {
    return <Summary query={query} from={from} to={to} onEdit={() => setEditing(true)} />
  }
  return (
    <div className="lg:col-span-full">
      <WholeForm {...{ query, from, to }} onDone={() => setEditing(false)} />
    </div>
  )
}

type WholeFormProps = {
  query: SearchQuery | null
  from: ComboItem | undefined
  to: ComboItem | undefined
  onDone: () => void
}

function WholeForm({ query, from, to, onDone }: WholeFormProps) {
  const hydrated = useHydrated()
  const place = <Skeleton className="h-112 noscript:hidden lg:h-64" />
  // The form is rendered only after hydration: server-rendered, it would not respond until its own
  // chunk loads. Without JavaScript it is submitted natively, and the server resolves the typed
  // places (typed-search.ts).
  if (!hydrated) {
    return (
      <>
        {place}
        <noscript>
          <Suspense>
            <SearchForm query={query} from={from} to={to} onDone={() => {}} />
          </Suspense>
        </noscript>
      </>
    )
  }
  return (
    <Suspense fallback={place}>
      <SearchForm
        // Remounts the form when the names of the places have loaded.
        key={`${from?.id}-${to?.id}`}
        query={query}
        from={from}
        to={to}
        onDone={onDone}
      />
    </Suspense>
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
      className="flex flex-wrap items-center justify-between gap-3
        py-1.5 pr-1.5 pl-4 sm:py-2.5 sm:pr-2.5"
    >
      <div className="min-w-0 flex-1 basis-[9rem]">
        <p className="font-display leading-tight font-bold sm:text-lg">
          <RouteTitle from={from?.label ?? '…'} to={to?.label ?? '…'} />
        </p>
        <p className="text-sm text-muted">
          {relativeDay(query.date, use(Today))} · {seatsText(query.seats)}
        </p>
      </div>
      <Button
        variant="secondary"
        size="sm"
        Icon={Pencil}
        onClick={onEdit}
        aria-label="Cambiar la búsqueda"
      >
        Cambiar
      </Button>
    </Card>
  )
}
