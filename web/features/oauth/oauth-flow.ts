import { answerSentence, oauthTexts } from '#web/domain/oauth/oauth-messages.ts'
import { type ReturnParams, tokensOf } from '#web/domain/oauth/oauth-return.ts'
import { claimState, type Provider } from '#web/domain/oauth/oauth-state.ts'
import { ApiError } from '#web/lib/api-error.ts'
import type { KeptTokens } from '#web/lib/token-store.ts'

type Redeemed = KeptTokens & { is_new_user?: boolean }

export type SignInDeps = {
  /** Exchanges the one-time code of our server for tokens. */
  redeem: (code: string, state: string | null) => Promise<Redeemed>
  keepTokens: (tokens: Redeemed) => void
}

export type Outcome =
  | { ok: true; provider: Provider }
  /** `own`: this browser began a sign-in with this provider. */
  | { ok: false; message: string; own: boolean }

/** Tries Google's sign-in, then Apple's (spec-coverage §4). Stores the tokens on success. */
export async function processSignIn(params: ReturnParams, deps: SignInDeps): Promise<Outcome> {
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
  if (!claimState(provider, params.state)) {
    return { ok: false, message: texts.noToken, own: false }
  }
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
