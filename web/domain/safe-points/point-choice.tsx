import { useQuery } from '@tanstack/react-query'
import type { SafePointView } from '#contract/safe-points.ts'
import { api } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { kindWords } from './safe-point-kinds.ts'

/** Fetches the points of a place; `points` are the vetted ones, undefined until they are known. */
export function useVettedPoints(placeId: string, enabled = true) {
  const answer = useQuery({
    queryKey: queryKeys.safePoints(placeId, null),
    queryFn: ({ signal }) => api.safePoints.list({ query: { place: placeId }, signal }),
    staleTime: 300_000,
    enabled,
  })
  return { ...answer, points: answer.data?.points.filter(({ status }) => status === 'vetted') }
}

const LATER = 'later'

type PointChoiceProps = {
  legend: string
  hint?: string
  points: readonly SafePointView[]
  chosenId: string | null
  onChoose: (point: SafePointView | null) => void
  /** Detail of the option to agree on a point later. */
  later: string | undefined
}

/** Choice of a meeting point; it can also be agreed later. */
export function PointChoice(props: PointChoiceProps) {
  const { legend, hint, points, chosenId, onChoose, later } = props
  return (
    <RadioCards
      legend={legend}
      hint={hint}
      options={[
        { value: LATER, title: 'Lo acordamos después', detail: later },
        ...points.map(({ id, name, kind, address }) => {
          return { value: id, title: name, detail: `${kindWords[kind]} · ${address}` }
        }),
      ]}
      value={chosenId ?? LATER}
      onChange={(value) => onChoose(points.find(({ id }) => id === value) ?? null)}
    />
  )
}

type UnreadProps = { title: string; error: Error; onRetry: () => void }

/** Shown when the points could not be read: the person can go on without them. */
export function PointsUnread({ title, error, onRetry }: UnreadProps) {
  const retry = (
    <Button size="sm" variant="secondary" onClick={onRetry}>
      Reintentar
    </Button>
  )
  return (
    <Banner tone="warn" title={title} action={retry}>
      {messageOf(error)} Puedes seguir y acordarlo después.
    </Banner>
  )
}
