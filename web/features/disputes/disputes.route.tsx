import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { api } from '#web/lib/api.ts'
import { hasCode } from '#web/lib/api-error.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { NoPermission, RequireRole } from '#web/lib/require-role.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Page } from '#web/ui/page.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { DisputeCard } from './dispute-card.tsx'

export function meta() {
  return [{ title: 'Reclamos · Cupo' }, { name: 'robots', content: 'noindex' }]
}

const WHO = 'quienes resuelven reclamos'

export default function Disputes() {
  return (
    <Page title="Reclamos" width="page">
      <RequireRole roles={['support', 'admin']} who={WHO}>
        <Queue />
      </RequireRole>
    </Page>
  )
}

type Tab = 'open' | 'resolved'
const titles: Record<Tab, string> = { open: 'Por resolver', resolved: 'Resueltos' }

/** Tab and page, both in the address. */
function Queue() {
  const [search, setSearch] = useSearchParams()
  const tab: Tab = search.get('estado') === 'resolved' ? 'resolved' : 'open'
  const page = Math.max(1, Math.floor(Number(search.get('pagina')) || 1))
  const go = (to: Tab, at = 1) => setSearch({ estado: to, pagina: String(at) })
  return (
    <>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">Reclamos por estado</legend>
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
      <QueuePage tab={tab} page={page} onPage={(at) => go(tab, at)} />
    </>
  )
}

function QueuePage(props: { tab: Tab; page: number; onPage: (page: number) => void }) {
  const { tab, page, onPage } = props
  const query = useQuery({
    queryKey: queryKeys.disputes(tab, page),
    queryFn: ({ signal }) => api.disputes.queue({ query: { status: tab, page }, signal }),
    placeholderData: keepPreviousData,
  })
  const { data } = query
  if (hasCode(query.error, 'forbidden')) return <NoPermission who={WHO} />
  if (query.isError && !data) {
    return (
      <LoadFailed what="los reclamos" error={query.error} onRetry={() => void query.refetch()} />
    )
  }
  if (!data) return <SkeletonList rows={3} rowClass="h-52" />
  if (data.items.length === 0) return <EmptyState region="valle" title="No hay reclamos aquí" />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="text-muted" aria-live="polite">
        {data.total === 1 ? '1 reclamo' : `${data.total} reclamos`}
      </p>
      {data.items.map((item) => (
        <DisputeCard key={item.bookingId} item={item} />
      ))}
      <Pager
        page={page}
        totalPages={data.totalPages}
        onPage={onPage}
        of="reclamos"
        busy={query.isPlaceholderData}
      />
    </div>
  )
}
