import type { FastifyInstance } from 'fastify'
import { notifications } from '#contract/notifications.ts'
import { oneClick } from '#server/platform/http/one-click.ts'
import { type HttpDeps, serve } from '#server/platform/http/serve.ts'
import { discardDelivery, listDeadDeliveries, retryDelivery } from './dead-deliveries.ts'
import { closeMailServer } from './mail-server.ts'
import { resumeMail } from './mail-suppressions.ts'
import { choosePreferences, showPreferences } from './preferences.ts'
import { registerDevice, subscribePush, unsubscribePush } from './push-subscriptions.ts'
import { readNotifications, showNotifications } from './read-notifications.ts'
import { unsubscribeTopic } from './unsubscribe.ts'

export function notificationsRoutes(app: FastifyInstance, deps: HttpDeps): void {
  app.addHook('onClose', () => closeMailServer(deps))
  serve(app, deps, notifications, {
    list: ({ actor, query }) => showNotifications(deps, actor, query),
    read: ({ actor, body }) => readNotifications(deps, actor, body),
    preferences: ({ actor }) => showPreferences(deps, actor),
    choose: ({ actor, body }) => choosePreferences(deps, actor, body.preferences),
    resumeMail: ({ actor }) => resumeMail(deps, actor),
    unsubscribe: ({ body }) => unsubscribeTopic(deps, body.token),
    subscribe: ({ actor, body }) => subscribePush(deps, actor, body),
    registerDevice: ({ actor, body }) => registerDevice(deps, actor, body),
    unsubscribePush: ({ actor }) => unsubscribePush(deps, actor),
    listDeadDeliveries: ({ query }) => listDeadDeliveries(deps, query),
    retryDelivery: async ({ actor, params }) => {
      await retryDelivery(deps, actor, params)
      return { retried: true as const }
    },
    discardDelivery: async ({ actor, params, body }) => {
      await discardDelivery(deps, actor, { ...params, ...body })
      return { discarded: true as const }
    },
  })
  oneClick(app, '/notifications/unsubscribe', {
    unsubscribe: (token) => unsubscribeTopic(deps, token),
    page: (token) =>
      `${deps.urls.site}/notifications/unsubscribe?token=${encodeURIComponent(token)}`,
  })
}
