import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/platform/deps.ts'
import { findText } from './texts.queries.ts'

/** Short links of an SMS: to what it tells and, with `/no`, to the page that stops such texts. */
export function textLinkRoutes(app: FastifyInstance, { db }: Deps): void {
  app.get<{ Params: { id: string; no?: 'no' } }>('/n/:id/:no?', async ({ params }, reply) => {
    const { id, no } = params
    const stop = `/notifications/unsubscribe?token=texts.${encodeURIComponent(id)}`
    return reply.redirect(no ? stop : ((await findText(db, { id }))?.path ?? '/notifications'))
  })
}
