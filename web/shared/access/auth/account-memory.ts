import type { User } from '#contract/auth.ts'
/** Stored facts about the last user of this browser (spec-coverage §3). Not used for access. */
import { keepStored, readStored } from '#web/lib/browser-storage.ts'
import { forgetReference } from '#web/stored/payment-reference.ts'
import { forgetUnderWay } from './under-way.ts'

const USER = 'auth_user_id'
const NAME = 'auth_user_name'
const IS_NEW = 'is_new_user'
/** Whether the person drives; also read by the inline script of web/root.tsx. */
const DRIVES = 'auth_user_drives'
/** Stays after a logout: says that somebody has signed in here before, not who. */
const SEEN = 'signed_in_before'

type Person = Pick<User, 'id' | 'first_name' | 'username' | 'email'> & { roles: readonly string[] }

/** Returns the person's name for the menu. */
export function shortName({
  first_name,
  username,
  email,
}: Pick<Person, 'first_name' | 'username' | 'email'>): string {
  return first_name || username || email
}

/** Stores these facts. Call when the server has said who is signed in. */
export function rememberAccount(person: Person): void {
  keepStored('local', USER, person.id)
  keepStored('local', NAME, shortName(person))
  keepStored('local', SEEN, '1')
  keepStored('local', DRIVES, person.roles.includes('driver') ? '1' : null)
}

/** Returns whether somebody has signed in with this browser before. */
export function hasSignedInBefore(): boolean {
  return readStored('local', SEEN) !== null
}

/** Id of the person whose data may be shown while the server does not answer, or null. */
export function rememberedAccount(): string | null {
  return readStored('local', USER)
}

/** Roles of the person that are known while the server does not answer. */
export function rememberedRoles(): readonly string[] {
  return readStored('local', DRIVES) === null ? [] : ['driver']
}

export function rememberedName(): string | null {
  return readStored('local', NAME)
}

/** Deletes these facts. Call on sign-out: somebody else can use this device next. */
export function forgetAccount(): void {
  forgetReference()
  forgetUnderWay()
  keepStored('local', USER, null)
  keepStored('local', NAME, null)
  keepStored('local', DRIVES, null)
  keepStored('local', IS_NEW, null)
}

/** Stores whether this sign-in created the account, which then still lacks personal data. */
export function markNewUser(isNew: boolean): void {
  keepStored('local', IS_NEW, isNew ? 'true' : null)
}

/** Deletes all but the id, so that the device still knows whose ticket it stores. */
export function forgetAccountDetails(): void {
  forgetReference()
  keepStored('local', NAME, null)
  keepStored('local', DRIVES, null)
  keepStored('local', IS_NEW, null)
}

export function isNewUser(): boolean {
  return readStored('local', IS_NEW) === 'true'
}
