/** The tokens of this device, and who is told when the server refuses them. */
import { deleteToken, readToken } from './token-storage.ts'

export {
  deleteToken,
  type KeptTokens,
  onTokenChangedElsewhere,
  readRefreshToken,
  readToken,
  saveTokens,
} from './token-storage.ts'

const lostListeners = new Set<() => void>()

/**
 * Call when the server refuses a token for good: deletes it and calls the listeners. A newer token,
 * from a sign-in in the meantime, is left alone.
 */
export function sessionLost(refused: string): void {
  if (readToken() !== refused) return
  deleteToken()
  for (const listener of lostListeners) listener()
}

/** @returns the function that stops listening */
export function onSessionLost(listener: () => void): () => void {
  lostListeners.add(listener)
  return () => lostListeners.delete(listener)
}

let signInAgain: (() => Promise<boolean>) | null = null

/**
 * Registers the dialog that asks the person to sign in again after their session ended.
 * @returns the function that unregisters it
 */
export function onSignInNeeded(ask: () => Promise<boolean>): () => void {
  signInAgain = ask
  return () => {
    if (signInAgain === ask) signInAgain = null
  }
}

/** True after the person has signed in again; false when they leave, or nobody was signed in. */
export async function signedInAgain(): Promise<boolean> {
  return (await signInAgain?.()) ?? false
}
