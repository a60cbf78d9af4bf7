import { keepStored, readStored } from '#web/lib/browser-storage.ts'

const KEY = 'invite_code'

/** The code of an invitation that was opened here, until a new account says who invited it. */
export function readInvite(): string | null {
  return readStored('local', KEY)
}

/** Survives the way to Google or Apple and back. */
export function keepInvite(code: string | null): void {
  keepStored('local', KEY, code)
}
