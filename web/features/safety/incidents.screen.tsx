import { ReviewQueue } from '#web/domain/back-office/review-queue.tsx'
import { api } from '#web/lib/api.ts'
import { Page } from '#web/ui/page.tsx'
import { IncidentCard } from './incident-card.tsx'

/** Incidents, which the team must handle within two hours, at any time of day. */
export function Screen() {
  return (
    <Page title="Incidentes" lead="Se atienden en 2 horas, a cualquier hora." width="page">
      <ReviewQueue
        one="incidente"
        many="incidentes"
        queryKey={(tab, page) => ['incident-queue', tab, page]}
        load={(status, page, signal) =>
          api.safety.listIncidents({ query: { status, page }, signal })
        }
      >
        {(item) => <IncidentCard key={item.id} item={item} />}
      </ReviewQueue>
    </Page>
  )
}
