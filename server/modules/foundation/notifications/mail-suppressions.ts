import { emailKey } from '#contract/email-address.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { blindIndex } from '#server/platform/crypto.ts'
import type { ActDeps, Deps } from '#server/platform/deps.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { SUPPRESSED_DAYS } from './data.ts'
import { deleteSuppression, findAddressOf, findSuppression } from './mail-suppressions.queries.ts'

export const hashOf = ({ secrets }: Pick<Deps, 'secrets'>, address: string) =>
  blindIndex(blindIndex(secrets.indexKey, 'notifications.suppression'), emailKey(address))

/** Returns the time before which refusals are ignored, so that mail is tried again. */
export const refusedAfter = ({ clock }: Pick<Deps, 'clock'>) =>
  addMs(clock.now(), -SUPPRESSED_DAYS * DAY_MS)

/**
 * Whether mail to an address is held back; `awaited` mail only if Apple does not forward it.
 * `forget` ends the suppression.
 */
export async function suppressionOf(
  deps: ActDeps,
  address: string,
  { awaited }: { awaited?: true },
): Promise<{ isHeld: boolean; forget: () => Promise<void> }> {
  const addressHash = hashOf(deps, address)
  const found = await findSuppression(deps.db, { addressHash, after: refusedAfter(deps) })
  const isHeld = found !== undefined && (!awaited || found.refusedAt === null)
  const forget = async () => {
    if (found) await deleteSuppression(deps.db, addressHash)
  }
  return { isHeld, forget }
}

type Bounce = { address: string; since: string | null }

/** Returns the person's address if mail to it was refused permanently. */
export async function bounceOf(deps: ActDeps, userId: string): Promise<Bounce | null> {
  const address = await findAddressOf(deps.db, userId)
  if (address === undefined) return null
  const addressHash = hashOf(deps, address)
  const found = await findSuppression(deps.db, { addressHash, after: refusedAfter(deps) })
  return found ? { address, since: found.refusedAt?.toISOString() ?? null } : null
}

/** Removes the suppression of the person's address. Safe to repeat. */
export async function resumeMail(deps: ActDeps, { userId }: ActorId): Promise<{ resumed: true }> {
  const address = await findAddressOf(deps.db, userId)
  if (address !== undefined) await deleteSuppression(deps.db, hashOf(deps, address))
  return { resumed: true }
}
