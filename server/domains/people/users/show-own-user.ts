import type { User } from '#contract/auth.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { findUser } from './find-user.ts'
import { presentOwnUser } from './users.present.ts'

/** Returns the signed-in person's own data. */
export async function showOwnUser(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets' | 'consentTexts'>,
  { userId }: ActorId,
): Promise<User> {
  return await presentOwnUser(deps, await findUser(deps.db, userId))
}
