import * as openid from 'openid-client'
import { addMs } from '#server/platform/clock.ts'
import { randomToken, sha256 } from '#server/platform/crypto.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { newId } from '#server/platform/ids.ts'
import { FLOW_SECONDS, newTagged } from './flow-cookie.ts'
import { insertFlow } from './oauth.queries.ts'
import { CALLBACK_PATHS, openProvider, type ProviderName, REQUESTS } from './providers.ts'

export type StartSignIn = {
  provider: ProviderName
  /** Return address on our site, already checked. */
  redirectUrl: string
  /** Our origin to which the provider redirects. */
  callbackOrigin: string
  clientState: string | null
  mobile: boolean
  codeChallenge: string | null
  /** Signed-in person who links the account; null in a sign-in. */
  linker: Pick<Actor, 'userId' | 'sessionId'> | null
}

export type Departure = {
  url: string
  tag: string
  /** Secret of the sign-in, which the browser keeps in a cookie. */
  secret: string
}

/**
 * Starts a sign-in: stores the values that the answer must match, and returns the provider's URL.
 * Errors: `provider_disabled`, `oauth_unavailable`, `oauth_failed` (native app without a state).
 */
export async function startSignIn(
  deps: Pick<Deps, 'db' | 'clock' | 'log' | 'secrets' | 'urls'>,
  input: StartSignIn,
): Promise<Departure> {
  // The native app redeems its code without the cookie, so only the state binds the code.
  if (input.mobile && input.clientState === null) throw new AppError('oauth_failed')
  const config = await openProvider(deps, input.provider)
  const tag = randomToken(6)
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

/** PKCE parameters, if the provider announces PKCE; Apple does not. */
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
