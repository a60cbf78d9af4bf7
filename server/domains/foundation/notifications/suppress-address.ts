import { emailKey } from '#contract/email-address.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { findOwnerOfAddress, saveSuppression } from './mail-suppressions.queries.ts'
import { hashOf, refusedAfter, type SuppressionDeps } from './mail-suppressions.ts'
import { mailBounces } from './notifications.messages.ts'
import { notify } from './notify.ts'

/** Suppresses an address that was refused permanently, and notifies its owner in the app. */
export async function suppressAddress(
  deps: SuppressionDeps,
  address: string,
  reply: string,
): Promise<void> {
  const now = deps.clock.now()
  const addressHash = hashOf(deps, address)
  await inTransaction(deps.db, async (tx) => {
    const owner = await findOwnerOfAddress(tx, emailKey(address))
    const row = { addressHash, userId: owner?.id ?? null, reply, now, after: refusedAfter(deps) }
    const isNew = await saveSuppression(tx, row)
    if (!owner || !isNew) return
    const to = { address: owner.email, name: null }
    await notify(tx, deps, mailBounces, { userId: owner.id, to, data: {} })
  })
}
