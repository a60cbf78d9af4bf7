import { isCurrent, sealAnew } from './crypto.ts'
import type { Deps } from './deps.ts'
import { listSealedAfter, replaceSealed } from './module-data.queries.ts'
import type { SealedColumn } from './module-data.ts'

/** Numbers of rows: `read` in total, `renewed` encrypted again with the current key. */
export type Resealing = { read: number; renewed: number }

const LOWEST_ID = '00000000-0000-0000-0000-000000000000'

/** Processes all rows in the order of their ids, page by page, one row at a time. */
export async function resealAll<Row extends { id: string }>(steps: {
  /** Returns the page after this id; empty at the end. */
  after(id: string): Promise<Row[]>
  /** Encrypts a row again. Returns false if it already has the current key. */
  renew(row: Row): Promise<boolean>
}): Promise<Resealing> {
  const done: Resealing = { read: 0, renewed: 0 }
  let last = LOWEST_ID
  for (;;) {
    const page = await steps.after(last)
    if (page.length === 0) return done
    for (const row of page) {
      done.read += 1
      if (await steps.renew(row)) done.renewed += 1
      last = row.id
    }
  }
}

/** Encrypts the values of a column with the current key. Safe to interrupt and to repeat. */
export function resealColumn(deps: Pick<Deps, 'db' | 'secrets'>, column: SealedColumn) {
  return resealAll({
    after: (id) => listSealedAfter(deps.db, column, id),
    renew: async ({ id, sealed }) => {
      const { dataKey } = deps.secrets
      // An erased value can be empty.
      if (sealed.length === 0 || isCurrent(dataKey, sealed)) return false
      const anew = sealAnew(dataKey, `${column.place}:${id}`, sealed)
      return await replaceSealed(deps.db, column, { id, sealed, anew })
    },
  })
}
