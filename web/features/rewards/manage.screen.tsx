import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { rewardKeys } from '#web/domain/rewards/reward-links.ts'
import { api } from '#web/lib/api.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { ManagedCard } from './managed-card.tsx'
import { NewReward } from './new-reward.tsx'

/** The catalogue of rewards, for the team that manages it. */
export function Screen() {
  return (
    <Page
      title="Recompensas del catálogo"
      lead="Lo que los aliados dan por puntos, con sus códigos."
      width="page"
    >
      <NewReward />
      <Rewards />
    </Page>
  )
}

function Rewards() {
  const [page, setPage] = useState(1)
  const query = useQuery({
    queryKey: rewardKeys.managed(page),
    queryFn: ({ signal }) => api.rewards.manage({ query: { page }, signal }),
    placeholderData: keepPreviousData,
  })
  const answer = neededAnswer(query)
  if (!answer) return <SkeletonList rows={2} rowClass="h-56" />
  if (answer.total === 0) {
    return (
      <EmptyState region="cafetal" title="El catálogo está vacío">
        Agrega la primera recompensa cuando un aliado te dé sus códigos.
      </EmptyState>
    )
  }
  return (
    <>
      {answer.items.map((item) => (
        <ManagedCard key={item.id} item={item} />
      ))}
      <Pager page={page} totalPages={answer.totalPages} onPage={setPage} of="recompensas" />
    </>
  )
}
