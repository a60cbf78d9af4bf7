import { isCurrent, sealAnew } from '#server/platform/crypto.ts'
import type { Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Resealing, resealAll } from '#server/platform/reseal.ts'
import { throwTaken } from './create-user.ts'
import { listPhonesAfter, replacePhone, updatePhoneProved } from './phone.queries.ts'
import { phoneContext, sealedPhone } from './sealed-phone.ts'

/** Records that the person proved this number. Errors: `phone_code_wrong` (somebody else did). */
export async function provePhone(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'secrets'>,
  { userId, phone }: { userId: string; phone: string },
): Promise<void> {
  await updatePhoneProved(tx, {
    id: userId,
    ...sealedPhone(deps.secrets, userId, phone),
    at: deps.clock.now(),
  }).catch(throwTaken)
}

/** Encrypts all phone numbers with the current key. Safe to interrupt and to repeat. */
export function resealPhones(deps: Pick<Deps, 'db' | 'secrets'>): Promise<Resealing> {
  const { dataKey } = deps.secrets
  return resealAll({
    after: (id) => listPhonesAfter(deps.db, id),
    renew: async ({ id, sealed }) => {
      if (isCurrent(dataKey, sealed)) return false
      const anew = sealAnew(dataKey, phoneContext(id), sealed)
      return await replacePhone(deps.db, { id, sealed, anew })
    },
  })
}
