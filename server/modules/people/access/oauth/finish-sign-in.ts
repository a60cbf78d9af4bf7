import * as openid from 'openid-client'
import type { ErrorCode } from '#contract/errors.ts'
import { addMs } from '#server/platform/clock.ts'
import { sha256 } from '#server/platform/crypto.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { keepAppleToken } from './apple-tokens.ts'
import { findOrCreatePerson } from './find-or-create-person.ts'
import { newTagged } from './flow-cookie.ts'
import { linkIdentity } from './link-identity.ts'
import { claimFlow, type Flow, findReturnAddress, giveCode } from './oauth.queries.ts'
import { profileOf } from './provider-claims.ts'
import { CALLBACK_PATHS, openProvider, type ProviderName } from './providers.ts'
import { withAnswer } from './return-address.ts'

/** Validity of our one-time code between the redirect and the exchange. */
const CODE_MS = 60_000

type FinishDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'metrics' | 'secrets' | 'urls'>

/** The provider's answer as received. */
export type Arrival = {
  provider: ProviderName
  method: 'GET' | 'POST'
  /** Raw query string or form body of the provider's answer. */
  answer: string
  state: string
  /** Secret from the cookie of this sign-in; undefined when this browser did not start it. */
  secret: string | undefined
}

/**
 * Completes a provider sign-in. Returns the callback page with our one-time code or an error code,
 * the profile page if a signed-in person links the account; the login page for an answer that
 * matches no sign-in of this browser, which changes nothing.
 */
export async function finishSignIn(deps: FinishDeps, arrival: Arrival): Promise<string> {
  const flow = await claim(deps, arrival)
  if (!flow) {
    deps.metrics.count('oauth', { outcome: 'stray' })
    return withAnswer(`${deps.urls.site}/login`, { error: 'oauth_failed' })
  }
  const { redirectUrl, clientState: state } = flow
  try {
    const { profile, refreshToken } = await exchange(deps, flow, arrival)
    const { provider, linkerId } = flow
    const person =
      linkerId === null
        ? await findOrCreatePerson(deps, profile)
        : await linkIdentity(deps, { userId: linkerId, provider, profile })
    if (provider === 'apple' && refreshToken !== undefined) {
      const { userId } = person
      await keepAppleToken(deps, { ...profile, userId }, refreshToken)
    }
    if (linkerId !== null) return withAnswer(redirectUrl, { linked: provider })
    const code = await codeFor(deps, flow, arrival.state, person)
    deps.metrics.count('oauth', { outcome: person.isNew ? 'new' : 'known' })
    return withAnswer(redirectUrl, { code, state })
  } catch (error) {
    const code = errorCode(error)
    deps.metrics.count('oauth', { outcome: code })
    if (code === 'oauth_failed') {
      deps.log.warn({ provider: flow.provider, reason: reasonOf(error) }, 'sign-in failed')
    }
    return withAnswer(redirectUrl, { error: code, state })
  }
}

/**
 * Returns the origin on a developer's machine where a sign-in began, if its answer arrived at
 * another host: the cookie of that sign-in is there. Null for all other answers.
 */
export async function originOfStart(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  { provider, state, host }: { provider: ProviderName; state: string; host: string },
): Promise<string | null> {
  const asked = { provider, stateHash: sha256(state), now: deps.clock.now() }
  const address = await findReturnAddress(deps.db, asked)
  const { returnOrigins } = deps.config
  const origin = returnOrigins.find((each) => address?.startsWith(`${each}/`)) ?? null
  return origin === null || new URL(origin).host === host ? null : origin
}

async function claim(deps: FinishDeps, arrival: Arrival): Promise<Flow | undefined> {
  const { provider, secret, state } = arrival
  if (secret === undefined) return undefined
  const now = deps.clock.now()
  const hashes = { stateHash: sha256(state), browserHash: sha256(secret) }
  return await inTransaction(deps.db, (tx) => claimFlow(tx, { provider, ...hashes, now }))
}

async function exchange(deps: FinishDeps, flow: Flow, arrival: Arrival) {
  const config = await openProvider(deps, flow.provider)
  const usesPkce = config.serverMetadata().supportsPKCE()
  const tokens = await openid.authorizationCodeGrant(config, requestOf(flow, arrival), {
    expectedState: arrival.state,
    expectedNonce: flow.nonce,
    idTokenExpected: true,
    ...(usesPkce ? { pkceCodeVerifier: flow.codeVerifier } : {}),
  })
  const claims = tokens.claims()
  if (!claims) throw new AppError('oauth_failed')
  const userField = new URLSearchParams(arrival.answer).get('user')
  const profile = profileOf(claims, flow.provider === 'apple' ? userField : null)
  return { profile, refreshToken: tokens.refresh_token }
}

/** Rebuilds the request at the registered callback address, whatever host and path received it. */
function requestOf(flow: Flow, { method, answer }: Arrival): URL | Request {
  const address = flow.callbackOrigin + CALLBACK_PATHS[flow.provider]
  if (method === 'GET') return new URL(`${address}?${answer}`)
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return new Request(address, { method, headers, body: answer })
}

async function codeFor(
  deps: FinishDeps,
  flow: Flow,
  state: string,
  { userId, isNew }: { userId: string; isNew: boolean },
): Promise<string> {
  const code = newTagged(state.split('.')[0] ?? '')
  const expiresAt = addMs(deps.clock.now(), CODE_MS)
  const codeHash = sha256(code)
  await inTransaction(deps.db, (tx) =>
    giveCode(tx, { flowId: flow.id, codeHash, expiresAt, userId, isNew }),
  )
  return code
}

const CANCELLED = new Set(['access_denied', 'user_cancelled_authorize'])
const OUTAGES = new Set(['temporarily_unavailable', 'server_error'])

function errorCode(error: unknown): ErrorCode {
  if (error instanceof AppError) return error.code
  if (error instanceof openid.AuthorizationResponseError) {
    if (CANCELLED.has(error.error)) return 'oauth_cancelled'
    return OUTAGES.has(error.error) ? 'oauth_unavailable' : 'oauth_failed'
  }
  return isOutage(error) ? 'oauth_unavailable' : 'oauth_failed'
}

/** Whether the provider was unreachable, too slow, or answered with an error of its own. */
function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof TypeError && error.message === 'fetch failed') return true
  if (error instanceof openid.ClientError && error.code === 'OAUTH_TIMEOUT') return true
  const { cause } = error
  const status = cause instanceof Response ? cause.status : (error as { status?: unknown }).status
  return typeof status === 'number' && status >= 500
}

/** Reason for the log. Error codes only, because an error of the provider can quote user input. */
function reasonOf(error: unknown): string {
  if (error instanceof openid.ResponseBodyError) return error.error
  if (error instanceof openid.AuthorizationResponseError) return error.error
  if (error instanceof openid.ClientError) return `${error.code ?? ''} ${error.message}`
  return error instanceof Error ? error.name : 'unknown'
}
