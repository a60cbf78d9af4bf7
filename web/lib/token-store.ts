/** The tokens of this browser. If storage is blocked, they are only in memory. */
import { keepStored, readStored } from './browser-storage.ts'

const TOKEN_KEY = 'auth_token'
const REFRESH_KEY = 'refresh_token'
const EXPIRES_KEY = 'token_expires_at'

let memory: string | null = null
let refreshMemory: string | null = null
const lostListeners = new Set<() => void>()

/** `expires_at` in Unix seconds; `refresh_token` only inside the native wrapper. */
export type KeptTokens = {
  access_token: string
  expires_at?: number | undefined
  refresh_token?: string | undefined
}

export function readToken(): string | null {
  return readStored('local', TOKEN_KEY) ?? memory
}

/** Null on the web, where the refresh token is a cookie that no script can read. */
export function readRefreshToken(): string | null {
  return readStored('local', REFRESH_KEY) ?? refreshMemory
}

export function saveTokens(tokens: KeptTokens): void {
  memory = tokens.access_token
  refreshMemory = tokens.refresh_token ?? null
  keepStored('local', TOKEN_KEY, memory)
  keepStored('local', REFRESH_KEY, refreshMemory)
  const { expires_at } = tokens
  keepStored('local', EXPIRES_KEY, expires_at === undefined ? null : String(expires_at))
}

export function deleteToken(): void {
  memory = null
  refreshMemory = null
  for (const key of [TOKEN_KEY, REFRESH_KEY, EXPIRES_KEY]) keepStored('local', key, null)
}

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

/** Another tab signed in or out. @returns the function that stops listening */
export function onTokenChangedElsewhere(listener: (token: string | null) => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== TOKEN_KEY && event.key !== null) return
    memory = event.key === null ? null : event.newValue
    listener(memory)
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}
