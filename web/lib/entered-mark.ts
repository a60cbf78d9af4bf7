/**
 * The cookie that says: this browser has a refresh cookie, which scripts cannot see, and no stored
 * access token. The server sets it after a login by a native form, and `saveTokens` where storage
 * is full or blocked, so that a reload signs in by the refresh cookie.
 */
import { hasCookie, keepCookie } from './browser-storage.ts'

const MARK = 'cupo_entered'
/** Lifetime of a refresh token, in seconds. */
const REFRESH_SECONDS = 30 * 86_400

export const hasEnteredMark = (): boolean => hasCookie(MARK)

/** Returns whether the browser keeps the mark. */
export const keepEnteredMark = (): boolean => keepCookie(MARK, REFRESH_SECONDS)

export function dropEnteredMark(): void {
  if (hasEnteredMark()) keepCookie(MARK, 0)
}
