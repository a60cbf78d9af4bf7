import { isCurrent, randomToken, sealAnew } from '#server/platform/crypto.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Resealing, resealAll } from '#server/platform/reseal.ts'
import { archivedAfter, moveMonth } from './archive.queries.ts'
import { contextOf, monthStore } from './month-file.ts'

/**
 * Encrypts the files of months again with the current key. Safe to interrupt and to repeat: a copy
 * that no row names is removed by the job.
 */
export async function resealMonths(
  deps: Pick<Deps, 'db' | 'config' | 'secrets'>,
): Promise<Resealing> {
  const store = await monthStore(deps.config)
  return await resealAll({
    after: (id) => archivedAfter(deps.db, id),
    renew: async (month) => {
      const from = month.storageKey
      const sealed = await store.read(from)
      if (!sealed || isCurrent(deps.secrets.dataKey, sealed)) return false
      const to = `${from.slice(0, from.lastIndexOf('-'))}-${randomToken(12)}`
      await store.put(to, sealAnew(deps.secrets.dataKey, contextOf(month), sealed))
      const isMoved = await moveMonth(deps.db, { id: month.id, from, to })
      await store.discard(isMoved ? from : to)
      return isMoved
    },
  })
}
