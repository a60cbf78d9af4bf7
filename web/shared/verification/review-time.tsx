import { REVIEW_TERM_DAYS } from '#contract/limits.ts'
import { officeHoursOn } from '#contract/office-hours.ts'
import { api } from '#web/lib/api.ts'
import { serverDate, serverNow } from '#web/lib/clock.ts'
import { addDays, calendarDate, dayAndTime, plural, sentence } from '#web/lib/format.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'

/** The term in working days, and the weekend that it may meet, in minutes. */
const TERM_MINUTES = (REVIEW_TERM_DAYS + 2) * 1440

/** The instant at which somebody reviews again; null while the office is open. */
function opensAt(now: Date): Date | null {
  for (let date = calendarDate(now); ; date = addDays(date, 1)) {
    const [from, to] = (officeHoursOn(date) ?? []).map(
      (hour) => new Date(`${date}T${String(hour).padStart(2, '0')}:00:00-05:00`),
    )
    if (from && now < from) return from
    if (to && now < to) return null
  }
}

/**
 * Returns the median review time or the term as a sentence, or with `now` when the office opens; no
 * promise beyond `leftMinutes`.
 */
export function reviewTimeText(
  medianMinutes: number | null,
  { now, leftMinutes = Infinity }: { now?: Date | undefined; leftMinutes?: number } = {},
): string {
  const opens = now ? opensAt(now) : null
  const closedMinutes = now && opens ? (opens.getTime() - now.getTime()) / 60_000 : 0
  if (closedMinutes + (medianMinutes ?? TERM_MINUTES) > leftMinutes)
    return 'Puede que no los revisemos antes de la salida: elige otra fecha o escríbenos.'
  if (opens) return `A esta hora no revisamos: seguimos ${sentence(dayAndTime(opens, now))}`
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
  const { data } = useRead(
    queryKeys.reviewTime(),
    (signal) => api.verification.reviewTime({ signal }),
    { staleTime: 600_000 },
  )
  // Until the answer comes, the text is that of the prerendered page.
  const now = data && serverDate()
  const leftMinutes = departsAt ? (Date.parse(departsAt) - serverNow()) / 60_000 : Infinity
  return <>{reviewTimeText(data?.medianMinutes ?? null, { now, leftMinutes })}</>
}
