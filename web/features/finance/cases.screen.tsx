import { ReviewQueue } from '#web/domain/back-office/review-queue.tsx'
import { api } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Page } from '#web/ui/page.tsx'
import { CaseCard } from './case-card.tsx'
import { Reconcile } from './reconcile.tsx'

export function Screen() {
  return (
    <Page title="Casos de pagos" width="page">
      <Reconcile />
      <ReviewQueue
        one="caso"
        many="casos"
        queryKey={queryKeys.paymentCases}
        load={(status, page, signal) => api.finance.cases({ query: { status, page }, signal })}
      >
        {(item) => <CaseCard key={item.id} item={item} />}
      </ReviewQueue>
    </Page>
  )
}
