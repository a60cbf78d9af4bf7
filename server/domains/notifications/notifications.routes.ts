import type { FastifyInstance } from 'fastify'
import { notifications } from '#contract/notifications.ts'
import { type HttpDeps, serve } from '#server/platform/http/serve.ts'
import { readNotifications, showNotifications } from './read-notifications.ts'

/** What a person was told. */
export function notificationsRoutes(app: FastifyInstance, deps: HttpDeps): void {
  serve(app, deps, notifications, {
    list: ({ actor, query }) => showNotifications(deps, actor, query),
    read: ({ actor, body }) => readNotifications(deps, actor, body),
  })
}
