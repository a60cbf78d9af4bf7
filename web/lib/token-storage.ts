/**
 * Storage of the tokens in this browser. The build of the native app replaces this file by
 * `web/app/token-storage.ts`.
 */
import { keepStored, readStored } from './browser-storage.ts'
import { dropEnteredMark, keepEnteredMark } from './entered-mark.ts'

const TOKEN_KEY = 'auth_token'
const REFRESH_KEY = 'refresh_token'
const EXPIRES_KEY = 'token_expires_at'

let memory: string | null = null
/** Whether `memory` is stored too: then what is stored counts. */
let isStored = false
let refreshMemory: string | null = null

/** `expires_at` in Unix seconds; `refresh_token` only inside the native wrapper. */
export type KeptTokens = {
  access_token: string
  expires_at?: number | undefined
  refresh_token?: string | undefined
}

export function readToken(): string | null {
  return readStored('local', TOKEN_KEY) ?? memory
}

/** Returns the refresh token; null on the web, where it is a cookie that scripts cannot read. */
export function readRefreshToken(): Promise<string | null> | string | null {
  return readStored('local', REFRESH_KEY) ?? refreshMemory
}

export function saveTokens(tokens: KeptTokens): void {
  memory = tokens.access_token
  refreshMemory = tokens.refresh_token ?? null
  isStored = keepStored('local', TOKEN_KEY, memory)
  if (!isStored) {
    // An older token in a full storage must not sign in again; after a reload the cookie does.
    keepStored('local', TOKEN_KEY, null)
    keepEnteredMark()
  }
  keepStored('local', REFRESH_KEY, refreshMemory)
  const { expires_at } = tokens
  keepStored('local', EXPIRES_KEY, expires_at === undefined ? null : String(expires_at))
}

export function deleteToken(): void {
  memory = null
  refreshMemory = null
  for (const key of [TOKEN_KEY, REFRESH_KEY, EXPIRES_KEY]) keepStored('local', key, null)
  dropEnteredMark()
}

/**
 * Calls back when another tab signs in or out, and when "back" restores this page from bfcache: a
 * page that is asleep gets no events. @returns the function that stops listening
 */
export function onTokenChangedElsewhere(listener: (token: string | null) => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== TOKEN_KEY && event.key !== null) return
    memory = event.key === null ? null : event.newValue
    listener(memory)
  }
  const onShown = (event: PageTransitionEvent) => {
    if (!event.persisted) return
    if (isStored) memory = readStored('local', TOKEN_KEY)
    listener(readToken())
  }
  window.addEventListener('storage', onStorage)
  window.addEventListener('pageshow', onShown)
  return () => {
    window.removeEventListener('storage', onStorage)
    window.removeEventListener('pageshow', onShown)
  }
}
