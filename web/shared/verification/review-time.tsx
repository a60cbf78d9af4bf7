import { useQuery } from '@tanstack/react-query'
import { REVIEW_TERM_DAYS } from '#contract/limits.ts'
import { api } from '#web/lib/api.ts'
import { plural } from '#web/lib/format.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

/** The term in working days, and the weekend that it may meet, in minutes. */
const TERM_MINUTES = (REVIEW_TERM_DAYS + 2) * 1440

/** Returns the median review time or the term as a sentence; no promise beyond `leftMinutes`. */
export function reviewTimeText(medianMinutes: number | null, leftMinutes = Infinity): string {
  if ((medianMinutes ?? TERM_MINUTES) > leftMinutes)
    return 'Puede que no los revisemos antes de la salida: elige otra fecha o escríbenos.'
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

/** `departsAt`: departure that waits for the review. */
export function ReviewTime({ departsAt }: { departsAt?: string | null }) {
  const { data } = useQuery({
    queryKey: queryKeys.reviewTime(),
    queryFn: ({ signal }) => api.verification.reviewTime({ signal }),
    staleTime: 600_000,
  })
  const left = departsAt ? (Date.parse(departsAt) - Date.now()) / 60_000 : Infinity
  return <>{reviewTimeText(data?.medianMinutes ?? null, left)}</>
}
