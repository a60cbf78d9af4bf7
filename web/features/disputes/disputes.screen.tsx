import { ReviewQueue } from '#web/domain/back-office/review-queue.tsx'
import { api } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Page } from '#web/ui/page.tsx'
import { DisputeCard } from './dispute-card.tsx'

export function Screen() {
  return (
    <Page title="Reclamos" width="page">
      <ReviewQueue
        one="reclamo"
        many="reclamos"
        queryKey={queryKeys.disputes}
        load={(status, page, signal) => api.disputes.queue({ query: { status, page }, signal })}
      >
        {(item) => <DisputeCard key={item.bookingId} item={item} />}
      </ReviewQueue>
    </Page>
  )
}
