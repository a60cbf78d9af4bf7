import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'
import { givenPoints, travelledAfter, waitingAmong, withheldAmong } from './points.queries.ts'
import { type SettleDeps, settlePoints, sidesOf, tripPoints } from './settle-points.ts'
import { pointsDue, type TravelledBooking } from './trip-points.ts'

const AT_ONCE = 500
/** Bookings that ended longer ago are not settled late. */
const LATE_DAYS = 60
/** Longer than the settlement job takes after a completed trip. */
const SETTLED_MS = HOUR_MS

/** Settles bookings that no event settled, such as trips from before points existed. */
export async function settleMissed(
  deps: SettleDeps & Pick<Deps, 'log' | 'metrics'>,
): Promise<string[]> {
  const now = deps.clock.now()
  const before = addMs(now, -SETTLED_MS)
  const late = await unsettled(deps, addMs(now, -LATE_DAYS * DAY_MS), before)
  for (const bookingId of late) await settlePoints(deps, bookingId)
  if (late.length > 0) {
    deps.metrics.count('points_settled_late', {})
    deps.log.warn({ count: late.length, bookings: late.slice(0, 20) }, 'points settled late')
  }
  return late
}

/**
 * Lists bookings that ended between `since` (null: without limit) and `before` and whose points do
 * not match their state and the policy. Bookings with a waiting job are left out.
 */
export async function unsettled(
  { db }: Pick<Deps, 'db'>,
  since: Date | null,
  before: Date,
): Promise<string[]> {
  const wrong: string[] = []
  let after: string | null = null
  for (;;) {
    const part: TravelledBooking[] = await travelledAfter(db, { after, since, limit: AT_ONCE })
    const ids = part.map(({ bookingId }) => bookingId)
    const given = await givenPoints(db, { ...tripPoints, causes: part.flatMap(sidesOf) })
    const withheld = await withheldAmong(db, ids)
    const suspects = part.filter((booking) => {
      const { bookingId, endedAt, isDisputed } = booking
      const own = given.filter(({ causeId }) => causeId === bookingId)
      return endedAt <= before && !isDisputed && !isSettled(booking, own, withheld.has(bookingId))
    })
    const found = suspects.map(({ bookingId }) => bookingId)
    const waiting = await waitingAmong(db, found)
    wrong.push(...found.filter((id) => !waiting.has(id)))
    after = ids.at(-1) ?? null
    if (part.length < AT_ONCE) return wrong
  }
}

type Given = { userId: string; given: number; undone: boolean }

function isSettled(booking: TravelledBooking, given: Given[], isWithheld: boolean): boolean {
  if (booking.status !== 'completed') return given.every(({ undone }) => undone)
  const due = isWithheld ? [] : pointsDue(booking)
  return (
    due.length === given.length &&
    due.every(({ userId, points }) =>
      given.some((each) => each.userId === userId && each.given === points && !each.undone),
    )
  )
}
