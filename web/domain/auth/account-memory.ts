/** What this browser remembers of who used it last (spec-coverage §3). Never grants anything. */
import { keepStored, readStored } from '#web/lib/browser-storage.ts'
import { forgetReference } from '../payments/payment-reference.ts'

const USER = 'auth_user_id'
const IS_NEW = 'is_new_user'

/** Somebody signed in. A payment begun by another person is not theirs to look after. */
export function rememberAccount(userId: string): void {
  const before = readStored('local', USER)
  if (before !== null && before !== userId) forgetReference()
  keepStored('local', USER, userId)
}

/** On signing out: somebody else may use this device next. */
export function forgetAccount(): void {
  forgetReference()
  keepStored('local', USER, null)
  keepStored('local', IS_NEW, null)
}

/** The account was made by the sign-in that just ended: its person has data to complete. */
export function markNewUser(isNew: boolean): void {
  keepStored('local', IS_NEW, isNew ? 'true' : null)
}

export function isNewUser(): boolean {
  return readStored('local', IS_NEW) === 'true'
}
