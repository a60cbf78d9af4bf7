import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import type { ActDeps, Deps } from '#server/platform/deps.ts'
import { eachRowOrFail } from '#server/platform/jobs/each-row.ts'
import {
  findWaitingAmong,
  findWithheldAmong,
  type GivenPoints,
  listGivenPoints,
  listTravelledAfter,
} from './points.queries.ts'
import { settlePoints, sidesOf, tripPoints } from './settle-points.ts'
import { type DuePoints, pointsDue, type TravelledBooking } from './trip-points.ts'

const AT_ONCE = 500
/** Bookings that ended longer ago are not settled late. */
const LATE_DAYS = 60
/** Longer than the settlement job takes after a completed trip. */
const SETTLED_MS = HOUR_MS

/** Settles bookings that no event settled, such as trips from before points existed. */
export async function settleMissed(
  deps: ActDeps & Pick<Deps, 'log' | 'metrics'>,
): Promise<string[]> {
  const now = deps.clock.now()
  const before = addMs(now, -SETTLED_MS)
  const late = await unsettled(deps, addMs(now, -LATE_DAYS * DAY_MS), before)
  const settle = (bookingId: string) => settlePoints(deps, bookingId)
  await eachRowOrFail(late, settle, 'the points of a booking are not settled')
  if (late.length > 0) {
    deps.metrics.count('points_settled_late', {})
    deps.log.warn({ count: late.length, bookings: late.slice(0, 20) }, 'points settled late')
  }
  return late
}

/**
 * Lists bookings ended after `since` (if given) and before `before` whose points do not match their
 * state and the policy, and that have no waiting job.
 */
export async function unsettled(
  { db }: Pick<Deps, 'db'>,
  since: Date | null,
  before: Date,
): Promise<string[]> {
  const wrong: string[] = []
  let after: string | null = null
  for (;;) {
    const part: TravelledBooking[] = await listTravelledAfter(db, { after, since, limit: AT_ONCE })
    const ids = part.map(({ bookingId }) => bookingId)
    const given = await listGivenPoints(db, { ...tripPoints, causes: part.flatMap(sidesOf) })
    const withheld = await findWithheldAmong(db, ids)
    const suspects = part.filter((booking) => {
      const { bookingId, endedAt, isDisputed } = booking
      const own = given.filter(({ causeId }) => causeId === bookingId)
      return endedAt <= before && !isDisputed && !isSettled(booking, own, withheld.has(bookingId))
    })
    const found = suspects.map(({ bookingId }) => bookingId)
    const waiting = await findWaitingAmong(db, found)
    wrong.push(...found.filter((id) => !waiting.has(id)))
    after = ids.at(-1) ?? null
    if (part.length < AT_ONCE) return wrong
  }
}

function isSettled(booking: TravelledBooking, given: GivenPoints[], isWithheld: boolean): boolean {
  if (booking.status !== 'completed') return given.every(({ undone }) => undone)
  return isGiven(isWithheld ? [] : pointsDue(booking), given)
}

/** Whether exactly the points that are due were given, and not taken back. */
export function isGiven(due: readonly DuePoints[], given: readonly GivenPoints[]): boolean {
  const fits = ({ userId, points }: DuePoints) =>
    given.some((each) => each.userId === userId && each.given === points && !each.undone)
  return due.length === given.length && due.every(fits)
}
