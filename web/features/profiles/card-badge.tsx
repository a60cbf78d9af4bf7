import { useQuery } from '@tanstack/react-query'
import { CreditCard } from 'lucide-react'
import { cardNames } from '#web/domain/rewards/member-card.tsx'
import { rewardKeys } from '#web/domain/rewards/reward-links.ts'
import { api } from '#web/lib/api.ts'
import { StatusPill } from '#web/ui/status-pill.tsx'

/**
 * Membership card of a person on their profile; renders nothing without a card or after a failure.
 */
export function CardBadge({ userId }: { userId: string }) {
  const { data } = useQuery({
    queryKey: rewardKeys.card(userId),
    queryFn: ({ signal }) => api.rewards.cardOf({ params: { userId }, signal }),
    staleTime: 60_000,
  })
  if (!data?.card) return null
  return (
    <StatusPill
      tone={data.card === 'gold' ? 'neutral' : 'ok'}
      icon={CreditCard}
      className={data.card === 'gold' ? 'bg-maiz! text-on-maiz!' : undefined}
    >
      Tarjeta {cardNames[data.card]}
    </StatusPill>
  )
}
