import { keepStored, readStored } from '#web/lib/browser-storage.ts'

const KEY = 'invite_code'

/** Returns the code of an invitation opened here, until a new account has claimed it. */
export function readInvite(): string | null {
  return readStored('local', KEY)
}

/** Stores the code in local storage, so that it survives a sign-in with Google or Apple. */
export function keepInvite(code: string | null): void {
  keepStored('local', KEY, code)
}
