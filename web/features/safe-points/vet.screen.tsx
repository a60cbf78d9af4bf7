import { useSearchParams } from 'react-router'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { type QueueTab, queueTabs, useVetQueue } from './use-safe-points.ts'
import { VetPoint } from './vet-point.tsx'

export function Screen() {
  return (
    <Page title="Puntos seguros por revisar" width="page">
      <Queue />
    </Page>
  )
}

const titles: Record<QueueTab, string> = {
  proposed: 'Propuestos',
  reported: 'Reportados',
  vetted: 'Verificados',
  hidden: 'Ocultos',
}

/** Queue of SafePoints; tab and page are in the address. */
function Queue() {
  const [search, setSearch] = useSearchParams()
  const tab = queueTabs.find((each) => each === search.get('estado')) ?? 'proposed'
  const page = Math.max(1, Math.floor(Number(search.get('pagina')) || 1))
  const go = (next: { tab?: QueueTab; page?: number }) =>
    setSearch({ estado: next.tab ?? tab, pagina: String(next.page ?? 1) })
  return (
    <>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">Puntos por estado</legend>
        {queueTabs.map((key) => (
          <button
            key={key}
            type="button"
            aria-pressed={key === tab}
            onClick={() => go({ tab: key })}
            className="chip"
          >
            {titles[key]}
          </button>
        ))}
      </fieldset>
      <QueuePage tab={tab} page={page} onPage={(to) => go({ page: to })} />
    </>
  )
}

type QueuePageProps = { tab: QueueTab; page: number; onPage: (page: number) => void }

function QueuePage({ tab, page, onPage }: QueuePageProps) {
  const query = useVetQueue(tab, page)
  const data = neededAnswer(query)
  if (!data) return <SkeletonList rows={4} rowClass="h-40" />
  if (data.items.length === 0) return <EmptyState region="valle" title="No hay puntos aquí" />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="text-muted" aria-live="polite">
        {data.total === 1 ? '1 punto' : `${data.total} puntos`}
      </p>
      {data.items.map((item) => (
        <VetPoint key={item.point.id} item={item} />
      ))}
      <Pager
        page={page}
        totalPages={data.totalPages}
        onPage={onPage}
        of="puntos"
        busy={query.isPlaceholderData}
      />
    </div>
  )
}
