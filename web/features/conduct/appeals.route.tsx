import { RequireRole } from '#web/domain/auth/require-role.tsx'
import { ReviewQueue } from '#web/domain/back-office/review-queue.tsx'
import { api } from '#web/lib/api.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { AppealCard } from './appeal-card.tsx'

export function meta() {
  return [{ title: 'Apelaciones · Cupo' }, { name: 'robots', content: 'noindex' }]
}

/** Appeals, for the team. */
export default function Appeals() {
  return (
    <Page
      title="Apelaciones"
      width="page"
      actions={<Link to={paths.conductQueue()}>Reportes y señales</Link>}
    >
      <RequireRole roles={['support', 'admin']} who="quienes deciden sobre conducta">
        <ReviewQueue
          one="apelación"
          many="apelaciones"
          queryKey={queryKeys.appeals}
          load={(status, page, signal) => api.conduct.appeals({ query: { status, page }, signal })}
        >
          {(item) => <AppealCard key={item.sanctionId} item={item} />}
        </ReviewQueue>
      </RequireRole>
    </Page>
  )
}
