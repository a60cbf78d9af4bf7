import { emailKey } from '#contract/email-address.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { ActDeps } from '#server/platform/deps.ts'
import {
  deleteSuppression,
  findOwnerOfAddress,
  saveSuppression,
} from './mail-suppressions.queries.ts'
import { hashOf, refusedAfter } from './mail-suppressions.ts'
import { mailBounces } from './notifications.messages.ts'
import { notify } from './notify.ts'

/** Reply of a server that refuses a recipient by its policy (RFC 3463). */
const RELAY_OFF = '550 5.7.1'

/** Suppresses an address that was refused permanently, and notifies its owner in the app. */
export async function suppressAddress(deps: ActDeps, address: string, reply: string) {
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

/** Sends no mail to a hidden address of Apple while Apple does not forward to it. */
export async function holdRelay(
  tx: Tx,
  deps: ActDeps,
  relay: { address: string; userId: string; isOff: boolean },
): Promise<void> {
  const addressHash = hashOf(deps, relay.address)
  if (!relay.isOff) return await deleteSuppression(tx, addressHash)
  const row = { addressHash, userId: relay.userId, reply: RELAY_OFF, now: null }
  await saveSuppression(tx, { ...row, after: refusedAfter(deps) })
}
