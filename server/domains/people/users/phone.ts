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

/**
 * Records that the person proved this number. Errors: `phone_code_wrong` (another account has
 * proved it meanwhile).
 */
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

/** Id of the person who proved this phone number. */
export function phoneOwner(
  reader: Reader,
  deps: Pick<Deps, 'secrets'>,
  phone: string,
): Promise<string | undefined> {
  return ownerOfPhone(reader, phoneIndex(deps.secrets, phone))
}

/** Deletes a person's phone number, proved or not. */
export async function forgetPhone(tx: Tx, userId: string): Promise<void> {
  await clearPhone(tx, userId)
}

/** Encrypts all phone numbers with the current key. Safe to interrupt and to repeat. */
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
 * Stores whether booking and publishing need a proved phone number, which is so when codes can be
 * sent. Called once at the start of the server; stored so that SQL functions can check it.
 */
export async function setPhonePolicy(deps: Pick<Deps, 'db'>, proofNeeded: boolean): Promise<void> {
  await saveProofNeeded(deps.db, proofNeeded)
}

/**
 * Returns whether booking and publishing need a proved phone number, as `setPhonePolicy` stored it.
 */
export function isProofNeeded(reader: Reader): Promise<boolean> {
  return readProofNeeded(reader)
}
