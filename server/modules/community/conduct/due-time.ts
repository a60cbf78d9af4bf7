import { HEARING_HOURS, PAUSE_DECIDED_HOURS } from '#contract/conduct-limits.ts'
import { addMs, HOUR_MS } from '#server/platform/clock.ts'
import { queueDueAt } from '#server/platform/office-hours.ts'

type Heard = { hearingAskedAt: Date | null; heardAt: Date | null }

/** End of the time to answer a hearing. Then a measure needs no answer. */
export function hearingUntil(askedAt: Date): Date {
  return addMs(askedAt, HEARING_HOURS * HOUR_MS)
}

/** When the team has to decide about a pause: `PAUSE_DECIDED_HOURS` after answer or deadline. */
function pauseDueAt({ hearingAskedAt, heardAt }: Heard, pausedAt: Date): Date {
  const until = hearingUntil(hearingAskedAt ?? pausedAt)
  const heard = heardAt && heardAt < until ? heardAt : until
  return addMs(heard > pausedAt ? heard : pausedAt, PAUSE_DECIDED_HOURS * HOUR_MS)
}

/** Time by which the team decides a case: in office hours, and soon after a pause. */
export function dueOf(found: Heard & { createdAt: Date }, pausedAt: Date | null): Date {
  const inOffice = queueDueAt(found.createdAt)
  const afterPause = pausedAt && pauseDueAt(found, pausedAt)
  return afterPause && afterPause < inOffice ? afterPause : inOffice
}
