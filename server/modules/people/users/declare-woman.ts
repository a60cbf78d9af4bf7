import type { Declared } from '#contract/users.ts'
import { inTransaction, type Reader } from '#server/platform/db/tx.ts'
import type { Deps, ReadDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { auditUser } from './audit-user.ts'
import { findUser } from './find-user.ts'
import { lockUser } from './grow-into-driver.ts'
import { deleteWoman, findWoman, insertWoman } from './users.queries.ts'

/** Returns whether the person declared herself a woman, for trips for women only. */
export async function showWoman({ db }: Pick<Deps, 'db'>, { userId }: ActorId): Promise<Declared> {
  const { identity_verified_at } = await findUser(db, userId)
  return { ...(await findWoman(db, userId)), isVerified: identity_verified_at !== null }
}

/** Records or revokes the declaration, unless a trip for women uses it. Errors: `woman_locked`. */
export async function declareWoman(
  deps: ReadDeps,
  { userId }: ActorId,
  { isWoman }: { isWoman: boolean },
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    // Booking and publishing lock this row too, and read the declaration after the lock.
    await lockUser(tx, userId)
    const before = await findWoman(tx, userId)
    if (before.isWoman === isWoman) return
    if (before.isLocked) throw new AppError('woman_locked')
    const now = deps.clock.now()
    if (isWoman) await insertWoman(tx, { userId, now })
    else await deleteWoman(tx, userId)
    await auditUser(tx, userId, { at: now, action: 'user.woman_declared' })
  })
}

/** Refuses a driver who has not declared herself a woman. Errors: `women_only_driver`. */
export async function requireWoman(reader: Reader, userId: string): Promise<void> {
  if (!(await findWoman(reader, userId)).isWoman) throw new AppError('women_only_driver')
}
