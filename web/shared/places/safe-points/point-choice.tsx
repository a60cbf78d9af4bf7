import type { SafePointView } from '#contract/safe-points.ts'
import { api } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { kindWords } from './safe-point-kinds.ts'
import { TO_AGREE } from './to-agree.ts'

/** Fetches the points of a place; `points` are the vetted ones, undefined until they are known. */
export function useVettedPoints(placeId: string, enabled = true) {
  const answer = useRead(
    queryKeys.safePoints(placeId, null),
    (signal) => api.safePoints.list({ query: { place: placeId }, signal }),
    { staleTime: 300_000, enabled },
  )
  return { ...answer, points: answer.data?.points.filter(({ status }) => status === 'vetted') }
}

type PointChoiceProps = {
  legend: string
  hint?: string | undefined
  points: readonly SafePointView[]
  /** Id of the person's last choice here, if it is known: it is listed first. */
  last?: string | null
  /** Id of a point, `TO_AGREE`, or null until the person has chosen. */
  choice: string | null
  onChoose: (choice: string) => void
  /** Words of the option to agree on a point; it comes after the points, unless it is `first`. */
  agree: { title: string; detail?: string | undefined; first?: boolean }
  error?: string | null
}

/** Choice of a meeting point; the two people can also agree on one. */
export function PointChoice(props: PointChoiceProps) {
  const { legend, hint, points, last, choice, onChoose, agree, error } = props
  const { first, ...words } = agree
  const toAgree = { value: TO_AGREE, ...words }
  const ordered = [...points].sort((a, b) => Number(b.id === last) - Number(a.id === last))
  const listed = ordered.map(({ id, name, kind, address }) => {
    const where = `${kindWords[kind]} · ${address}`
    return { value: id, title: name, detail: id === last ? `Tu último punto · ${where}` : where }
  })
  return (
    <RadioCards
      legend={legend}
      hint={hint}
      options={first ? [toAgree, ...listed] : [...listed, toAgree]}
      value={choice}
      onChange={onChoose}
      error={error ?? null}
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
      {messageOf(error)} Puedes seguir y acordarlo con la otra persona.
    </Banner>
  )
}
