import { SignJWT } from 'jose'
import * as openid from 'openid-client'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { AppleKeys } from '#server/platform/secrets.ts'

export type ProviderName = 'google' | 'apple'

export const PROVIDERS: readonly ProviderName[] = ['google', 'apple']

export const PROVIDER_TITLES: Record<ProviderName, string> = { google: 'Google', apple: 'Apple' }

type ProviderDeps = Pick<Deps, 'clock' | 'log' | 'secrets' | 'urls'>

const PATIENCE_SECONDS = 8

/** Path on our origin to which each provider redirects the browser. */
export const CALLBACK_PATHS: Record<ProviderName, string> = {
  google: '/api/auth/google/callback',
  apple: '/api/auth/apple/callback',
}

/** Scopes of the request. Apple requires the response mode `form_post` with any scope. */
export const REQUESTS: Record<ProviderName, Record<string, string>> = {
  google: { scope: 'openid email profile' },
  apple: { scope: 'openid email name', response_mode: 'form_post' },
}

const opened = new WeakMap<Deps['secrets'], Map<string, Promise<openid.Configuration>>>()

export function isOffered(deps: Pick<Deps, 'secrets' | 'urls'>, name: ProviderName): boolean {
  return deps.secrets[name] !== undefined && deps.urls[name] !== undefined
}

/**
 * Returns the provider's metadata with our keys, cached. Fetched on first use, so that the server
 * starts without the provider. Errors: `provider_disabled`, `oauth_unavailable`.
 */
export async function openProvider(
  deps: ProviderDeps,
  name: ProviderName,
): Promise<openid.Configuration> {
  const issuer = deps.urls[name]
  if (!issuer || !isOffered(deps, name)) throw new AppError('provider_disabled')
  const known = opened.get(deps.secrets) ?? new Map<string, Promise<openid.Configuration>>()
  opened.set(deps.secrets, known)
  const found = known.get(issuer) ?? discover(deps, name, issuer)
  known.set(issuer, found)
  try {
    return await found
  } catch (error) {
    known.delete(issuer)
    deps.log.warn({ provider: name, reason: String(error) }, 'provider unreachable')
    throw new AppError('oauth_unavailable')
  }
}

async function discover(deps: ProviderDeps, name: ProviderName, issuer: string) {
  const { google, apple } = deps.secrets
  const isLocal = issuer.startsWith('http:') // The configuration refuses http in production.
  const options = {
    timeout: PATIENCE_SECONDS,
    execute: [
      openid.enableNonRepudiationChecks,
      ...(isLocal ? [openid.allowInsecureRequests] : []),
    ],
  }
  const url = new URL(issuer)
  if (name === 'google' && google) {
    return await openid.discovery(url, google.clientId, google.clientSecret, undefined, options)
  }
  if (name === 'apple' && apple) {
    const auth = appleAuth(deps, apple, issuer)
    return await openid.discovery(url, apple.clientId, {}, auth, options)
  }
  throw new AppError('provider_disabled')
}

/** Client authentication of Apple by a short-lived token that we sign for every call. */
function appleAuth(deps: Pick<Deps, 'clock'>, keys: AppleKeys, issuer: string): openid.ClientAuth {
  const authenticate = async (
    _server: openid.ServerMetadata,
    client: openid.ClientMetadata,
    body: URLSearchParams,
  ): Promise<void> => {
    const now = Math.floor(deps.clock.now().getTime() / 1000)
    const secret = await new SignJWT({})
      .setProtectedHeader({ alg: 'ES256', kid: keys.keyId })
      .setIssuer(keys.teamId)
      .setSubject(keys.clientId)
      .setAudience(issuer)
      .setIssuedAt(now)
      .setExpirationTime(now + 300)
      .sign(keys.privateKey)
    body.set('client_id', client.client_id)
    body.set('client_secret', secret)
  }
  // The library awaits the result, although its type does not say so.
  return authenticate as openid.ClientAuth
}
