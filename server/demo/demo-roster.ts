import { emailKey } from '#contract/email-address.ts'
import { addShifts, showRoster } from '#server/modules/community/safety/index.ts'
import { findUserIdByEmailKey } from '#server/modules/people/users/index.ts'
import { HOUR_MS } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'
import { staff } from './people.ts'

/** Longest shift that one entry can have, in hours. */
const SHIFT_HOURS = 24

/** Puts support on duty in every hour of the next days, with the admin as backup. */
export async function demoRoster(deps: Deps): Promise<void> {
  const [admin, , support] = staff
  const [adminId, supportId] = await Promise.all(
    [admin, support].map((who) => findUserIdByEmailKey(deps.db, emailKey(who?.email ?? ''))),
  )
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
