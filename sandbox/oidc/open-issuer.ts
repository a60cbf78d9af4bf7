import type { IncomingMessage, ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'
import { type Configuration, interactionPolicy, Provider } from 'oidc-provider'
import { chooserPage, strayPage } from './chooser-page.ts'
import type { DemoIdentity } from './demo-identities.ts'
import { memoryAdapter } from './memory-adapter.ts'

export type IssuerOptions = {
  /** `google` or `apple`: prefix of the cookies and the path. */
  name: string
  title: string
  /** URL of the issuer, path included. */
  issuer: string
  clientId: string
  clientSecret: string
  redirectUris: string[]
  identities: DemoIdentity[]
  /** Whether each exchanged code gives a refresh token, as with Apple. */
  givesRefreshTokens?: true
  /** Options that differ between Google and Apple. */
  configuration: Configuration
}

export type Issuer = {
  provider: Provider
  /** Signs a token with the key of the issuer. */
  sign(claims: JWTPayload): Promise<string>
  /** Handles a request whose `url` lacks the mount path and whose `originalUrl` has it. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
}

const { base, Check } = interactionPolicy

/** Opens an OpenID issuer that asks for the account on every sign-in and never asks for consent. */
export async function openIssuer(options: IssuerOptions): Promise<Issuer> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const header = { alg: 'RS256', kid: 'sandbox' }
  const provider = new Provider(options.issuer, {
    ...(await commonConfiguration(options, { ...(await exportJWK(privateKey)), ...header })),
    ...options.configuration,
  })
  provider.proxy = options.issuer.startsWith('https:') // A proxy in front terminates TLS.
  let answer: ReturnType<Provider['callback']> | undefined
  return {
    provider,
    sign: (claims) => new SignJWT(claims).setProtectedHeader(header).sign(privateKey),
    async handle(request, response) {
      const uid = /^\/interaction\/([A-Za-z0-9_-]+)$/.exec(request.url ?? '')?.[1]
      // The callback is created late, because it uses the middleware that was added before.
      answer ??= provider.callback()
      if (uid === undefined) await answer(request, response)
      else await interact(provider, options, { request, response })
    },
  }
}

async function commonConfiguration(options: IssuerOptions, jwk: JWK): Promise<Configuration> {
  const key = { ...jwk, use: 'sig' }
  const { name } = options
  return {
    clients: [
      {
        client_id: options.clientId,
        client_secret: options.clientSecret,
        redirect_uris: options.redirectUris,
        response_types: ['code'],
        grant_types: [
          'authorization_code',
          ...(options.givesRefreshTokens ? ['refresh_token'] : []),
        ],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    adapter: memoryAdapter(),
    jwks: { keys: [key] },
    cookies: {
      keys: [options.clientSecret],
      // Cookie names per issuer, because both issuers have the same origin.
      names: {
        session: `${name}_session`,
        interaction: `${name}_interaction`,
        resume: `${name}_resume`,
      },
    },
    ttl: {
      AuthorizationCode: 300,
      AccessToken: 3600,
      IdToken: 600,
      Grant: 3600,
      Session: 3600,
      Interaction: 600,
    },
    conformIdTokenClaims: false, // Puts e-mail and name into the ID token, as Google and Apple do.
    pkce: { required: () => false },
    features: { devInteractions: { enabled: false } },
    interactions: {
      url: (_ctx, interaction) =>
        `${new URL(options.issuer).pathname}/interaction/${interaction.uid}`,
      policy: alwaysAsk(),
    },
    async loadExistingGrant(ctx) {
      const { oidc } = ctx
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId,
        accountId: oidc.session?.accountId,
      })
      grant.addOIDCScope([...oidc.requestParamScopes].join(' '))
      await grant.save()
      return grant
    },
  }
}

function alwaysAsk() {
  const policy = base()
  const chosen = new Check('choose_account', 'an account is chosen every time', (ctx) =>
    ctx.oidc.result?.login ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
  )
  policy.get('login')?.checks.add(chosen)
  return policy
}

/** Shows the account chooser and handles its answer. */
async function interact(
  provider: Provider,
  options: IssuerOptions,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
): Promise<void> {
  try {
    await provider.interactionDetails(request, response)
  } catch {
    return sendPage(response, 410, strayPage(options.title))
  }
  if (request.method !== 'POST') {
    const action = (request as { originalUrl?: string }).originalUrl ?? ''
    return sendPage(response, 200, chooserPage({ ...options, provider: options.title, action }))
  }
  const account = new URLSearchParams(await bodyOf(request)).get('account') ?? 'cancel'
  const known = options.identities.some(({ subject }) => subject === account)
  await provider.interactionFinished(
    request,
    response,
    known ? { login: { accountId: account, remember: false } } : { error: 'access_denied' },
    { mergeWithLastSubmission: false },
  )
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function sendPage(response: ServerResponse, status: number, html: string): void {
  response.statusCode = status
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.setHeader('cache-control', 'no-store')
  response.end(html)
}
