import type { z } from 'zod'
import type { duty } from '#contract/duty.ts'
import { SHIFT_AHEAD_DAYS } from '#contract/duty-limits.ts'
import { recordStaffAction } from '#server/modules/foundation/staff-actions/index.ts'
import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { newId } from '#server/platform/ids.ts'
import { deleteShift, findPersonOfShift, insertHours } from './roster.queries.ts'
import { hourOf, listResponders } from './staff-on-call.ts'

export type PlannedShifts = z.output<typeof duty.add.body>

/**
 * Adds shifts of a person, once or repeated. Errors: `duty_person` (cannot take emergencies),
 * `duty_past` (in the past, or too far ahead), `duty_overlap`.
 */
export async function addShifts(deps: ReadDeps, actor: ActorId, asked: PlannedShifts) {
  const now = deps.clock.now()
  const hours = hoursOf(asked)
  const last = hours.at(-1)
  const isPast = (hours[0]?.hour ?? now) < hourOf(now)
  if (isPast || !last || last.hour > addMs(now, SHIFT_AHEAD_DAYS * DAY_MS)) {
    throw new AppError('duty_past')
  }
  const { userId, isBackup } = asked
  await inTransaction(deps.db, async (tx) => {
    const staff = await listResponders(tx)
    if (!staff.some(({ id }) => id === userId)) throw new AppError('duty_person')
    const added = { userId, hours, isBackup, seriesId: newId(), setBy: actor.userId, now }
    if ((await insertHours(tx, added)) < hours.length) throw new AppError('duty_overlap')
    const details = { startsAt: asked.startsAt, hours: asked.hours, times: asked.times }
    const entry = { at: now, action: 'duty.shifts_added', reason: null, details }
    await recordStaffAction(tx, actor, { ...entry, subject: { kind: 'user', id: userId } })
  })
}

/** All hours of the shifts, in order. */
function hoursOf({ startsAt, hours, repeat, times }: PlannedShifts) {
  const apartMs = repeat === 'daily' ? DAY_MS : 7 * DAY_MS
  return Array.from({ length: times }, (_, nth) => {
    const from = addMs(new Date(startsAt), nth * apartMs)
    const shiftId = newId()
    return Array.from({ length: hours }, (_, at) => ({ hour: addMs(from, at * HOUR_MS), shiftId }))
  }).flat()
}

/** Removes the rest of a shift and, if `following`, later ones of its series. Safe to repeat. */
export async function removeShift(
  deps: ReadDeps,
  actor: ActorId,
  { shiftId, following }: { shiftId: string; following: boolean },
): Promise<void> {
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const userId = await findPersonOfShift(tx, shiftId)
    if (!userId) return
    await deleteShift(tx, { shiftId, following, from: hourOf(now) })
    const entry = { at: now, action: 'duty.shifts_removed', reason: null, details: { following } }
    await recordStaffAction(tx, actor, { ...entry, subject: { kind: 'user', id: userId } })
  })
}
