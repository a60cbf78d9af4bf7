import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { oauth } from '#contract/oauth.ts'
import { AppError } from '#server/platform/errors.ts'
import { limitHits } from '#server/platform/http/rate-limit.ts'
import { type HttpDeps, type Input, serve } from '#server/platform/http/serve.ts'
import { noteDevice } from '../auth/note-device.ts'
import { handOver, readDevice } from '../auth/session-cookie.ts'
import { requireStepUp } from '../auth/step-up.ts'
import { takeAppleNotice } from './apple-notice.ts'
import { finishSignIn, originOfStart } from './finish-sign-in.ts'
import { forgetSecret, keepSecret, readSecret } from './flow-cookie.ts'
import { unlinkIdentity } from './link-identity.ts'
import { listIdentities } from './list-identities.ts'
import type { ProviderName } from './providers.ts'
import { redeemCode } from './redeem-code.ts'
import { ownOrigin, returnAddress, withAnswer } from './return-address.ts'
import { startSignIn } from './start-sign-in.ts'

export function oauthRoutes(app: FastifyInstance, deps: HttpDeps): void {
  serve(app, deps, oauth, {
    google: (input) => leave(deps, 'google', input),
    googleLat: (input) => leave(deps, 'google', input),
    apple: (input) => leave(deps, 'apple', input),
    appleLat: (input) => leave(deps, 'apple', input),
    identities: async ({ actor }) => await listIdentities(deps, actor),
    startLink: async ({ actor, params: { provider }, request, reply }) => {
      await requireStepUp(deps, actor)
      const origin = ownOrigin(deps, request.host)
      const at = { redirectUrl: `${origin}/profile`, callbackOrigin: origin, linker: actor }
      const client = { clientState: null, mobile: false, codeChallenge: null }
      const { url, tag, secret } = await startSignIn(deps, { provider, ...at, ...client })
      // This cookie binds the link to this browser: nobody links somebody else's account to theirs.
      keepSecret(reply, { origin, provider, tag, secret })
      return { address: url }
    },
    unlink: async ({ actor, params }) => {
      await unlinkIdentity(deps, actor, params)
      return await listIdentities(deps, actor)
    },
    appleNotice: async ({ body }) => {
      await takeAppleNotice(deps, body.payload)
      return { received: true as const }
    },
    redeem: async ({ query, request, reply }) => {
      const { code, state: clientState = null, verifier = null } = query
      const origin = ownOrigin(deps, request.host)
      const secret = readSecret(request, origin, code)
      const userAgent = request.headers['user-agent'] ?? null
      const proofs = { clientState, secret, verifier }
      const redeemed = await redeemCode(deps, { code, userAgent, ...proofs })
      forgetSecret(reply, origin, code)
      await noteDevice(deps, redeemed.userId, readDevice(deps, request))
      const tokens = handOver(deps, reply, redeemed.issued, redeemed.mobile)
      return { ...tokens, is_new_user: redeemed.isNew }
    },
  })
  app.register(async (scope) => providerAnswers(scope, deps))
}

/** Redirects the browser to the sign-in provider, or back to our site with an error code. */
async function leave(
  deps: HttpDeps,
  provider: ProviderName,
  { query, request, reply }: Pick<Input<typeof oauth.google>, 'query' | 'request' | 'reply'>,
): Promise<FastifyReply> {
  const { state = null, challenge: codeChallenge = null } = query
  const mobile = query.mobile === 'true'
  const isApp = mobile && codeChallenge !== null
  const redirectUrl = returnAddress(deps, query.redirect_url, isApp)
  const callbackOrigin = ownOrigin(deps, request.host)
  const client = { clientState: state, mobile, codeChallenge, linker: null }
  const flow = { provider, redirectUrl, callbackOrigin, ...client }
  reply.header('cache-control', 'no-store')
  try {
    const { url, tag, secret } = await startSignIn(deps, flow)
    keepSecret(reply, { origin: callbackOrigin, provider, tag, secret })
    return reply.redirect(url, 303)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return reply.redirect(withAnswer(redirectUrl, { error: error.code, state }), 303)
  }
}

const ANSWER_BYTES_MAX = 16 * 1024
const LIMIT = { max: 120, windowSeconds: 600 }

/** Paths to which providers redirect browsers; spec-coverage §7 requires the additional ones. */
const ANSWER_PATHS: Record<ProviderName, string[]> = {
  google: ['/auth/google/callback', '/auth/callback', '/auth/mobile-callback'],
  apple: ['/auth/apple/callback', '/auth/apple-callback', '/auth/mobile-apple-callback'],
}

/** Routes outside the contract: the provider defines the request, and its state protects it. */
function providerAnswers(app: FastifyInstance, deps: HttpDeps): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: ANSWER_BYTES_MAX },
    (_request, body, done) => done(null, body),
  )
  for (const [provider, paths] of Object.entries(ANSWER_PATHS)) {
    for (const url of paths) {
      app.route({
        method: ['GET', 'POST'],
        url,
        config: { visited: '/login' },
        handler: (request, reply) => arrive(deps, provider as ProviderName, request, reply),
      })
    }
  }
}

async function arrive(
  deps: HttpDeps,
  provider: ProviderName,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  await limitHits(deps, { key: `oauth-answer:${request.ip}`, ...LIMIT })
  const isPost = request.method === 'POST'
  const sent = isPost ? request.body : request.url.split('?').slice(1).join('?')
  const answer = typeof sent === 'string' ? sent : ''
  const state = new URLSearchParams(answer).get('state') ?? ''
  const secret = readSecret(request, ownOrigin(deps, request.host), state)
  reply.header('cache-control', 'no-store')
  if (secret === undefined) {
    const home = await originOfStart(deps, { provider, state, host: request.host })
    // 307 repeats the form of Apple's answer.
    if (home !== null) return reply.redirect(home + request.url, isPost ? 307 : 303)
  }
  const method = isPost ? 'POST' : 'GET'
  const url = await finishSignIn(deps, { provider, method, answer, state, secret })
  return reply.redirect(url, 303)
}
