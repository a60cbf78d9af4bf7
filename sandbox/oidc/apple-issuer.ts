import type { KeyObject } from 'node:crypto'
import { jwtVerify } from 'jose'
import type { Configuration, Provider } from 'oidc-provider'
import { escapeHtml } from '../page-layout.ts'
import type { DemoIdentity } from './demo-identities.ts'

/** Longest validity of a client secret that Apple accepts: six months, in seconds. */
const SECRET_SECONDS_MAX = 15_777_000

/** Settings that distinguish Apple's issuer: addresses, text claims, short-lived codes. */
export function appleConfiguration(identities: DemoIdentity[]): Configuration {
  return {
    routes: {
      authorization: '/auth/authorize',
      token: '/auth/token',
      jwks: '/auth/keys',
      revocation: '/auth/revoke',
    },
    scopes: ['openid', 'email', 'name'],
    claims: { openid: ['sub'], email: ['email', 'email_verified', 'is_private_email'] },
    clientAuthMethods: ['client_secret_post'],
    // Apple issues a refresh token:
    // https://developer.apple.com/documentation/signinwithapplerestapi/tokenresponse
    issueRefreshToken: async () => true,
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true },
      userinfo: { enabled: false },
    },
    async findAccount(_ctx, subject) {
      const found = identities.find((each) => each.subject === subject)
      if (!found) return undefined
      const claims = {
        sub: subject,
        email: found.email,
        // A text instead of a boolean, as Apple often sends it.
        email_verified: String(found.emailVerified),
        ...(found.privateRelay ? { is_private_email: 'true' } : {}),
      }
      return { accountId: subject, claims: async () => claims }
    },
  }
}

export type AppleClient = {
  clientId: string
  teamId: string
  keyId: string
  publicKey: KeyObject
  issuer: string
  now(): Date
}

/** Makes the issuer verify the client secret as Apple does: an ES256 token signed by the team. */
export function verifyClientSecret(provider: Provider, client: AppleClient): void {
  Object.assign(provider.Client.prototype, {
    async compareClientSecret(actual: string): Promise<boolean> {
      try {
        const { payload, protectedHeader } = await jwtVerify(actual, client.publicKey, {
          algorithms: ['ES256'],
          issuer: client.teamId,
          subject: client.clientId,
          audience: client.issuer,
          requiredClaims: ['iat', 'exp'],
          currentDate: client.now(),
        })
        const seconds = (payload.exp ?? 0) - (payload.iat ?? 0)
        return protectedHeader.kid === client.keyId && seconds <= SECRET_SECONDS_MAX
      } catch {
        return false
      }
    },
  })
}

/**
 * Changes the responses to Apple's form: no `iss` parameter, Apple's error for a cancelled sign-in,
 * and the person's name in a form field of the first sign-in only. `seen` holds the subjects that
 * have signed in before.
 */
export function dressAnswers(provider: Provider, identities: DemoIdentity[], seen: Set<string>) {
  provider.use(async (ctx, next) => {
    await next()
    if (ctx.oidc?.route === 'discovery') hideExtras(ctx)
    const isAnswer = ctx.oidc?.route === 'authorization' || ctx.oidc?.route === 'resume'
    if (isAnswer && typeof ctx.body === 'string' && ctx.body.includes('<form method="post"')) {
      ctx.body = dress(ctx.body, nameOnce(ctx.oidc?.session?.accountId, identities, seen))
    }
  })
}

/** Removes features that Apple's metadata does not list. */
function hideExtras(ctx: { body: unknown }): void {
  const metadata = { ...(ctx.body as Record<string, unknown>) }
  delete metadata.authorization_response_iss_parameter_supported
  delete metadata.code_challenge_methods_supported
  ctx.body = metadata
}

function dress(html: string, user: string | null): string {
  const plain = html.replace(/<input type="hidden" name="iss" [^>]*>/, '')
  if (plain.includes('name="error"')) {
    return plain
      .replace(/name="error" value="[^"]*"/, 'name="error" value="user_cancelled_authorize"')
      .replace(/<input type="hidden" name="error_description" [^>]*>/, '')
  }
  if (user === null) return plain
  const field = `<input type="hidden" name="user" value="${escapeHtml(user)}"/>`
  return plain.replace('<noscript>', `${field}\n<noscript>`)
}

function nameOnce(subject: string | undefined, identities: DemoIdentity[], seen: Set<string>) {
  const found = identities.find((each) => each.subject === subject)
  if (!subject || !found || seen.has(subject)) return null
  seen.add(subject)
  const name = { firstName: found.firstName, lastName: found.lastName }
  return JSON.stringify({ name, email: found.email })
}
