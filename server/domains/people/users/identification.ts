import { blindIndex, isCurrent, open, seal, sealAnew } from '#server/platform/crypto.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Resealing, resealAll } from '#server/platform/reseal.ts'
import type { Secrets } from '#server/platform/secrets.ts'
import { bareNumber, type IdentificationType, identificationKey } from './person.ts'
import { listNewestSealed, listSealedAfter, replaceSealed } from './users.queries.ts'

/** Encryption context: a national id can be decrypted only for the row of its owner. */
function contextOf(userId: string): string {
  return `users.identification:${userId}`
}

/** Columns stored for a national id: the ciphertext and the blind index. */
export function sealedIdentification(
  { dataKey, indexKey }: Pick<Secrets, 'dataKey' | 'indexKey'>,
  userId: string,
  { type, number }: { type: IdentificationType; number: string },
): { sealed: Buffer; index: Buffer } {
  return {
    sealed: seal(dataKey, contextOf(userId), Buffer.from(bareNumber(number), 'utf8')),
    index: blindIndex(indexKey, identificationKey(type, number)),
  }
}

/** Decrypts the national id, for its owner, the gateway and the verifier; null when not given. */
export function openIdentification(
  secrets: Pick<Secrets, 'dataKey'>,
  user: { id: string; identification_sealed: Buffer | null },
): string | null {
  if (!user.identification_sealed) return null
  return open(secrets.dataKey, contextOf(user.id), user.identification_sealed).toString('utf8')
}

/**
 * Compares the newest three national ids with their blind index. Returns the variable of the key
 * that does not fit; null when all fit, or none is stored.
 */
export async function faultOfSealed(
  db: Reader,
  secrets: Pick<Secrets, 'dataKey' | 'indexKey'>,
): Promise<'DATA_KEY' | 'INDEX_KEY' | null> {
  const rows = await listNewestSealed(db)
  try {
    const fitting = rows.filter((row) => {
      const number = openIdentification(secrets, row) ?? ''
      if (row.type === null) return false
      const index = blindIndex(secrets.indexKey, identificationKey(row.type, number))
      return index.equals(row.index)
    })
    return rows.length > 0 && fitting.length === 0 ? 'INDEX_KEY' : null
  } catch {
    return 'DATA_KEY'
  }
}

/** Encrypts all national ids with the current key. Safe to interrupt and to repeat. */
export function resealIdentifications(deps: Pick<Deps, 'db' | 'secrets'>): Promise<Resealing> {
  return resealAll({
    after: (id) => listSealedAfter(deps.db, id),
    renew: async ({ id, sealed }) => {
      const { dataKey } = deps.secrets
      if (isCurrent(dataKey, sealed)) return false
      const anew = sealAnew(dataKey, contextOf(id), sealed)
      return await replaceSealed(deps.db, { id, sealed, anew })
    },
  })
}
