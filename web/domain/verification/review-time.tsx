import { useQuery } from '@tanstack/react-query'
import { REVIEW_TERM_DAYS } from '#contract/limits.ts'
import { api } from '#web/lib/api.ts'
import { plural } from '#web/lib/format.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

/** Returns the median review time as a sentence; the maximum term when the median is unknown. */
export function reviewTimeText(medianMinutes: number | null): string {
  if (medianMinutes === null) return `Los revisamos en máximo ${REVIEW_TERM_DAYS} días hábiles.`
  const hours = Math.ceil(medianMinutes / 60)
  const days = Math.ceil(hours / 24)
  const time =
    medianMinutes < 60
      ? plural(Math.max(medianMinutes, 1), 'minuto', 'minutos')
      : hours <= 24
        ? plural(hours, 'hora', 'horas')
        : plural(days, 'día', 'días')
  return `La revisión tarda cerca de ${time}.`
}

export function ReviewTime() {
  const { data } = useQuery({
    queryKey: queryKeys.reviewTime(),
    queryFn: ({ signal }) => api.verification.reviewTime({ signal }),
    staleTime: 600_000,
  })
  return <>{reviewTimeText(data?.medianMinutes ?? null)}</>
}
