import { api } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { openOrResolved, ReviewQueue } from '#web/shared/desk/back-office/review-queue.tsx'
import { CaseCard } from './case-card.tsx'

/** Reports and signals, for the team. */
export function Screen() {
  return (
    <ReviewQueue
      title="Reportes y señales"
      tabs={openOrResolved}
      one="caso"
      many="casos"
      queryKey={queryKeys.conductCases}
      load={(status, page, signal) => api.conduct.cases({ query: { status, page }, signal })}
    >
      {(item) => <CaseCard key={item.id} item={item} />}
    </ReviewQueue>
  )
}
