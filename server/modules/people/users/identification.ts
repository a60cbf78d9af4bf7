import { documentNumber, documentProblem } from '#contract/document-number.ts'
import { blindIndex, open, seal } from '#server/platform/crypto.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Secrets } from '#server/platform/secrets.ts'
import { bareNumber, type IdentificationType, identificationKey } from './person.ts'
import { listNewestSealed, type UserRow } from './users.queries.ts'

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
    sealed: seal(dataKey, contextOf(userId), Buffer.from(bareNumber(type, number), 'utf8')),
    index: blindIndex(indexKey, identificationKey(type, number)),
  }
}

/** Reads the number of a document of this type. Errors: `invalid_request`. */
export function readDocument(
  type: IdentificationType,
  typed: string,
  field = 'identification_number',
): string {
  const number = documentNumber(type, typed)
  if (number !== null) return number
  const message = documentProblem(type, typed) ?? ''
  throw new AppError('invalid_request', { fields: { [field]: message } })
}

/** Decrypts the national id, for its owner, the gateway and the verifier; null when not given. */
export function openIdentification(
  secrets: Pick<Secrets, 'dataKey'>,
  user: Pick<UserRow, 'id' | 'identification_sealed' | 'identification_type'>,
): string | null {
  const { id, identification_sealed: sealed, identification_type: type } = user
  if (!sealed) return null
  // What was sealed before cleaning had its rules of today can hold more than the number.
  return bareNumber(type ?? 'CC', open(secrets.dataKey, contextOf(id), sealed).toString('utf8'))
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
      if (row.type === null) return false
      const { id, type, identification_sealed: sealed } = row
      const number = open(secrets.dataKey, contextOf(id), sealed).toString('utf8')
      // Keys of release 0.1.0 kept letters and zeros before a cédula.
      const earlier = `${type}:${number.replace(/[^A-Za-z0-9]/g, '').toUpperCase()}`
      return [identificationKey(type, number), earlier].some((key) =>
        blindIndex(secrets.indexKey, key).equals(row.index),
      )
    })
    return rows.length > 0 && fitting.length === 0 ? 'INDEX_KEY' : null
  } catch {
    return 'DATA_KEY'
  }
}
