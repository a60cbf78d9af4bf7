import type { z } from 'zod'
import { open, seal } from '#server/platform/crypto.ts'
import type { Secrets } from '#server/platform/secrets.ts'

type Keys = Pick<Secrets, 'dataKey'>

/**
 * Encrypts a value for one row. `place` names table and column; the ciphertext can be decrypted
 * only with the same place and id.
 */
export function sealValue(
  { dataKey }: Keys,
  { place, id }: { place: string; id: string },
  value: unknown,
): Buffer {
  return seal(dataKey, `${place}:${id}`, Buffer.from(JSON.stringify(value), 'utf8'))
}

/** Decrypts a value of `sealValue`; throws for anything else. */
export function openValue<S extends z.ZodType>(
  { dataKey }: Keys,
  { place, id, as }: { place: string; id: string; as: S },
  sealed: Buffer,
): z.output<S> {
  return as.parse(JSON.parse(open(dataKey, `${place}:${id}`, sealed).toString('utf8')))
}
