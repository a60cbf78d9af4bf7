import type { FastifyInstance, FastifyRequest } from 'fastify'

type Addressed = FastifyRequest<{ Params: { token: string } }>

/**
 * What `List-Unsubscribe` names. A mail program posts a form there without a session (RFC 8058), in
 * either of two encodings and of no use to us; whoever opens it as a page is asked first.
 */
export function oneClick(
  app: FastifyInstance,
  path: string,
  act: {
    unsubscribe(token: string): Promise<object>
    /** Address of the page that asks. */
    page(token: string): string
  },
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    const options = { parseAs: 'buffer', bodyLimit: 4096 } as const
    scope.addContentTypeParser('*', options, (_request, _body, done) => done(null, undefined))
    scope.post(`${path}/:token`, ({ params }: Addressed) => act.unsubscribe(params.token))
    scope.get(`${path}/:token`, async ({ params }: Addressed, reply) =>
      reply.redirect(act.page(params.token), 303),
    )
  })
}
