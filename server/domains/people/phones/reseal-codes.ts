import { phoneContext } from '#server/domains/people/users/users.public.ts'
import { isCurrent, sealAnew } from '#server/platform/crypto.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Resealing, resealAll } from '#server/platform/reseal.ts'
import { codesAfter, replaceCodeNumber } from './phones.queries.ts'

/** Encrypts the numbers of open codes with the current key. Safe to interrupt and to repeat. */
export function resealPhoneCodes({
  db,
  secrets,
}: Pick<Deps, 'db' | 'secrets'>): Promise<Resealing> {
  const { dataKey } = secrets
  return resealAll({
    after: (id) => codesAfter(db, id),
    renew: async ({ id, sealed }) => {
      if (isCurrent(dataKey, sealed)) return false
      const anew = sealAnew(dataKey, phoneContext(id), sealed)
      return await replaceCodeNumber(db, { id, sealed, anew })
    },
  })
}
