import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/lib/api.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { DeliveryCard } from './delivery-card.tsx'

export function Screen() {
  return (
    <Page
      title="Envíos fallidos"
      lead="Mensajes que no llegaron tras varios intentos."
      width="page"
    >
      <DeadDeliveries />
    </Page>
  )
}

function DeadDeliveries() {
  const [page, setPage] = useState(1)
  const query = useQuery({
    queryKey: queryKeys.deliveries(page),
    queryFn: ({ signal }) => api.notifications.listDeadDeliveries({ query: { page }, signal }),
  })
  const answer = neededAnswer(query)
  if (!answer) return <SkeletonList rows={2} rowClass="h-56" />
  const { items, total, totalPages } = answer
  if (total === 0) {
    return (
      <EmptyState region="llano" title="Todo llegó">
        Cuando un mensaje no se pueda entregar, queda aquí para intentarlo de nuevo.
      </EmptyState>
    )
  }
  return (
    <>
      {items.map((item) => (
        <DeliveryCard key={item.id} item={item} />
      ))}
      <Pager page={page} totalPages={totalPages} onPage={setPage} of="mensajes" />
    </>
  )
}
