/**
 * Replaces `web/lib/token-storage.ts` in the native app: tokens are written to the keystore only.
 * The access token is also in memory, for synchronous reads; the refresh token is read from the
 * keystore when it is sent.
 */
import type { KeptTokens } from '#web/lib/token-storage.ts'
import { plugins } from './plugins.ts'

export type { KeptTokens } from '#web/lib/token-storage.ts'

const TOKEN_KEY = 'auth_token'
const REFRESH_KEY = 'refresh_token'

let memory: string | null = null
/** Pending keystore writes. Reads wait for them, so that they never return an old refresh token. */
let writes: Promise<unknown> = Promise.resolve()

/**
 * Reads the access token of the last visit; call before the first screen. This token has often
 * expired, but it shows without a network that somebody is signed in. A keystore that cannot be
 * read (restored on another phone) counts as empty.
 */
export async function loadTokens(): Promise<void> {
  memory = await read(TOKEN_KEY)
}

export function readToken(): string | null {
  return memory
}

export async function readRefreshToken(): Promise<string | null> {
  await writes
  return await read(REFRESH_KEY)
}

export function saveTokens({ access_token, refresh_token }: KeptTokens): void {
  memory = access_token
  // The refresh token first: the system can kill the app between the two writes, and it is worth
  // more.
  if (refresh_token !== undefined) write(REFRESH_KEY, refresh_token)
  write(TOKEN_KEY, access_token)
}

export function deleteToken(): void {
  memory = null
  write(REFRESH_KEY, null)
  write(TOKEN_KEY, null)
}

/** Never calls back: the app has one window. */
export function onTokenChangedElsewhere(): () => void {
  return () => undefined
}

async function read(key: string): Promise<string | null> {
  return await plugins()
    .keystore.get(key)
    .catch(() => null)
}

function write(key: string, value: string | null): void {
  const { keystore } = plugins()
  const next = () => (value === null ? keystore.remove(key) : keystore.set(key, value))
  // When the keystore fails, the tokens stay in memory until the app is closed.
  writes = writes.then(next).catch(() => undefined)
}
