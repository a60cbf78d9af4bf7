import { RequireRole } from '#web/domain/auth/require-role.tsx'
import { ReviewQueue } from '#web/domain/back-office/review-queue.tsx'
import { safetyLinks } from '#web/domain/safety/safety-links.ts'
import { api } from '#web/lib/api.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { DisputeCard } from './dispute-card.tsx'

export function meta() {
  return [{ title: 'Reclamos · Cupo' }, { name: 'robots', content: 'noindex' }]
}

const WHO = 'quienes resuelven reclamos'

export default function Disputes() {
  return (
    <Page
      title="Reclamos"
      width="page"
      actions={
        <>
          <Link to={safetyLinks.incidents()}>Incidentes de seguridad</Link>
          <Link to={paths.conductQueue()}>Reportes y señales</Link>
          <Link to={paths.ratingCases()}>Calificaciones por revisar</Link>
        </>
      }
    >
      <RequireRole roles={['support', 'admin']} who={WHO}>
        <ReviewQueue
          one="reclamo"
          many="reclamos"
          queryKey={queryKeys.disputes}
          load={(status, page, signal) => api.disputes.queue({ query: { status, page }, signal })}
        >
          {(item) => <DisputeCard key={item.bookingId} item={item} />}
        </ReviewQueue>
      </RequireRole>
    </Page>
  )
}
