import { emailKey } from '#contract/email-address.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { ensureWallet } from '#server/modules/bank/ledger/index.ts'
import { readSwitch } from '#server/modules/foundation/switches/index.ts'
import {
  auditUser,
  createUser,
  findUserIdByEmailKey,
  listUnprovedIdsByEmailKey,
  tellUser,
} from '#server/modules/people/users/index.ts'
import { brokenUnique, inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { ActDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { otherAccount } from './oauth.messages.ts'
import { insertIdentity, visitIdentity } from './oauth.queries.ts'
import type { ProviderProfile } from './provider-claims.ts'

/** Errors after which a sign-in is tried again: a parallel request created the account. */
const RACE_CODES = new Set<ErrorCode>(['account_exists', 'email_taken'])

/**
 * Returns the person of an identity (issuer and subject). A new identity gets a new account, unless
 * its address is unverified or an account has proved it already: an address alone never signs in to
 * an existing account. Accounts that signed up with the address without proof keep their money but
 * lose the address; the mailbox is notified, because the owner can be the same person.
 * Errors: `email_unverified`, `account_exists`.
 */
export async function findOrCreatePerson(
  deps: ActDeps,
  profile: ProviderProfile,
): Promise<{ userId: string; isNew: boolean }> {
  const signUps = await readSwitch(deps, 'sign_ups')
  const attempt = () => inTransaction(deps.db, (tx) => findOrCreate(tx, deps, { profile, signUps }))
  try {
    return await attempt()
  } catch (error) {
    // A parallel sign-in of the same person created the account: read it.
    const isTaken = error instanceof AppError && RACE_CODES.has(error.code)
    if (!isTaken && brokenUnique(error) !== 'identities_pkey') throw error
    return await attempt()
  }
}

async function findOrCreate(
  tx: Tx,
  deps: ActDeps,
  { profile, signUps }: { profile: ProviderProfile; signUps: { assertOn(): void } },
): Promise<{ userId: string; isNew: boolean }> {
  const { issuer, subject, email } = profile
  const now = deps.clock.now()
  const known = await visitIdentity(tx, { issuer, subject, email, now })
  if (known) return { userId: known, isNew: false }
  if (email === null || !profile.emailVerified) throw new AppError('email_unverified')
  if (await findUserIdByEmailKey(tx, emailKey(email))) throw new AppError('account_exists')
  signUps.assertOn()
  const { firstName, lastName, nameGuessed } = profile
  const fromProvider = { emailConfirmed: true, termsLater: true, nameGuessed }
  const user = await createUser(tx, deps, { email, firstName, lastName, ...fromProvider })
  await insertIdentity(tx, { issuer, subject, userId: user.id, email, now })
  await ensureWallet(tx, user.id, now)
  if ((await listUnprovedIdsByEmailKey(tx, emailKey(email))).length > 0) {
    await tellUser(tx, deps, otherAccount, { userId: user.id, data: {} })
  }
  await auditUser(tx, user.id, { at: now, action: 'identity.linked', details: { issuer } })
  return { userId: user.id, isNew: true }
}
