import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

export type QueueTab = 'open' | 'resolved'
const titles: Record<QueueTab, string> = { open: 'Por resolver', resolved: 'Resueltos' }

type Part<Item> = { items: Item[]; total: number; totalPages: number }

type ReviewQueueProps<Item> = {
  /** Singular and plural name of the items, in lower case: "reclamo", "reclamos". */
  one: string
  many: string
  queryKey: (tab: QueueTab, page: number) => readonly unknown[]
  load: (tab: QueueTab, page: number, signal: AbortSignal) => Promise<Part<Item>>
  children: (item: Item) => ReactNode
}

/** Lists open and resolved items for the staff. Tab and page are in the address. */
export function ReviewQueue<Item>(props: ReviewQueueProps<Item>) {
  const [search, setSearch] = useSearchParams()
  const tab: QueueTab = search.get('estado') === 'resolved' ? 'resolved' : 'open'
  const page = Math.max(1, Math.floor(Number(search.get('pagina')) || 1))
  const go = (to: QueueTab, at = 1) => setSearch({ estado: to, pagina: String(at) })
  const first = props.many.charAt(0).toUpperCase() + props.many.slice(1)
  return (
    <>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">{first} por estado</legend>
        {(['open', 'resolved'] as const).map((key) => (
          <button
            key={key}
            type="button"
            aria-pressed={key === tab}
            onClick={() => go(key)}
            className="chip"
          >
            {titles[key]}
          </button>
        ))}
      </fieldset>
      <QueuePage {...props} tab={tab} page={page} onPage={(at) => go(tab, at)} />
    </>
  )
}

type QueuePageProps<Item> = ReviewQueueProps<Item> & {
  tab: QueueTab
  page: number
  onPage: (page: number) => void
}

function QueuePage<Item>(props: QueuePageProps<Item>) {
  const { one, many, queryKey, load, tab, page, onPage } = props
  const query = useQuery({
    queryKey: queryKey(tab, page),
    queryFn: ({ signal }) => load(tab, page, signal),
    placeholderData: keepPreviousData,
  })
  const data = neededAnswer(query)
  if (!data) return <SkeletonList rows={3} rowClass="h-52" />
  if (data.items.length === 0) return <EmptyState region="valle" title={`No hay ${many} aquí`} />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="text-muted" aria-live="polite">
        {data.total === 1 ? `1 ${one}` : `${data.total} ${many}`}
      </p>
      {data.items.map(props.children)}
      <Pager
        page={page}
        totalPages={data.totalPages}
        onPage={onPage}
        of={many}
        busy={query.isPlaceholderData}
      />
    </div>
  )
}
