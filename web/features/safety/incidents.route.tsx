import { RequireRole } from '#web/domain/auth/require-role.tsx'
import { ReviewQueue } from '#web/domain/back-office/review-queue.tsx'
import { api } from '#web/lib/api.ts'
import { Page } from '#web/ui/page.tsx'
import { IncidentCard } from './incident-card.tsx'

export function meta() {
  return [{ title: 'Incidentes · Cupo' }, { name: 'robots', content: 'noindex' }]
}

/** What the team looks at within two hours, at any time. */
export default function Incidents() {
  return (
    <Page title="Incidentes" lead="Se atienden en 2 horas, a cualquier hora." width="page">
      <RequireRole roles={['support', 'admin']} who="quienes atienden incidentes">
        <ReviewQueue
          one="incidente"
          many="incidentes"
          queryKey={(tab, page) => ['incident-queue', tab, page]}
          load={(status, page, signal) => api.incidents.queue({ query: { status, page }, signal })}
        >
          {(item) => <IncidentCard key={item.id} item={item} />}
        </ReviewQueue>
      </RequireRole>
    </Page>
  )
}
