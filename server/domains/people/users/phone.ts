import { isCurrent, sealAnew } from '#server/platform/crypto.ts'
import type { Reader, Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Resealing, resealAll } from '#server/platform/reseal.ts'
import { asTaken } from './create-user.ts'
import {
  clearPhone,
  ownerOfPhone,
  phonesAfter,
  readProofNeeded,
  replacePhone,
  saveProofNeeded,
  updatePhoneProved,
} from './phone.queries.ts'
import { phoneContext, phoneIndex, sealedPhone } from './sealed-phone.ts'

/** Records that the person answers this number. Errors: `phone_code_wrong` (another's by now). */
export async function provePhone(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'secrets'>,
  { userId, phone }: { userId: string; phone: string },
): Promise<void> {
  await updatePhoneProved(tx, {
    id: userId,
    ...sealedPhone(deps.secrets, userId, phone),
    at: deps.clock.now(),
  }).catch((error: unknown) => {
    throw asTaken(error)
  })
}

/** Who proved this number. */
export function phoneOwner(
  reader: Reader,
  deps: Pick<Deps, 'secrets'>,
  phone: string,
): Promise<string | undefined> {
  return ownerOfPhone(reader, phoneIndex(deps.secrets, phone))
}

/** Forgets a person's number, proved or not. */
export async function forgetPhone(tx: Tx, userId: string): Promise<void> {
  await clearPhone(tx, userId)
}

/** Numbers under the key in use. Safe to interrupt and to repeat. */
export function resealPhones(deps: Pick<Deps, 'db' | 'secrets'>): Promise<Resealing> {
  const { dataKey } = deps.secrets
  return resealAll({
    after: (id) => phonesAfter(deps.db, id),
    renew: async ({ id, sealed }) => {
      if (isCurrent(dataKey, sealed)) return false
      const anew = sealAnew(dataKey, phoneContext(id), sealed)
      return await replacePhone(deps.db, { id, sealed: anew, before: sealed })
    },
  })
}

/**
 * Whether booking and publishing need a proved number: where codes can be sent. Said once, as the
 * server starts, so that the database can check it in its own calls.
 */
export async function setPhonePolicy(deps: Pick<Deps, 'db'>, proofNeeded: boolean): Promise<void> {
  await saveProofNeeded(deps.db, proofNeeded)
}

/** As `setPhonePolicy` said. */
export function isProofNeeded(reader: Reader): Promise<boolean> {
  return readProofNeeded(reader)
}
