import type { Reader, Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { findSigners, idsWithDeviceOf } from './another-human.queries.ts'
import { findUser } from './find-user.ts'
import { openIdentification } from './identification.ts'

/**
 * The first of two signatures. Its signer needs a verified identity document, because the second
 * one is compared with it (docs/decisions/0140). Errors: `signer_unverified`.
 */
export async function assertSigner(tx: Tx, userId: string): Promise<void> {
  const { identity_verified_at } = await findUser(tx, userId)
  if (identity_verified_at === null) throw new AppError('signer_unverified')
}

/**
 * The second of two signatures comes from another human being than the first, not only from
 * another account (docs/decisions/0140): the accounts have no national id, phone or account for
 * withdrawals in common. Errors: `signer_unverified`, `same_human`.
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

/** Numbers are compared without their type: one number is in a CC and in a licence or a CE. */
async function haveSameNumber(
  tx: Tx,
  { secrets }: Pick<Deps, 'secrets'>,
  { first, second }: { first: string; second: string },
): Promise<boolean> {
  const mine = openIdentification(secrets, await findUser(tx, first))
  const theirs = openIdentification(secrets, await findUser(tx, second))
  return mine !== null && mine === theirs
}

/**
 * Which of these people used a browser that this person used too. It proves nothing, as two people
 * may share a computer: it is shown to the second signer.
 */
export async function findSharedDevices(
  reader: Reader,
  userId: string,
  others: readonly (string | null)[],
): Promise<ReadonlySet<string>> {
  const ids = others.filter((id) => id !== null)
  if (ids.length === 0) return new Set()
  return new Set(await idsWithDeviceOf(reader, { userId, others: ids }))
}
