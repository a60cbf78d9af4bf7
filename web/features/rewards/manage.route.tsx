import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { RequireRole } from '#web/domain/auth/require-role.tsx'
import { rewardKeys, rewardPaths } from '#web/domain/rewards/reward-links.ts'
import { api } from '#web/lib/api.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { ManagedCard } from './managed-card.tsx'

const NewReward = lazy(async () => ({ default: (await import('./new-reward.tsx')).NewReward }))

export function meta() {
  return [{ title: 'Recompensas del catálogo · Cupo' }, { name: 'robots', content: 'noindex' }]
}

/** The catalogue as the team keeps it. */
export default function ManageRewards() {
  return (
    <Page
      title="Recompensas del catálogo"
      lead="Lo que los aliados dan por puntos, con sus códigos."
      width="page"
      actions={
        <ButtonLink to={rewardPaths.reviews} variant="secondary" size="sm">
          Puntos por revisar
        </ButtonLink>
      }
    >
      <RequireRole roles={['support', 'admin']} who="quienes atienden a las personas">
        <Suspense fallback={null}>
          <NewReward />
        </Suspense>
        <Rewards />
      </RequireRole>
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
