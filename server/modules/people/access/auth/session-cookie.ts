import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { cookieAttributes, cookieName, readCookie } from '#server/platform/http/cookies.ts'
import { deviceProof } from './known-device.ts'
import { ENDED_KEPT_MS, type Issued, REFRESH_MS } from './open-session.ts'

const REFRESH_COOKIE = 'cupo_refresh'
const DEVICE_COOKIE = 'cupo_device'
const ONE_YEAR_SECONDS = 365 * 24 * 3600

/** Builds the response body and sets the cookie; only the native app gets the token in the body. */
export function handOver(
  deps: Pick<Deps, 'urls'>,
  reply: FastifyReply,
  issued: Issued,
  mobile: boolean | undefined,
) {
  const tokens = { access_token: issued.accessToken, expires_at: issued.expiresAt }
  if (mobile) return { ...tokens, refresh_token: issued.refreshToken }
  reply.setCookie(cookieName(deps, REFRESH_COOKIE), issued.refreshToken, {
    ...cookieAttributes(deps),
    maxAge: (REFRESH_MS + ENDED_KEPT_MS) / 1000,
  })
  return tokens
}

/**
 * Returns the presented refresh token: from the body for the native app, else from the cookie. A
 * cookie counts only on requests from our own pages. Errors: `bad_origin`, `cookie_doubled`.
 */
export function presentedToken(
  deps: Pick<Deps, 'urls'>,
  request: FastifyRequest,
  body: { refresh_token?: string | undefined; mobile?: boolean | undefined },
): string | undefined {
  if (body.mobile) return body.refresh_token
  const cookie = readCookie(deps, request, REFRESH_COOKIE)
  if (cookie === undefined) return undefined
  const { origin } = request.headers
  if (origin !== undefined && origin !== new URL(deps.urls.site).origin) {
    throw new AppError('bad_origin')
  }
  return cookie
}

export function clearSession(deps: Pick<Deps, 'urls'>, reply: FastifyReply): void {
  reply.clearCookie(cookieName(deps, REFRESH_COOKIE), cookieAttributes(deps))
}

/** Device cookie from an earlier sign-in. Errors: `cookie_doubled`. */
export function readDevice(deps: Pick<Deps, 'urls'>, request: FastifyRequest): string | undefined {
  return readCookie(deps, request, DEVICE_COOKIE)
}

/** Marks this browser as a known device of the account; `before` is the current cookie. */
export function rememberDevice(
  deps: Pick<Deps, 'urls' | 'secrets'>,
  reply: FastifyReply,
  emailKey: string,
  before?: string,
): string {
  const proof = deviceProof(deps.secrets.authKey, emailKey, before)
  reply.setCookie(cookieName(deps, DEVICE_COOKIE), proof, {
    ...cookieAttributes(deps),
    maxAge: ONE_YEAR_SECONDS,
  })
  return proof
}
