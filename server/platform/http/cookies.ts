import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'

type Site = { urls: { site: string } }

/** Returns the name; with https a prefix keeps sub-domains and plain http from setting it. */
export function cookieName({ urls }: Site, name: string): string {
  return isSecure({ urls }) ? `__Host-${name}` : name
}

/** Returns HttpOnly and SameSite; with https also what the `__Host-` prefix requires. */
export function cookieAttributes(site: Site) {
  const secure = isSecure(site)
  const path = secure ? '/' : '/api/auth'
  return { httpOnly: true, sameSite: 'strict', path, secure } as const
}

/**
 * Returns the value of a cookie. Refuses two cookies with the same name, since an attacker could
 * have set one of them; a parser would take the first. Errors: `cookie_doubled`.
 */
export function readCookie(site: Site, request: FastifyRequest, name: string): string | undefined {
  const wanted = cookieName(site, name)
  const given = (request.headers.cookie ?? '')
    .split(';')
    .filter((pair) => pair.split('=', 1)[0]?.trim() === wanted)
  if (given.length > 1) throw new AppError('cookie_doubled')
  return request.cookies[wanted]
}

function isSecure({ urls }: Site): boolean {
  return urls.site.startsWith('https:')
}
