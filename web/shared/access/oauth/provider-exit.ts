/** Leaves for a sign-in and returns. The native app's build uses `web/app/provider-exit.ts`. */

/** Returns the address to which the provider returns. `origin`: of the page that asks. */
export function callbackAddress(origin: string): string {
  return `${origin}/auth/callback`
}

export function openProvider(address: string): void {
  window.location.assign(address)
}

/** Proof for the one-time code besides the state: empty, because a browser has its cookie. */
export function codeProof(): { verifier?: string } {
  return {}
}
