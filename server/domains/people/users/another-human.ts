import type { Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { findSigners } from './another-human.queries.ts'
import { findUser } from './find-user.ts'
import { openIdentification } from './identification.ts'

/**
 * Checks the signer of the first of two signatures: needs a verified identity document, because the
 * second signer is compared with it (docs/decisions/0140). Errors: `signer_unverified`.
 */
export async function assertSigner(tx: Tx, userId: string): Promise<void> {
  const { identity_verified_at } = await findUser(tx, userId)
  if (identity_verified_at === null) throw new AppError('signer_unverified')
}

/**
 * Checks that the second of two signatures comes from another human being, not only from another
 * account (docs/decisions/0140): the accounts share no national id, phone or bank account for
 * withdrawals. Errors: `signer_unverified`, `same_human`.
 */
export async function assertAnotherHuman(
  tx: Tx,
  deps: Pick<Deps, 'secrets'>,
  signers: { first: string; second: string },
): Promise<void> {
  const found = await findSigners(tx, signers)
  if (!found?.firstIsVerified || !found.secondIsVerified) throw new AppError('signer_unverified')
  const isSame =
    signers.first === signers.second ||
    found.samePhone ||
    found.sameAccount ||
    found.samePhoto ||
    (await haveSameNumber(tx, deps, signers))
  if (isSame) throw new AppError('same_human')
}

/** Compares document numbers without type: one number can be on a CC, a licence and a CE. */
async function haveSameNumber(
  tx: Tx,
  { secrets }: Pick<Deps, 'secrets'>,
  { first, second }: { first: string; second: string },
): Promise<boolean> {
  const mine = openIdentification(secrets, await findUser(tx, first))
  const theirs = openIdentification(secrets, await findUser(tx, second))
  return mine !== null && mine === theirs
}
