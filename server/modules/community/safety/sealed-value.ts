import type { z } from 'zod'
import { isCurrent, open, seal, sealAnew } from '#server/platform/crypto.ts'
import type { Db } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Resealing, resealAll } from '#server/platform/reseal.ts'
import type { Secrets } from '#server/platform/secrets.ts'

type Keys = Pick<Secrets, 'dataKey'>
type SealedRow = { id: string; sealed: Buffer }
type After = (db: Db, id: string) => Promise<SealedRow[]>
/** Answers false if the row has changed since it was read. */
type Replace = (db: Db, row: SealedRow & { anew: Buffer }) => Promise<unknown>

/** Re-encrypts rows under the current key. Safe to interrupt and to repeat. */
export function resealRows(
  { db, secrets: { dataKey } }: Pick<Deps, 'db' | 'secrets'>,
  contextOf: (id: string) => string,
  after: After,
  replace: Replace,
): Promise<Resealing> {
  return resealAll({
    after: (id) => after(db, id),
    renew: async (row) => {
      if (isCurrent(dataKey, row.sealed)) return false
      const anew = sealAnew(dataKey, contextOf(row.id), row.sealed)
      return (await replace(db, { ...row, anew })) !== false
    },
  })
}

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
    reseal: (deps: Pick<Deps, 'db' | 'secrets'>, after: After, replace: Replace) =>
      resealRows(deps, contextOf, after, replace),
  }
}
