import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { api } from '#web/lib/api.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { withdrawalKeys } from '#web/shared/withdrawals/withdrawal-links.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ChipChoice } from '#web/ui/chip-choice.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { PayoutBatches } from './payout-batches.tsx'
import { QueuedCard } from './queued-card.tsx'
import { UndoSignatures } from './undo-signatures.tsx'

const parts = {
  waiting: 'Por atender',
  requested: 'Por aprobar',
  approved: 'Aprobados',
  sent: 'En camino',
  closed: 'Terminados',
} as const
type Part = keyof typeof parts

const isPart = (text: string | null): text is Part => text !== null && text in parts

/** Withdrawals for the finance team by state, with payment by hand, or one by its reference. */
export function Screen() {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('estado')
  const part: Part = isPart(asked) ? asked : 'waiting'
  const page = Math.max(1, Math.floor(Number(search.get('pagina')) || 1))
  const reference = search.get('referencia')
  const go = (to: Part, at = 1) => setSearch({ estado: to, pagina: String(at) })
  if (reference) {
    return (
      <Page title="Retiros" width="page" back={{ to: '/admin/withdrawals', label: 'Los retiros' }}>
        <Queue part="waiting" page={1} reference={reference} onPage={(at) => go(part, at)} />
      </Page>
    )
  }
  return (
    <Page title="Retiros" width="page">
      <ChipChoice legend="Retiros por estado" options={parts} selected={part} onSelect={go} />
      <Queue part={part} page={page} reference={null} onPage={(at) => go(part, at)} />
      {(part === 'approved' || part === 'sent') && <PayoutBatches mayMake={part === 'approved'} />}
    </Page>
  )
}

type QueueProps = {
  part: Part
  page: number
  /** Only the withdrawal with this reference, in any state. */
  reference: string | null
  onPage: (page: number) => void
}

function Queue({ part, page, reference, onPage }: QueueProps) {
  const asked = { status: part, page, ...(reference && { reference }) }
  const query = useQuery({
    queryKey: withdrawalKeys.queue(part, page, reference),
    queryFn: ({ signal }) => api.withdrawals.queue({ query: asked, signal }),
    placeholderData: keepPreviousData,
  })
  const data = neededAnswer(query)
  if (!data) return <SkeletonList rows={3} rowClass="h-52" />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <UndoSignatures signatures={data.undoable} loadedAt={query.dataUpdatedAt} />
      {data.gateway === 'resting' && (
        <Banner tone="warn">
          La pasarela de pagos no responde. Lo aprobado sale cuando vuelva, o por archivo.
        </Banner>
      )}
      {data.gateway === 'none' && (
        <Banner tone="info" live="off">
          No hay pasarela de pagos configurada: los retiros salen por archivo.
        </Banner>
      )}
      {data.items.length === 0 && <EmptyState region="llano" title="No hay retiros aquí" />}
      {data.items.map((item) => (
        <QueuedCard key={item.id} item={item} />
      ))}
      <Pager
        page={page}
        totalPages={data.totalPages}
        onPage={onPage}
        of="retiros"
        busy={query.isPlaceholderData}
      />
    </div>
  )
}
