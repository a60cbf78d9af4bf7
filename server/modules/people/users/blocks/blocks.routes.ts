import type { FastifyInstance } from 'fastify'
import { blocks } from '#contract/blocks.ts'
import { type HttpDeps, serve } from '#server/platform/http/serve.ts'
import { blockPerson, listBlocked, unblockPerson } from './block-person.ts'

export function blocksRoutes(app: FastifyInstance, deps: HttpDeps): void {
  serve(app, deps, blocks, {
    list: async ({ actor }) => ({ people: await listBlocked(deps, actor) }),
    add: ({ actor, body }) => blockPerson(deps, actor, body),
    remove: ({ actor, params }) => unblockPerson(deps, actor, params),
  })
}
