/**
 * How a sign-in with Google or Apple leaves the page and returns to it. The build of the native app
 * has `web/app/provider-exit.ts` in place of this file.
 */

/** Where the provider returns. `origin`: of the page that asks. */
export function callbackAddress(origin: string): string {
  return `${origin}/auth/callback`
}

export function openProvider(address: string): void {
  window.location.assign(address)
}

/** What the one-time code needs besides the state: nothing, a browser has its cookie. */
export function codeProof(): { verifier?: string } {
  return {}
}
