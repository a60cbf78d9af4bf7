import type { RatingSummary } from '#contract/standing.ts'

/** Formats an average rating: `4,7`. */
export const averageWords = (average: number) => average.toFixed(1).replace('.', ',')

/** Shows `★ 4,7 (12)`, or that there are no ratings yet; never a number without ratings. */
export function RatingLine({ rating }: { rating: RatingSummary }) {
  const { average, count } = rating
  if (average === null) return <span className="text-sm text-muted">Aún sin calificaciones</span>
  return (
    <span className="tnum text-sm font-semibold">
      <span className="sr-only">Calificación: </span>★ {averageWords(average)}{' '}
      <span className="font-normal text-muted">({count})</span>
    </span>
  )
}
