// Steps after a violation, and weights of drivers' marks. One dated policy: a change is a new entry
// with its date and reason, and a decision page.
import type { CaseOutcome, ReportReason, SanctionKind } from '#contract/conduct.ts'
import type { MarkKind } from '#server/modules/people/standing/index.ts'
import { isLifted, type Sanction } from '#server/modules/people/standing/index.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'

/**
 * In force from 2026-11-22. Source: the account consequences of the terms. First violation:
 * warning; repeated: suspension; serious or commercial: expulsion.
 */
export const ladder = {
  since: '2026-11-22',
  /** Older violations do not count as earlier violations. */
  countedDays: 365,
  /** Days of suspension for the second, the third and each later violation. */
  suspensionDays: [7, 30, 90],
  /** Reasons that lead to expulsion, even for a first violation. */
  serious: ['dangerous_driving', 'harassment', 'fraud', 'commercial'],
  /** Strikes for each kind of mark of a driver. */
  strikes: { late: 1, cancelled: 1, moved: 1, did_not_come: 2, unfounded_no_show: 2 },
  strikeDays: 90,
  /** This number of strikes in `strikeDays` opens a case, which the team decides. */
  strikesMax: 4,
} as const satisfies {
  since: string
  countedDays: number
  suspensionDays: readonly number[]
  serious: readonly ReportReason[]
  strikes: Record<MarkKind, number>
  strikeDays: number
  strikesMax: number
}

export type Suggestion = { outcome: CaseOutcome; days: number | null }

/** Suggests the next step after one more violation. The team can decide otherwise with a reason. */
export function nextStep(history: readonly Sanction[], reason: string, now: Date): Suggestion {
  if (ladder.serious.some((each) => each === reason)) return { outcome: 'expulsion', days: null }
  const since = addMs(now, -ladder.countedDays * DAY_MS)
  const counted = (each: Sanction) => each.kind !== 'paused' && !isLifted(each) && each.at > since
  const earlier = history.filter(counted).length
  if (earlier === 0) return { outcome: 'warning', days: null }
  const { suspensionDays: days } = ladder
  return { outcome: 'suspension', days: days[Math.min(earlier, days.length) - 1] ?? null }
}

export const sanctionOf: Partial<Record<CaseOutcome, SanctionKind>> = {
  warning: 'warned',
  suspension: 'suspended',
  expulsion: 'expelled',
}
