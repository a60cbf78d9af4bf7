import type { z } from 'zod'
import { open, seal } from '#server/platform/crypto.ts'
import type { Secrets } from '#server/platform/secrets.ts'

type Keys = Pick<Secrets, 'dataKey'>
type SealedRow = { id: string; sealed: Buffer }

/**
 * Encrypted values of one column. `place` names table and column; a ciphertext can be decrypted
 * only with the same place and the id of its row.
 */
export function sealedColumn<S extends z.ZodType>(place: string, schema: S) {
  const contextOf = (id: string) => `${place}:${id}`
  return {
    contextOf,
    seal: ({ dataKey }: Keys, id: string, value: z.input<S>): Buffer =>
      seal(dataKey, contextOf(id), Buffer.from(JSON.stringify(value), 'utf8')),
    /** Throws for anything that `seal` has not made. */
    open: ({ dataKey }: Keys, { id, sealed }: SealedRow): z.output<S> =>
      schema.parse(JSON.parse(open(dataKey, contextOf(id), sealed).toString('utf8'))),
  }
}
