/** The access token of this browser. Storage may be blocked: then it lives in memory only. */

const TOKEN_KEY = 'auth_token'
const EXPIRES_KEY = 'token_expires_at'

let memory: string | null = null
const lostListeners = new Set<() => void>()

function attempt<T>(fn: () => T, otherwise: T): T {
  try {
    return fn()
  } catch {
    return otherwise
  }
}

export function readToken(): string | null {
  return attempt(() => localStorage.getItem(TOKEN_KEY), null) ?? memory
}

/** @param expiresAt Unix seconds */
export function saveToken(token: string, expiresAt?: number): void {
  memory = token
  attempt(() => {
    localStorage.setItem(TOKEN_KEY, token)
    if (expiresAt !== undefined) localStorage.setItem(EXPIRES_KEY, String(expiresAt))
  }, undefined)
}

export function deleteToken(): void {
  memory = null
  attempt(() => {
    localStorage.removeItem(TOKEN_KEY)
    localStorage.removeItem(EXPIRES_KEY)
  }, undefined)
}

/** Called when the server ends the session (refresh refused): forget the token, tell the screen. */
export function sessionLost(): void {
  deleteToken()
  for (const listener of lostListeners) listener()
}

/** @returns the function that stops listening */
export function onSessionLost(listener: () => void): () => void {
  lostListeners.add(listener)
  return () => lostListeners.delete(listener)
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
