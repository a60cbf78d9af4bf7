import { isCurrent, sealAnew } from '#server/platform/crypto.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Resealing, resealAll } from '#server/platform/reseal.ts'
import { replaceTotp, totpAfter } from './second-factor.queries.ts'
import { totpContext } from './totp.ts'

/**
 * Encrypts the secrets of authenticator apps with the current key. Safe to interrupt and to repeat.
 */
export function resealTotp({ db, secrets }: Pick<Deps, 'db' | 'secrets'>): Promise<Resealing> {
  return resealAll({
    after: (id) => totpAfter(db, id),
    renew: async ({ id, sealed }) => {
      if (isCurrent(secrets.dataKey, sealed)) return false
      const anew = sealAnew(secrets.dataKey, totpContext(id), sealed)
      return await replaceTotp(db, { id, sealed, anew })
    },
  })
}
