import { randomInt } from 'node:crypto'
import { blindIndex } from '#server/platform/crypto.ts'
import type { Tx } from '#server/platform/db/tx.ts'
import type { Deps, TellDeps } from '#server/platform/deps.ts'
import { deleteRecoveryCodes, insertRecoveryCodes } from './second-factor.queries.ts'

const COUNT = 10
/** Characters without look-alikes: 30 characters, so 49 bits in a code of ten. */
const SIGNS = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const HALF = 5

function part(): string {
  return Array.from({ length: HALF }, () => SIGNS[randomInt(SIGNS.length)]).join('')
}

/** Replaces the person's recovery codes with new single-use codes; stores only their digests. */
export async function replaceRecoveryCodes(
  tx: Tx,
  deps: TellDeps,
  userId: string,
): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, () => `${part()}-${part()}`)
  const hashes = codes.map((code) => recoveryHash(deps, userId, code))
  await deleteRecoveryCodes(tx, userId)
  await insertRecoveryCodes(tx, { userId, hashes, now: deps.clock.now() })
  return codes
}

/** Digest of a recovery code; ignores letter case, spaces and hyphens. */
export function recoveryHash(
  { secrets }: Pick<Deps, 'secrets'>,
  userId: string,
  typed: string,
): Buffer {
  const bare = typed.toUpperCase().replace(/[^0-9A-Z]/g, '')
  return blindIndex(secrets.indexKey, `recovery-code|${userId}|${bare}`)
}
