import type { FastifyInstance } from 'fastify'

/** Addresses that people try on every site: they lead to ours. */
export function siteAddresses(app: FastifyInstance): void {
  app.get('/privacy', (_request, reply) => reply.redirect('/privacidad', 301))
}
