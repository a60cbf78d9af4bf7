import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { ChipChoice } from '#web/ui/chip-choice.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

/** Parts of most queues, by the state of their items. */
export const openOrResolved = { open: 'Por resolver', resolved: 'Resueltos' } as const

type Part<Item> = { items: Item[]; total: number; totalPages: number }

type ReviewQueueProps<Item, Tab extends string> = {
  title: string
  lead?: string
  /** Content above the queue. */
  before?: ReactNode
  /** Titles of the queue's parts; the first part is shown at first. */
  tabs: Readonly<Record<Tab, string>>
  /** Singular and plural name of the items, in lower case: "reclamo", "reclamos". */
  one: string
  many: string
  queryKey: (tab: NoInfer<Tab>, page: number) => readonly unknown[]
  load: (tab: NoInfer<Tab>, page: number, signal: AbortSignal) => Promise<Part<Item>>
  children: (item: Item) => ReactNode
}

/** Screen that lists items for the staff, by state. Tab and page are in the address. */
export function ReviewQueue<Item, Tab extends string>(props: ReviewQueueProps<Item, Tab>) {
  const [search, setSearch] = useSearchParams()
  const { title, lead, before, tabs, many } = props
  const keys = Object.keys(tabs) as [Tab, ...Tab[]]
  const tab = keys.find((key) => key === search.get('estado')) ?? keys[0]
  const page = Math.max(1, Math.floor(Number(search.get('pagina')) || 1))
  const go = (to: Tab, at = 1) => setSearch({ estado: to, pagina: String(at) })
  const first = many.charAt(0).toUpperCase() + many.slice(1)
  return (
    <Page title={title} lead={lead} width="page">
      {before}
      <ChipChoice legend={`${first} por estado`} options={tabs} selected={tab} onSelect={go} />
      <QueuePage {...props} tab={tab} page={page} onPage={(at) => go(tab, at)} />
    </Page>
  )
}

type QueuePageProps<Item, Tab extends string> = ReviewQueueProps<Item, Tab> & {
  tab: Tab
  page: number
  onPage: (page: number) => void
}

function QueuePage<Item, Tab extends string>(props: QueuePageProps<Item, Tab>) {
  const { one, many, queryKey, load, tab, page, onPage } = props
  const query = useQuery({
    queryKey: queryKey(tab, page),
    queryFn: ({ signal }) => load(tab, page, signal),
    placeholderData: keepPreviousData,
  })
  const data = neededAnswer(query)
  if (!data) return <SkeletonList rows={3} rowClass="h-52" />
  if (data.items.length === 0) return <EmptyState region="llano" title={`No hay ${many} aquí`} />
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
