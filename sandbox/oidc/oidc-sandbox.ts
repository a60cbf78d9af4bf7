import { createPublicKey, type KeyObject } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { appleConfiguration, dressAnswers, verifyClientSecret } from './apple-issuer.ts'
import { appleIdentities, type DemoIdentity, googleIdentities } from './demo-identities.ts'
import { googleConfiguration } from './google-issuer.ts'
import { type Issuer, openIssuer } from './open-issuer.ts'

export const GOOGLE_MOUNT = '/sandbox/google'
export const APPLE_MOUNT = '/sandbox/apple'

export type OidcSandbox = {
  /** URLs of the two issuers. */
  google: string
  apple: string
  /** Mounts the issuers at /sandbox/google and /sandbox/apple. */
  plugin(app: FastifyInstance): Promise<void>
  control: OidcControl
}

/** For tests: controls of the providers. */
export type OidcControl = {
  identities: { google: DemoIdentity[]; apple: DemoIdentity[] }
  /** While down, the issuer answers 503. */
  setAway(provider: 'google' | 'apple', away: boolean): void
  /** Revokes Cupo at Apple for this person: the next sign-in counts as the first one again. */
  forget(subject: string): void
  /** Signs a notice as Apple does. */
  signAsApple: Issuer['sign']
  /** Subjects whose tokens Cupo revoked at Apple. */
  revoked(): string[]
}

type Options = {
  /** Origin on which the sandbox is mounted. */
  origin: string
  /** Other origins of the site, to which the providers may return. */
  siteOrigins?: readonly string[]
  google: { clientId: string; clientSecret: string }
  apple: {
    clientId: string
    teamId: string
    keyId: string
    /** Private key of the client; the sandbox uses only its public half. */
    privateKey: KeyObject
  }
  clock?: { now(): Date }
}

/** Local simulations of Google and Apple: OpenID Connect issuers with the peculiarities of each. */
export async function openOidcSandbox(options: Options): Promise<OidcSandbox> {
  const urls = { google: options.origin + GOOGLE_MOUNT, apple: options.origin + APPLE_MOUNT }
  const identities = { google: [...googleIdentities], apple: [...appleIdentities] }
  const seen = new Set<string>()
  const returns = (path: string) =>
    [options.origin, ...(options.siteOrigins ?? [])].map((origin) => origin + path)
  const away = { google: false, apple: false }
  const google = await openIssuer({
    ...options.google,
    redirectUris: returns('/api/auth/google/callback'),
    name: 'google',
    title: 'Google',
    issuer: urls.google,
    identities: identities.google,
    configuration: googleConfiguration(identities.google),
  })
  const apple = await openIssuer({
    ...options.apple,
    redirectUris: returns('/api/auth/apple/callback'),
    name: 'apple',
    title: 'Apple',
    clientSecret: 'replaced-by-a-signed-token',
    givesRefreshTokens: true,
    issuer: urls.apple,
    identities: identities.apple,
    configuration: appleConfiguration(identities.apple),
  })
  verifyClientSecret(apple.provider, {
    ...options.apple,
    publicKey: createPublicKey(options.apple.privateKey),
    issuer: urls.apple,
    now: () => options.clock?.now() ?? new Date(),
  })
  dressAnswers(apple.provider, identities.apple, seen)
  const revoked: string[] = []
  apple.provider.on('grant.revoked', (ctx) => {
    const { entities } = ctx.oidc
    const token = entities.RefreshToken ?? entities.AccessToken
    if (token?.accountId) revoked.push(token.accountId)
  })
  return {
    ...urls,
    async plugin(app) {
      await app.register(async (scope) => mount(scope, GOOGLE_MOUNT, google, () => away.google))
      await app.register(async (scope) => mount(scope, APPLE_MOUNT, apple, () => away.apple))
    },
    control: {
      identities,
      setAway(provider, value) {
        away[provider] = value
      },
      forget: (subject) => void seen.delete(subject),
      signAsApple: apple.sign,
      revoked: () => revoked,
    },
  }
}

/** Passes every request below the path to the issuer, without parsing the body. */
function mount(app: FastifyInstance, path: string, issuer: Issuer, isAway: () => boolean): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  app.all(`${path}/*`, async (request, reply) => {
    if (isAway()) return await reply.code(503).send('')
    reply.hijack()
    const { raw } = request
    const url = raw.url ?? ''
    Object.assign(raw, { originalUrl: url } satisfies Partial<Mounted>)
    raw.url = url.slice(path.length) || '/'
    // The issuer sets the content security policy of its pages.
    reply.raw.removeHeader('content-security-policy')
    await issuer.handle(raw, reply.raw)
  })
}

type Mounted = IncomingMessage & { originalUrl: string }
