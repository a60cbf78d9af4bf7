import type { ReturnParams } from '#web/domain/oauth/oauth-return.ts'
import { AFTER_TOKEN_MS } from '#web/domain/oauth/oauth-return.ts'
import { processSignIn, type SignInDeps } from './oauth-flow.ts'

/** Delay before the callback is handled, in ms (spec-coverage §9). */
const CALLBACK_MS = 300

export type CallbackDeps = SignInDeps & {
  wait: (ms: number) => Promise<void>
  /** Fetches the person with the stored token. */
  reload: () => Promise<boolean>
  bootstrap: () => Promise<void>
}

/** Where the page redirects to. `reason` is passed in the history state, not in the address. */
export type CallbackEnd = { to: 'wallet' } | { to: 'login'; error: string; reason?: string }

/** spec-coverage §4: handles the callback's parameters and returns the next screen. */
export async function runCallback(params: ReturnParams, deps: CallbackDeps): Promise<CallbackEnd> {
  try {
    await deps.wait(CALLBACK_MS)
    const outcome = await processSignIn(params, deps)
    if (!outcome.ok) return { to: 'login', error: 'oauth_failed', reason: outcome.message }
    if (params.access_token !== null) await deps.wait(AFTER_TOKEN_MS)
    await deps.reload()
    return await prepare(deps)
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    return { to: 'login', error: message || 'oauth_error' }
  }
}

async function prepare(deps: CallbackDeps): Promise<CallbackEnd> {
  try {
    await deps.bootstrap()
    return { to: 'wallet' }
  } catch {
    return { to: 'login', error: 'bootstrap_failed' }
  }
}
