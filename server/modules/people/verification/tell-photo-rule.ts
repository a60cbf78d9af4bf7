import { listUntoldOfPhoto, startPhotoGrace, tellUser } from '#server/modules/people/users/index.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { profilePhotoRule } from './verification.messages.ts'

const AT_ONCE = 200

/**
 * Tells drivers who were approved before profile photos were required, once each, and starts their
 * 30 days. Returns their number.
 */
export async function tellPhotoRule(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets' | 'consentTexts'>,
): Promise<number> {
  const drivers = await listUntoldOfPhoto(deps.db, deps, { limit: AT_ONCE })
  for (const userId of drivers) {
    await inTransaction(deps.db, async (tx) => {
      const lastDay = await startPhotoGrace(tx, deps, { userId })
      await tellUser(tx, deps, profilePhotoRule, { userId, data: { lastDay }, cause: 'photo-rule' })
    })
  }
  return drivers.length
}
