/**
 * In the native app, in place of `web/lib/token-storage.ts`: tokens are written to the keystore
 * only. The access token is in memory too, and so is known without waiting; the refresh token is
 * read when it is sent.
 */
import type { KeptTokens } from '#web/lib/token-storage.ts'
import { plugins } from './plugins.ts'

export type { KeptTokens } from '#web/lib/token-storage.ts'

const TOKEN_KEY = 'auth_token'
const REFRESH_KEY = 'refresh_token'

let memory: string | null = null
/** Reads wait for the writes before them: a new refresh token must not lose to the old one. */
let writes: Promise<unknown> = Promise.resolve()

/**
 * Reads the access token of the last visit; call before the first screen. It has often expired, and
 * tells even without a network that somebody is signed in. A keystore that cannot be read (restored
 * on another phone) counts as empty.
 */
export async function loadTokens(): Promise<void> {
  memory = await plugins()
    .keystore.get(TOKEN_KEY)
    .catch(() => null)
}

export function readToken(): string | null {
  return memory
}

export async function readRefreshToken(): Promise<string | null> {
  await writes
  return await plugins()
    .keystore.get(REFRESH_KEY)
    .catch(() => null)
}

export function saveTokens({ access_token, refresh_token }: KeptTokens): void {
  memory = access_token
  // First the one that is worth more: the app may be killed between the two.
  if (refresh_token !== undefined) write(REFRESH_KEY, refresh_token)
  write(TOKEN_KEY, access_token)
}

export function deleteToken(): void {
  memory = null
  write(REFRESH_KEY, null)
  write(TOKEN_KEY, null)
}

/** The app has one window. */
export function onTokenChangedElsewhere(): () => void {
  return () => undefined
}

function write(key: string, value: string | null): void {
  const { keystore } = plugins()
  const next = () => (value === null ? keystore.remove(key) : keystore.set(key, value))
  // A keystore that fails leaves the session in memory, until the app is closed.
  writes = writes.then(next).catch(() => undefined)
}
