import { findLackingPapers } from '#server/modules/people/verification/index.ts'
import type { Deps } from '#server/platform/deps.ts'
import { cancelPaused, isCancelDue, pauseTrip, resumeTrip } from './pause-trip.ts'
import {
  endPausesOfOthers,
  listUpcomingTrips,
  type PauseCause,
  type UpcomingTrip,
} from './trip-pauses.queries.ts'

const AT_ONCE = 500

/** Result of the review for a trip and one cause. */
type Finding = { cause: PauseCause; holds: boolean; pausedAt: Date | null; lacking: string[] }

/**
 * Pauses the sales of published trips whose documents expire before they arrive, or whose driver is
 * barred that day; resumes them once no cause is left, and cancels trips still paused 12 hours
 * before departure with full refunds. Each cause ends only its own pause. Driver and passengers are
 * told each time. Without `driverId` it reviews all trips. It can be repeated.
 */
export async function reviewTrips(
  deps: Deps,
  { driverId = null }: { driverId?: string | null } = {},
): Promise<void> {
  const now = deps.clock.now()
  let after: UpcomingTrip | null = null
  for (;;) {
    const page: UpcomingTrip[] = await listUpcomingTrips(deps.db, {
      ...{ now, driverId, after },
      limit: AT_ONCE,
    })
    for (const { drive, lacking } of await findLackingPapers(deps.db, page)) {
      await reviewTrip(deps, drive, lacking)
    }
    after = page.at(-1) ?? null
    if (page.length < AT_ONCE) break
  }
  await endPausesOfOthers(deps.db, now)
}

async function reviewTrip(deps: Deps, trip: UpcomingTrip, lacking: string[]): Promise<void> {
  const { documentsPausedAt, conductPausedAt, teamPausedAt, isBarred } = trip
  const findings: Finding[] = [
    { cause: 'documents', holds: lacking.length > 0, pausedAt: documentsPausedAt, lacking },
    { cause: 'conduct', holds: isBarred, pausedAt: conductPausedAt, lacking: [] },
    // Only the team begins and ends its own pause; here it can only become too late.
    { cause: 'team', holds: teamPausedAt !== null, pausedAt: teamPausedAt, lacking: [] },
  ]
  for (const { cause, holds, pausedAt, ...found } of findings) {
    if (holds && !pausedAt) await pauseTrip(deps, { tripId: trip.id, cause, ...found })
    else if (!holds && pausedAt) await resumeTrip(deps, { tripId: trip.id, cause, pausedAt })
    else if (holds && pausedAt && isCancelDue(trip, pausedAt, deps.clock.now())) {
      await cancelPaused(deps, { trip, cause, ...found })
      return
    }
  }
}
