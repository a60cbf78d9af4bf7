import { blocks } from '#contract/blocks.ts'
import { routesOf } from '#server/platform/http/serve.ts'
import { blockPerson, listBlocked, unblockPerson } from './block-person.ts'

export const blocksRoutes = routesOf(blocks, (deps) => ({
  list: async ({ actor }) => ({ people: await listBlocked(deps, actor) }),
  add: ({ actor, body }) => blockPerson(deps, actor, body),
  remove: ({ actor, params }) => unblockPerson(deps, actor, params),
}))
