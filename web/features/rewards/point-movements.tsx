import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { rewardKeys } from '#web/domain/rewards/reward-links.ts'
import { api } from '#web/lib/api.ts'
import { dateShort } from '#web/lib/format.ts'
import { CardSection } from '#web/ui/card.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { movementWords, signedPoints } from './reward-words.ts'

/** Movements of the person's points: earned and redeemed. */
export function PointMovements() {
  const [page, setPage] = useState(1)
  const answer = useQuery({
    queryKey: rewardKeys.movements(page),
    queryFn: ({ signal }) => api.rewards.movements({ query: { page }, signal }),
    placeholderData: keepPreviousData,
  })
  const { data } = answer
  return (
    <CardSection title="Movimientos">
      {answer.isPending && <SkeletonList rows={2} rowClass="h-14" />}
      {answer.isError && !data && (
        <LoadFailed
          what="tus movimientos"
          error={answer.error}
          onRetry={() => void answer.refetch()}
          retrying={answer.isFetching}
        />
      )}
      {data?.items.length === 0 && (
        <p className="text-muted">Tu primer viaje completado aparecerá aquí.</p>
      )}
      {data && data.items.length > 0 && (
        <ul className="divide-y divide-line">
          {data.items.map(({ id, kind, at, points }) => (
            <li key={id} className="flex items-baseline justify-between gap-4 py-3">
              <span className="min-w-0">
                <span className="block font-semibold">{movementWords[kind]}</span>
                <span className="text-sm text-muted">{dateShort(at)}</span>
              </span>
              <span className="tnum shrink-0 font-semibold">{signedPoints(points)}</span>
            </li>
          ))}
        </ul>
      )}
      {data && (
        <Pager
          page={page}
          totalPages={data.totalPages}
          onPage={setPage}
          of="movimientos"
          busy={answer.isPlaceholderData}
        />
      )}
    </CardSection>
  )
}
