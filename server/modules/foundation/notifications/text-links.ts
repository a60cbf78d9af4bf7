import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/platform/deps.ts'
import { findText } from './texts.queries.ts'

/** Short links of an SMS: to what it tells and, with `/no`, to the page that stops such texts. */
export function textLinkRoutes(app: FastifyInstance, { db }: Deps): void {
  type Named = { Params: { id: string; no?: 'no' } }
  const config = { visited: '/notifications' }
  app.get<Named>('/n/:id/:no?', { config }, async ({ params: { id, no } }, reply) => {
    const stop = `/notifications/unsubscribe?token=texts.${encodeURIComponent(id)}`
    const page = no ? stop : ((await findText(db, { id }))?.path ?? '/notifications')
    return reply.redirect(page, 303)
  })
}
