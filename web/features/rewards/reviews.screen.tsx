import { ReviewQueue } from '#web/domain/back-office/review-queue.tsx'
import { rewardKeys } from '#web/domain/rewards/reward-links.ts'
import { api } from '#web/lib/api.ts'
import { Page } from '#web/ui/page.tsx'
import { ReviewCard } from './review-card.tsx'

/** Points under review: the people involved may be one person with two accounts. */
export function Screen() {
  return (
    <Page title="Puntos por revisar" width="page">
      <ReviewQueue
        one="caso"
        many="casos"
        queryKey={rewardKeys.reviews}
        load={(status, page, signal) => api.rewards.reviews({ query: { status, page }, signal })}
      >
        {(item) => <ReviewCard key={item.id} item={item} />}
      </ReviewQueue>
    </Page>
  )
}
