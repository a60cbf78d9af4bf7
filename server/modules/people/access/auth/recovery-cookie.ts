import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { randomToken } from '#server/platform/crypto.ts'
import type { Deps } from '#server/platform/deps.ts'
import { cookieAttributes, cookieName, readCookie } from '#server/platform/http/cookies.ts'
import { LINK_MS } from './mail-link.ts'

const RECOVERY_COOKIE = 'cupo_recovery'
const SECRET = /^[A-Za-z0-9_-]{43}$/

type Site = Pick<Deps, 'urls'>

/**
 * Returns the secret that identifies the requesting browser and sets its cookie while a link is
 * valid. Reuses an earlier secret, so that either link works in this browser. Errors:
 * `cookie_doubled`.
 */
export function keepRecoverySecret(
  deps: Site,
  request: FastifyRequest,
  reply: FastifyReply,
): string {
  const secret = readRecoverySecret(deps, request) ?? randomToken(32)
  reply.setCookie(cookieName(deps, RECOVERY_COOKIE), secret, {
    ...cookieAttributes(deps),
    maxAge: LINK_MS.recovery / 1000,
  })
  return secret
}

/** Reads the recovery secret; undefined when absent or malformed. Errors: `cookie_doubled`. */
export function readRecoverySecret(deps: Site, request: FastifyRequest): string | undefined {
  const secret = readCookie(deps, request, RECOVERY_COOKIE)
  return secret !== undefined && SECRET.test(secret) ? secret : undefined
}

export function forgetRecoverySecret(deps: Site, reply: FastifyReply): void {
  reply.clearCookie(cookieName(deps, RECOVERY_COOKIE), cookieAttributes(deps))
}
