import { findContact } from '#server/domains/people/users/users.public.ts'
import { recordAudit } from '#server/platform/audit.queries.ts'
import { isCurrent, open, seal, sealAnew } from '#server/platform/crypto.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Resealing, resealAll } from '#server/platform/reseal.ts'
import { findClaimById, listClaimsAfter, replaceClaim } from './privacy.queries.ts'

const contextOf = (closingId: string) => `account_closings.claim:${closingId}`

/** Encrypts, for its row, the contact data of the owner of a closing account's balance. */
export async function sealClaim(
  tx: Tx,
  deps: Pick<Deps, 'secrets'>,
  closing: { id: string; user_id: string },
): Promise<Buffer> {
  const contact = await findContact(tx, deps, closing.user_id)
  const plain = Buffer.from(JSON.stringify(contact), 'utf8')
  return seal(deps.secrets.dataKey, contextOf(closing.id), plain)
}

/**
 * Decrypts the owner of a balance for an operator who returns it, and records the view. `id`:
 * transaction of the finance case. Undefined without a claim.
 */
export async function openClaim(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  id: string,
): Promise<{ pesos: number; owner: unknown } | undefined> {
  const claim = await findClaimById(deps.db, id)
  if (!claim?.sealed || claim.pesos === null) return undefined
  const { pesos, sealed } = claim
  const viewed = { at: deps.clock.now(), actorId: null, action: 'account.claim-viewed' }
  const subject = { subjectKind: 'account_closing', subjectId: id }
  await inTransaction(deps.db, (tx) => recordAudit(tx, { ...viewed, ...subject }))
  const plain = open(deps.secrets.dataKey, contextOf(id), sealed)
  return { pesos, owner: JSON.parse(plain.toString('utf8')) }
}

/** Re-encrypts claims under the current key. Safe to interrupt and to repeat. */
export function resealClaims(deps: Pick<Deps, 'db' | 'secrets'>): Promise<Resealing> {
  const { db, secrets } = deps
  return resealAll({
    after: (id) => listClaimsAfter(db, id),
    renew: async ({ id, sealed }) => {
      if (!sealed || isCurrent(secrets.dataKey, sealed)) return false
      const anew = sealAnew(secrets.dataKey, contextOf(id), sealed)
      return await replaceClaim(db, { id, sealed, anew })
    },
  })
}
