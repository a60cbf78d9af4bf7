import { useQuery } from '@tanstack/react-query'
import type { TripWarning } from '#contract/trips.ts'
import { api } from '#web/lib/api.ts'
import { dateLong } from '#web/lib/format.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Banner } from '#web/ui/banner.tsx'
import { type Draft, emptyDraft, quoteBody, returnDraft } from './publish-draft.ts'

function useWarnings(draft: Draft, vehicleId: string | null): TripWarning[] {
  const asked = quoteBody(draft)
  const body = asked && vehicleId && { stops: asked.stops, departsAt: asked.departsAt, vehicleId }
  const answer = useQuery({
    queryKey: queryKeys.tripWarnings(body || {}),
    queryFn: async ({ signal }) => {
      if (!body) throw new Error('warnings need a drive')
      return await api.trips.warnings({ body, signal })
    },
    enabled: Boolean(body),
    staleTime: 300_000,
  })
  return answer.data?.warnings ?? []
}

type DriveWarningsProps = { draft: Draft; vehicleId: string | null }

/** Hours in which the plate may not be driven on this route. They do not block publishing. */
export function DriveWarnings({ draft, vehicleId }: DriveWarningsProps) {
  const there = useWarnings(draft, vehicleId)
  const back = useWarnings(returnDraft(draft) ?? emptyDraft, vehicleId)
  const all = [
    ...there.map((warning) => ({ ...warning, of: '' })),
    ...back.map((warning) => ({ ...warning, of: 'Regreso: ' })),
  ]
  return all.map((warning) => (
    <Banner
      key={`${warning.of}${warning.kind}${warning.detail}`}
      tone="warn"
      title={`${warning.of}${warning.title}, ${dateLong(`${warning.date}T12:00:00-05:00`)}`}
    >
      {warning.detail}
    </Banner>
  ))
}
