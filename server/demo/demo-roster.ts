import { addShifts, showRoster } from '#server/modules/community/safety/index.ts'
import { HOUR_MS } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'
import { findDemoId } from './demo-people.ts'
import { staff } from './people.ts'

/** Longest shift that one entry can have, in hours. */
const SHIFT_HOURS = 24

/** Puts support on duty in every hour of the next days, with the admin as backup. */
export async function demoRoster(deps: Deps): Promise<void> {
  const [adminId, , supportId] = await Promise.all(staff.map((who) => findDemoId(deps, who)))
  if (!adminId || !supportId) return
  const actor = { userId: adminId }
  const { gaps } = await showRoster(deps, actor)
  for (const { from, to } of gaps) {
    const end = Date.parse(to)
    for (let at = Date.parse(from); at < end; at += SHIFT_HOURS * HOUR_MS) {
      const hours = Math.min(SHIFT_HOURS, (end - at) / HOUR_MS)
      const shift = { startsAt: new Date(at).toISOString(), hours, times: 1 }
      const once = { ...shift, repeat: 'daily' } as const
      await addShifts(deps, actor, { ...once, userId: supportId, isBackup: false })
      await addShifts(deps, actor, { ...once, userId: adminId, isBackup: true })
    }
  }
}
