import { RequireRole } from '#web/domain/auth/require-role.tsx'
import { ReviewQueue } from '#web/domain/back-office/review-queue.tsx'
import { rewardKeys, rewardPaths } from '#web/domain/rewards/reward-links.ts'
import { api } from '#web/lib/api.ts'
import { Page } from '#web/ui/page.tsx'
import { ReviewCard } from './review-card.tsx'

export function meta() {
  return [{ title: 'Puntos por revisar · Cupo' }, { name: 'robots', content: 'noindex' }]
}

/** Points of trips and invitations that may be of one person with two accounts. */
export default function RewardReviews() {
  return (
    <Page
      title="Puntos por revisar"
      width="page"
      back={{ to: rewardPaths.queue, label: 'Recompensas' }}
    >
      <RequireRole roles={['support', 'admin']} who="quienes atienden a las personas">
        <ReviewQueue
          one="caso"
          many="casos"
          queryKey={rewardKeys.reviews}
          load={(status, page, signal) => api.rewards.reviews({ query: { status, page }, signal })}
        >
          {(item) => <ReviewCard key={item.id} item={item} />}
        </ReviewQueue>
      </RequireRole>
    </Page>
  )
}
