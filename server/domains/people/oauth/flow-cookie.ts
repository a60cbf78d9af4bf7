import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { randomToken } from '#server/platform/crypto.ts'
import type { ProviderName } from './providers.ts'

/** How long a person may take at the provider. */
export const FLOW_SECONDS = 600

/**
 * Each sign-in has a tag of its own, the beginning of its state and of its code, so that two tabs
 * do not take each other's cookie.
 */
export function newTagged(tag: string): string {
  return `${tag}.${randomToken(32)}`
}

export function newTag(): string {
  return randomToken(6)
}

function tagOf(tagged: string): string | undefined {
  return /^([A-Za-z0-9_-]{8})\./.exec(tagged)?.[1]
}

function isSecure(origin: string): boolean {
  return origin.startsWith('https:')
}

/** With https the prefix keeps a neighbouring sub-domain from setting the cookie. */
function cookieName(origin: string, tag: string): string {
  return `${isSecure(origin) ? '__Host-' : ''}cupo_oauth_${tag}`
}

/** Sets the cookie. Apple answers by a cross-site post, which carries no Lax cookie. */
export function keepSecret(
  reply: FastifyReply,
  flow: { origin: string; provider: ProviderName; tag: string; secret: string },
): void {
  const secure = isSecure(flow.origin)
  reply.setCookie(cookieName(flow.origin, flow.tag), flow.secret, {
    httpOnly: true,
    path: '/',
    secure,
    sameSite: flow.provider === 'apple' && secure ? 'none' : 'lax',
    maxAge: FLOW_SECONDS,
  })
}

/** The secret that this browser keeps for the sign-in of that state or code. */
export function readSecret(
  request: FastifyRequest,
  origin: string,
  tagged: string,
): string | undefined {
  const tag = tagOf(tagged)
  return tag && request.cookies[cookieName(origin, tag)]
}

export function forgetSecret(reply: FastifyReply, origin: string, tagged: string): void {
  const tag = tagOf(tagged)
  if (tag) reply.clearCookie(cookieName(origin, tag), { path: '/', secure: isSecure(origin) })
}
