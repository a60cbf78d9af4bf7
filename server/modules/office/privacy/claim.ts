// The claim to the money of a closed account: the pesos are its wallet, this is whose they are.
import { z } from 'zod'
import { type ClaimAccount, findClaimAccount } from '#server/modules/money/withdrawals/index.ts'
import { findContact } from '#server/modules/people/users/index.ts'
import { open, seal } from '#server/platform/crypto.ts'
import type { Tx } from '#server/platform/db/tx.ts'
import type { Deps, TellDeps } from '#server/platform/deps.ts'
import { hasUnfinishedTopUp, openClaimToRest, saveClaim } from './claims.queries.ts'

const Contact = z.object({
  email: z.string(),
  fullName: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  legalId: z.string().nullable(),
  legalIdType: z.string().nullable(),
})

export type SealedClaim = {
  contact: z.infer<typeof Contact>
  /** Where the money goes; absent until its owner or an heir has given it. */
  account?: ClaimAccount
  /** Account that one person entered, with the papers that they saw; another one confirms it. */
  heir?: { account: ClaimAccount; papers: string }
}

type Keys = Pick<Deps, 'secrets'>

const contextOf = (closingId: string) => `account_closings.claim:${closingId}`

export function sealClaim({ secrets }: Keys, id: string, claim: SealedClaim): Buffer {
  return seal(secrets.dataKey, contextOf(id), Buffer.from(JSON.stringify(claim), 'utf8'))
}

/** Decrypts a claim. Claims of the first release have only the contact. */
export function openClaim({ secrets }: Keys, id: string, sealed: Buffer): SealedClaim {
  const plain = JSON.parse(open(secrets.dataKey, contextOf(id), sealed).toString('utf8'))
  const claim: SealedClaim = 'contact' in plain ? plain : { contact: plain }
  return { ...claim, contact: Contact.parse(claim.contact) }
}

/**
 * Keeps, encrypted, whose the pesos of a closing account are and where they go, if it has any or a
 * late top-up can still arrive. Must run before the personal data are erased; the caller has locked
 * the wallet. Returns whether the money is paid without anything more from its owner.
 */
export async function keepClaim(
  tx: Tx,
  deps: TellDeps,
  { id, userId }: { id: string; userId: string },
): Promise<boolean> {
  const now = deps.clock.now()
  const isNeeded =
    (await openClaimToRest(tx, id)) || (await hasUnfinishedTopUp(tx, { userId, now }))
  if (!isNeeded) return false
  const contact = await findContact(tx, deps, userId)
  const found = await findClaimAccount(tx, deps, userId)
  const claim = found ? { contact, account: found.account } : { contact }
  const payableFrom = found?.usableFrom ?? null
  await saveClaim(tx, { id, sealed: sealClaim(deps, id, claim), payableFrom, givenBy: null })
  return found !== undefined
}
