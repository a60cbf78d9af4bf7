import type { FastifyInstance, FastifyRequest } from 'fastify'

type Addressed = FastifyRequest<{ Params: { token: string } }>

/** Routes for `List-Unsubscribe` (RFC 8058): mail programs post a form, people get a page. */
export function oneClick(
  app: FastifyInstance,
  path: string,
  act: {
    unsubscribe(token: string): Promise<object>
    /** Returns the address of the page that asks for confirmation. */
    page(token: string): string
  },
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    const options = { parseAs: 'buffer', bodyLimit: 4096 } as const
    scope.addContentTypeParser('*', options, (_request, _body, done) => done(null, undefined))
    scope.post(`${path}/:token`, ({ params }: Addressed) => act.unsubscribe(params.token))
    const page = ({ params }: Addressed) => act.page(params.token)
    const config = { visited: (request: FastifyRequest) => page(request as Addressed) }
    scope.get(`${path}/:token`, { config }, async (request: Addressed, reply) =>
      reply.redirect(page(request), 303),
    )
  })
}
