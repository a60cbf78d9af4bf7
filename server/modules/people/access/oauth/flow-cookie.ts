import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { randomToken } from '#server/platform/crypto.ts'
import type { ProviderName } from './providers.ts'

/** Time that a person has to sign in at the provider. */
export const FLOW_SECONDS = 600

/** Random value that starts with the tag of the sign-in, so that two tabs use different cookies. */
export function newTagged(tag: string): string {
  return `${tag}.${randomToken(32)}`
}

function tagOf(tagged: string): string | undefined {
  return /^([A-Za-z0-9_-]{8})\./.exec(tagged)?.[1]
}

function isSecure(origin: string): boolean {
  return origin.startsWith('https:')
}

/** With https, the prefix `__Host-` prevents a sibling subdomain from setting the cookie. */
function cookieName(origin: string, tag: string): string {
  return `${isSecure(origin) ? '__Host-' : ''}cupo_oauth_${tag}`
}

/** Sets the cookie. For Apple not SameSite=Lax, because Apple answers by a cross-site POST. */
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

/** Returns the secret in this browser's cookie for the sign-in of that state or code. */
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
