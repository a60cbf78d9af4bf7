import { ApiError } from '#web/lib/api-error.ts'
import type { KeptTokens } from '#web/lib/token-store.ts'
import { answerSentence, oauthTexts } from '#web/shared/access/oauth/oauth-messages.ts'
import {
  AFTER_TOKEN_MS,
  type ReturnParams,
  tokensOf,
} from '#web/shared/access/oauth/oauth-return.ts'
import { claimState, type Provider } from '#web/shared/access/oauth/oauth-state.ts'

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

type Redeemed = KeptTokens & { is_new_user?: boolean }

type SignInDeps = {
  /** Exchanges the one-time code of our server for tokens. */
  redeem: (code: string, state: string | null) => Promise<Redeemed>
  keepTokens: (tokens: Redeemed) => void
}

type Outcome =
  | { ok: true; provider: Provider }
  /** `own`: this browser began a sign-in with this provider. */
  | { ok: false; message: string; own: boolean }

/** Tries Google's sign-in, then Apple's (spec-coverage §4). Stores the tokens on success. */
async function processSignIn(params: ReturnParams, deps: SignInDeps): Promise<Outcome> {
  const google = await processFor('google', params, deps)
  if (google.ok) return google
  const apple = await processFor('apple', params, deps)
  if (apple.ok || (apple.own && !google.own)) return apple
  return google
}

/** Tries the sign-in of one provider. A state is valid once, for the provider it was made for. */
async function processFor(
  provider: Provider,
  params: ReturnParams,
  deps: SignInDeps,
): Promise<Outcome> {
  const texts = oauthTexts(provider)
  if (!claimState(provider, params.state)) return { ok: false, message: texts.noToken, own: false }
  const refuse = (message: string): Outcome => ({ ok: false, message, own: true })
  if (params.error !== null) return refuse(texts.refused(answerSentence(params.error)))
  try {
    const tokens = tokensOf(params) ?? (await exchange(params, deps))
    // An id token alone is not accepted: the server exchanges the code.
    if (!tokens?.access_token) return refuse(texts.noToken)
    deps.keepTokens(tokens)
    return { ok: true, provider }
  } catch (error) {
    return refuse(failureMessage(error, texts))
  }
}

async function exchange(params: ReturnParams, deps: SignInDeps): Promise<Redeemed | null> {
  return params.code === null ? null : await deps.redeem(params.code, params.state)
}

/** The server's own sentence about a failure, else a general one. */
function failureMessage(error: unknown, texts: ReturnType<typeof oauthTexts>): string {
  if (!(error instanceof ApiError)) return texts.callback
  if (error.status === 0) return texts.network
  return error.code === 'unknown' ? texts.code : error.message
}
