import type { SafePointCase, SafePointView } from '#contract/safe-points.ts'
import { queueDueAt } from '#server/platform/office-hours.ts'
import type { Place } from '../network.ts'
import type { PointCase } from './review-points.ts'
import type { SafePoint } from './safe-point.ts'

/** Presents a point without its author and without the reason why it is hidden. */
export function presentPoint(point: SafePoint): SafePointView {
  const { proposedBy: _by, reason: _reason, createdAt: _at, ...shown } = point
  return shown
}

export function presentPlace({ id, name, department }: Place) {
  return { id, name, department }
}

export function presentCase({ point, place, proposerName, reports }: PointCase): SafePointCase {
  const since = point.status === 'proposed' ? point.createdAt : reports[0]?.createdAt
  return {
    point: presentPoint(point),
    place: { name: place.name, department: place.department },
    proposedBy: proposerName,
    createdAt: point.createdAt.toISOString(),
    dueAt: since ? queueDueAt(since).toISOString() : null,
    reason: point.reason,
    reports: reports.map(({ reason, details, createdAt }) => {
      return { reason, details, createdAt: createdAt.toISOString() }
    }),
  }
}
