/** Stored facts about the last user of this browser (spec-coverage §3). Not used for access. */
import { keepStored, readStored } from '#web/lib/browser-storage.ts'
import { forgetReference } from '../payments/payment-reference.ts'

const USER = 'auth_user_id'
const IS_NEW = 'is_new_user'

/** Call after a sign-in. Deletes the stored payment reference of another person. */
export function rememberAccount(userId: string): void {
  const before = readStored('local', USER)
  if (before !== null && before !== userId) forgetReference()
  keepStored('local', USER, userId)
}

/** Call on sign-out: somebody else may use this device next. */
export function forgetAccount(): void {
  forgetReference()
  keepStored('local', USER, null)
  keepStored('local', IS_NEW, null)
}

/** Stores whether this sign-in created the account: then the person has data to complete. */
export function markNewUser(isNew: boolean): void {
  keepStored('local', IS_NEW, isNew ? 'true' : null)
}

export function isNewUser(): boolean {
  return readStored('local', IS_NEW) === 'true'
}
