import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { deviceProof } from '#server/domains/passwords/passwords.public.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { type Issued, REFRESH_MS } from './open-session.ts'

const REFRESH_COOKIE = 'cupo_refresh'
const DEVICE_COOKIE = 'cupo_device'
const ONE_YEAR_SECONDS = 365 * 24 * 3600

/** Out of reach of scripts and of other sites, sent to the sign-in calls only. */
function attributes(deps: Pick<Deps, 'urls'>) {
  return {
    httpOnly: true,
    sameSite: 'strict',
    path: '/api/auth',
    secure: deps.urls.site.startsWith('https:'),
  } as const
}

/** The body of the answer; the refresh token goes into the body only for the native wrapper. */
export function handOver(
  deps: Pick<Deps, 'urls'>,
  reply: FastifyReply,
  issued: Issued,
  mobile: boolean | undefined,
) {
  const tokens = { access_token: issued.accessToken, expires_at: issued.expiresAt }
  reply.header('cache-control', 'no-store')
  if (mobile) return { ...tokens, refresh_token: issued.refreshToken }
  reply.setCookie(REFRESH_COOKIE, issued.refreshToken, {
    ...attributes(deps),
    maxAge: REFRESH_MS / 1000,
  })
  return tokens
}

/**
 * The refresh token presented: from the body for the native wrapper, else from the cookie. What a
 * browser sends by itself counts only from our own pages. Errors: `bad_origin`.
 */
export function presentedToken(
  deps: Pick<Deps, 'urls'>,
  request: FastifyRequest,
  body: { refresh_token?: string | undefined; mobile?: boolean | undefined },
): string | undefined {
  if (body.mobile) return body.refresh_token
  const cookie = request.cookies[REFRESH_COOKIE]
  if (cookie === undefined) return undefined
  const { origin } = request.headers
  if (origin !== undefined && origin !== new URL(deps.urls.site).origin) {
    throw new AppError('bad_origin')
  }
  return cookie
}

export function clearSession(deps: Pick<Deps, 'urls'>, reply: FastifyReply): void {
  reply.clearCookie(REFRESH_COOKIE, attributes(deps))
}

export function readDevice(request: FastifyRequest): string | undefined {
  return request.cookies[DEVICE_COOKIE]
}

/** Leaves with the browser the proof that it belongs to somebody of this account. */
export function rememberDevice(
  deps: Pick<Deps, 'urls' | 'secrets'>,
  reply: FastifyReply,
  emailKey: string,
): void {
  const proof = deviceProof(deps.secrets.authKey, emailKey)
  reply.setCookie(DEVICE_COOKIE, proof, { ...attributes(deps), maxAge: ONE_YEAR_SECONDS })
}
