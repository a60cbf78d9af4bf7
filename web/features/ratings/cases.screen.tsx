import { ReviewQueue } from '#web/domain/back-office/review-queue.tsx'
import { ratingKeys } from '#web/domain/ratings/rating-keys.ts'
import { api } from '#web/lib/api.ts'
import { Page } from '#web/ui/page.tsx'
import { CaseCard } from './case-card.tsx'

/** Ratings that do not count until somebody of the team decides. */
export function Screen() {
  return (
    <Page title="Calificaciones por revisar" width="page">
      <ReviewQueue
        one="caso"
        many="casos"
        queryKey={ratingKeys.cases}
        load={(status, page, signal) => api.ratings.cases({ query: { status, page }, signal })}
      >
        {(item) => <CaseCard key={item.id} item={item} />}
      </ReviewQueue>
    </Page>
  )
}
