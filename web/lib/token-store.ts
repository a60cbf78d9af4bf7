/** The tokens of this device, and the listeners called when the server refuses them. */
import type { SessionEnd } from './session-rule.ts'
import { deleteToken, readToken } from './token-storage.ts'

export {
  deleteToken,
  type KeptTokens,
  onTokenChangedElsewhere,
  readRefreshToken,
  readToken,
  saveTokens,
} from './token-storage.ts'

type LostListener = (end: SessionEnd) => void

const lostListeners = new Set<LostListener>()

let lastEnd = ''

/** The server's sentence about why it ended the session of this tab. */
export const whySessionEnded = (): string => lastEnd

/** Deletes a token that the server refused for good, but not a newer one; calls the listeners. */
export function sessionLost(refused: string, end: SessionEnd, why: string): void {
  if (readToken() !== refused) return
  lastEnd = why
  deleteToken()
  for (const listener of lostListeners) listener(end)
}

/** Calls back when the server has ended the session. @returns the function that stops listening */
export function onSessionLost(listener: LostListener): () => void {
  lostListeners.add(listener)
  return () => lostListeners.delete(listener)
}

let signInAgain: (() => Promise<boolean>) | null = null

/** Registers the dialog that asks to sign in again. @returns the function that unregisters it */
export function onSignInNeeded(ask: () => Promise<boolean>): () => void {
  signInAgain = ask
  return () => {
    if (signInAgain === ask) signInAgain = null
  }
}

/** Resolves to true after signing in again; false when the person leaves, or was a visitor. */
export async function signedInAgain(): Promise<boolean> {
  return (await signInAgain?.()) ?? false
}

type TokenCheck = (token: string) => void

/** Looks at the token of each call that changes data, and throws to refuse the call. */
export const tokenChecks = new Set<TokenCheck>()
