import { isPayable, type LegalIdType } from '#server/modules/bank/payouts/index.ts'
import { findContact, findUser } from '#server/modules/people/users/index.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { destinationOfWithdrawal, targetOf } from './destination.ts'
import type { WithdrawalRow } from './withdrawals.queries.ts'

/** Verified identity of a person: the only holder to whom money is paid. */
export type Holder = {
  name: string
  legalIdType: LegalIdType
  /** Legal id in clear text: never log it. */
  legalId: string
  email: string
  /** Version of the identity; changes when the person gives another document number. */
  version: number
}

/** Returns the verified identity of a person; undefined unless it is complete. */
export async function findHolder(
  reader: Reader,
  deps: Pick<Deps, 'secrets'>,
  userId: string,
): Promise<Holder | undefined> {
  const user = await findUser(reader, userId)
  const { fullName, legalId, legalIdType, email } = await findContact(reader, deps, userId)
  if (!user.identity_verified_at || !fullName || !legalId || !legalIdType) return undefined
  return { name: fullName, legalIdType, legalId, email, version: user.identification_version }
}

/** Owner of a closed account, who stands in the destination of its withdrawals; else undefined. */
export function ownerOfClosed(
  deps: Pick<Deps, 'secrets'>,
  row: Pick<WithdrawalRow, 'id' | 'sealed'>,
): Holder | undefined {
  return destinationOfWithdrawal(deps, row)?.owner
}

/** To whom a withdrawal is paid. */
export async function findHolderOf(
  reader: Reader,
  deps: Pick<Deps, 'secrets'>,
  row: Pick<WithdrawalRow, 'id' | 'userId' | 'sealed'>,
): Promise<Holder | undefined> {
  return ownerOfClosed(deps, row) ?? (await findHolder(reader, deps, row.userId))
}

/**
 * The verified name with which an approver compares the account's holder; of a closed account,
 * whose identity is erased, that of before. `byTeam`: the team entered holder and account then.
 */
export async function findVerifiedName(
  reader: Reader,
  deps: Pick<Deps, 'secrets'>,
  row: WithdrawalRow,
): Promise<{ verifiedName: string | null; byTeam: boolean }> {
  if (destinationOfWithdrawal(deps, row)?.enteredBy) return { verifiedName: null, byTeam: true }
  const holder = await findHolderOf(reader, deps, row)
  return { verifiedName: holder?.name ?? null, byTeam: false }
}

/** Whether finance pays it by a file, as the gateway cannot name the holder's document. */
export async function isForFile(
  reader: Reader,
  deps: Pick<Deps, 'secrets'>,
  row: WithdrawalRow,
): Promise<boolean> {
  const destination = destinationOfWithdrawal(deps, row)
  if (!destination) return false
  const holder = await findHolderOf(reader, deps, row)
  return holder !== undefined && !isPayable(targetOf(destination), holder)
}

/** Returns the verified identity of a person. Errors: `identity_unverified`. */
export async function requireHolder(
  reader: Reader,
  deps: Pick<Deps, 'secrets'>,
  userId: string,
): Promise<Holder> {
  const holder = await findHolder(reader, deps, userId)
  if (!holder) throw new AppError('identity_unverified')
  return holder
}

/** Words of a name in lower case, without accents. */
function wordsOf(name: string): string[] {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.match(/[a-z*]+/g) ?? []
}

/**
 * Whether a name from the key directory, with letters masked as `*`, can be this name: each of its
 * words matches a word of the name, and at least two do when the name has two or more.
 */
export function isNameOf(shown: string, name: string): boolean {
  const own = wordsOf(name)
  const words = wordsOf(shown)
  const fits = words.every((word) => own.some((each) => isMasked(word, each)))
  return fits && words.length >= Math.min(2, own.length)
}

function isMasked(word: string, own: string): boolean {
  const [before = '', ...rest] = word.split(/\*+/)
  if (rest.length === 0) return word === own
  const after = rest.at(-1) ?? ''
  const known = before.length + after.length
  return known > 0 && known <= own.length && own.startsWith(before) && own.endsWith(after)
}
