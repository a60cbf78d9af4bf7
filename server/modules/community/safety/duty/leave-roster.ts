import { tellUser } from '#server/modules/people/users/index.ts'
import type { Tx } from '#server/platform/db/tx.ts'
import type { TellDeps } from '#server/platform/deps.ts'
import { freeIncidentsOf } from '../incidents.queries.ts'
import { rosterGap } from './duty.messages.ts'
import { raiseAgain } from './raise-alarm.ts'
import { deleteHoursOf, listUncoveredHours } from './roster.queries.ts'
import { hourOf, listManagers, listResponders, rosterSpan, spansOf } from './staff-on-call.ts'

/**
 * Deletes current and future hours of a person who lost the role for them or was expelled, and
 * gives back what they have in hand: an emergency calls people again.
 */
export async function leaveWithRole(tx: Tx, deps: TellDeps, userId: string): Promise<void> {
  const staff = await listResponders(tx)
  if (staff.some(({ id }) => id === userId)) return
  await leave(tx, deps, { userId, from: hourOf(deps.clock.now()) })
}

/** The same for a person whose account is closed; past hours are deleted too. */
export async function leaveWithAccount(tx: Tx, deps: TellDeps, userId: string): Promise<void> {
  await leave(tx, deps, { userId, from: null })
}

type Leaving = { userId: string; from: Date | null }

async function leave(tx: Tx, deps: TellDeps, left: Leaving): Promise<void> {
  await endShifts(tx, deps, left)
  for (const { id, kind } of await freeIncidentsOf(tx, left.userId)) {
    if (kind === 'emergency') await raiseAgain(tx, deps, id)
  }
}

/** Deletes shifts and tells admins if this leaves hours without anybody on duty. */
async function endShifts(tx: Tx, deps: TellDeps, left: Leaving) {
  if ((await deleteHoursOf(tx, left)) === 0) return
  const staff = (await listResponders(tx)).map(({ id }) => id)
  const hours = await listUncoveredHours(tx, { ...rosterSpan(deps.clock.now()), staff })
  const [gap] = spansOf(hours)
  if (!gap) return
  const data = { from: gap.from.toISOString(), to: gap.to.toISOString(), hours: hours.length }
  for (const { id } of await listManagers(tx)) {
    if (id === left.userId) continue
    await tellUser(tx, deps, rosterGap, { userId: id, data })
  }
}
