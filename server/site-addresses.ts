import type { FastifyInstance } from 'fastify'
import { addMs, DAY_MS } from './platform/clock.ts'
import type { Deps } from './platform/deps.ts'

/** RFC 9116 asks for a date less than a year ahead, after which the file counts as stale. */
const SECURITY_TXT_MS = 180 * DAY_MS

/** Addresses that people and programs try on every site: they lead to ours. */
export function siteAddresses(
  app: FastifyInstance,
  { config, clock, urls }: Pick<Deps, 'config' | 'clock' | 'urls'>,
): void {
  app.get('/privacy', (_request, reply) => reply.redirect('/privacidad', 301))
  // https://w3c.github.io/webappsec-change-password-url/: password managers open it.
  app.get('/.well-known/change-password', (_request, reply) =>
    reply.redirect('/profile/contrasena', 302),
  )
  app.get('/.well-known/security.txt', async (_request, reply) => {
    reply.type('text/plain; charset=utf-8')
    return [
      `Contact: mailto:${config.brand.privacy_mail}`,
      `Expires: ${addMs(clock.now(), SECURITY_TXT_MS).toISOString()}`,
      'Preferred-Languages: es, en',
      `Canonical: ${urls.site}/.well-known/security.txt`,
      '',
    ].join('\n')
  })
}
