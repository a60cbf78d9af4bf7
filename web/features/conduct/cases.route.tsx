import { RequireRole } from '#web/domain/auth/require-role.tsx'
import { ReviewQueue } from '#web/domain/back-office/review-queue.tsx'
import { api } from '#web/lib/api.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { CaseCard } from './case-card.tsx'

export function meta() {
  return [{ title: 'Conducta · Cupo' }, { name: 'robots', content: 'noindex' }]
}

/** Reports and signals, for the team. */
export default function Cases() {
  return (
    <Page
      title="Reportes y señales"
      width="page"
      actions={<Link to={paths.appealQueue()}>Apelaciones</Link>}
    >
      <RequireRole roles={['support', 'admin']} who="quienes deciden sobre conducta">
        <ReviewQueue
          one="caso"
          many="casos"
          queryKey={queryKeys.conductCases}
          load={(status, page, signal) => api.conduct.cases({ query: { status, page }, signal })}
        >
          {(item) => <CaseCard key={item.id} item={item} />}
        </ReviewQueue>
      </RequireRole>
    </Page>
  )
}
