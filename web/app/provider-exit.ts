/**
 * Replaces `web/shared/access/oauth/provider-exit.ts` in the native app: the provider opens in the
 * system's browser (Google refuses web views) and returns by the app's own scheme, with PKCE (RFC
 * 8252, RFC 7636).
 */
import { APP_CALLBACK } from '#contract/native-app.ts'
import { keepStored, readStored } from '#web/lib/browser-storage.ts'
import { plugins } from './plugins.ts'

/** Key in local storage, because the phone can end the app while the browser is open. */
const KEY = 'oauth_verifier'
const VERIFIER_BYTES = 32

export function callbackAddress(): string {
  return APP_CALLBACK
}

export function openProvider(address: string): void {
  void open(address)
}

async function open(address: string): Promise<void> {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(VERIFIER_BYTES)))
  keepStored('local', KEY, verifier)
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  const challenge = base64url(new Uint8Array(digest))
  await plugins().browser.open(`${address}&challenge=${challenge}`)
}

/** Returns the PKCE verifier of the sign-in, and deletes it: it is valid once. */
export function codeProof(): { verifier?: string } {
  const verifier = readStored('local', KEY)
  keepStored('local', KEY, null)
  return verifier === null ? {} : { verifier }
}

function base64url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
