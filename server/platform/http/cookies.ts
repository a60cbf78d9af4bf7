import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'

type Site = { urls: { site: string } }

/**
 * With https the prefix `__Host-` keeps neighbouring sub-domains and plain http from setting the
 * cookie: the browser takes it only with `Secure`, for the whole site and without a domain.
 */
export function cookieName({ urls }: Site, name: string): string {
  return isSecure({ urls }) ? `__Host-${name}` : name
}

/** HttpOnly and SameSite; with https also what the `__Host-` prefix requires. */
export function cookieAttributes(site: Site) {
  const secure = isSecure(site)
  const path = secure ? '/' : '/api/auth'
  return { httpOnly: true, sameSite: 'strict', path, secure } as const
}

/**
 * The value of a cookie. Of two with one name an attacker may have set either. The raw header is
 * read, because a parser would silently take the first. Errors: `cookie_doubled`.
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
