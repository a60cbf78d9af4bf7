import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { rewardKeys } from '#web/domain/rewards/reward-links.ts'
import { api } from '#web/lib/api.ts'
import { dateShort } from '#web/lib/format.ts'
import { CardSection } from '#web/ui/card.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { CodeText } from './code-text.tsx'

/** The codes that the person redeemed. */
export function MyCodes() {
  const [page, setPage] = useState(1)
  const answer = useQuery({
    queryKey: rewardKeys.redemptions(page),
    queryFn: ({ signal }) => api.rewards.redemptions({ query: { page }, signal }),
    placeholderData: keepPreviousData,
  })
  const { data } = answer
  return (
    <section id="codigos" aria-label="Mis códigos" className="scroll-mt-24">
      <CardSection title="Mis códigos">
        {answer.isPending && <SkeletonList rows={1} rowClass="h-20" />}
        {answer.isError && !data && (
          <LoadFailed
            what="tus códigos"
            error={answer.error}
            onRetry={() => void answer.refetch()}
            retrying={answer.isFetching}
          />
        )}
        {data?.items.length === 0 && (
          <p className="text-muted">Aquí quedan los códigos que canjees.</p>
        )}
        {data && data.items.length > 0 && (
          <ul className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
            {data.items.map(({ id, title, partner, code, validUntil }) => (
              <li key={id} className="grid gap-2 py-4 first:pt-0 last:pb-0">
                <p className="wrap-anywhere">
                  <span className="font-semibold">{title}</span>
                  <span className="text-muted">
                    {' '}
                    · {partner} · úsalo hasta el {dateShort(validUntil)}
                  </span>
                </p>
                <CodeText code={code} />
              </li>
            ))}
          </ul>
        )}
        {data && (
          <Pager
            page={page}
            totalPages={data.totalPages}
            onPage={setPage}
            of="códigos"
            busy={answer.isPlaceholderData}
          />
        )}
      </CardSection>
    </section>
  )
}
