import * as openid from 'openid-client'
import { addMs } from '#server/platform/clock.ts'
import { randomToken, sha256 } from '#server/platform/crypto.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { FLOW_SECONDS, newTag, newTagged } from './flow-cookie.ts'
import { insertFlow } from './oauth.queries.ts'
import { CALLBACK_PATHS, openProvider, type ProviderName, REQUESTS } from './providers.ts'

export type StartSignIn = {
  provider: ProviderName
  /** One of ours, already checked. */
  redirectUrl: string
  /** Origin of ours to which the provider returns. */
  callbackOrigin: string
  clientState: string | null
  mobile: boolean
  /** Of PKCE, from the native app. */
  codeChallenge: string | null
}

export type Departure = {
  /** The provider's page. */
  url: string
  tag: string
  /** For the browser to keep until it returns. */
  secret: string
}

/**
 * Begins a sign-in: stores what the answer must match, and answers the provider's address.
 * Errors: `provider_disabled`, `oauth_unavailable`, `oauth_failed` (the wrapper without a state).
 */
export async function startSignIn(
  deps: Pick<Deps, 'db' | 'clock' | 'log' | 'secrets' | 'urls'>,
  input: StartSignIn,
): Promise<Departure> {
  // The wrapper redeems its code without the cookie, so only its state binds the code.
  if (input.mobile && input.clientState === null) throw new AppError('oauth_failed')
  const config = await openProvider(deps, input.provider)
  const tag = newTag()
  const [state, secret] = [newTagged(tag), randomToken(32)]
  const [nonce, codeVerifier] = [openid.randomNonce(), openid.randomPKCECodeVerifier()]
  const now = deps.clock.now()
  await inTransaction(deps.db, (tx) =>
    insertFlow(tx, {
      ...input,
      id: newId(),
      stateHash: sha256(state),
      browserHash: sha256(secret),
      nonce,
      codeVerifier,
      now,
      expiresAt: addMs(now, FLOW_SECONDS * 1000),
    }),
  )
  const url = openid.buildAuthorizationUrl(config, {
    ...REQUESTS[input.provider],
    redirect_uri: input.callbackOrigin + CALLBACK_PATHS[input.provider],
    state,
    nonce,
    ...(await challenge(config, codeVerifier)),
  })
  return { url: url.href, tag, secret }
}

/** PKCE where the provider announces it; Apple does not. */
async function challenge(
  config: openid.Configuration,
  codeVerifier: string,
): Promise<Record<string, string>> {
  if (!config.serverMetadata().supportsPKCE()) return {}
  return {
    code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  }
}
