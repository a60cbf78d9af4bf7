import { ReviewQueue } from '#web/domain/back-office/review-queue.tsx'
import { api } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Page } from '#web/ui/page.tsx'
import { AppealCard } from './appeal-card.tsx'

/** Appeals, for the team. */
export function Screen() {
  return (
    <Page title="Apelaciones" width="page">
      <ReviewQueue
        one="apelación"
        many="apelaciones"
        queryKey={queryKeys.appeals}
        load={(status, page, signal) => api.conduct.appeals({ query: { status, page }, signal })}
      >
        {(item) => <AppealCard key={item.sanctionId} item={item} />}
      </ReviewQueue>
    </Page>
  )
}
