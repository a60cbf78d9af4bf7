import type { FastifyInstance } from 'fastify'
import { alerts } from '#contract/alerts.ts'
import { oneClick } from '#server/platform/http/one-click.ts'
import { type HttpDeps, serve } from '#server/platform/http/serve.ts'
import { listAlerts, presentAlert, presentMailed } from './alerts.present.ts'
import { createAlert } from './create-alert.ts'
import { resumeAlert, stopAlert } from './stop-alert.ts'
import { readMailed, unsubscribe } from './unsubscribe.ts'

/** Serves saved searches, and unsubscribing from their mails. */
export function alertsRoutes(app: FastifyInstance, deps: HttpDeps): void {
  serve(app, deps, alerts, {
    create: async ({ actor, body, idempotencyKey }) => {
      const { alert, created } = await createAlert(deps, actor, { ...body, idempotencyKey })
      return { alert: await presentAlert(deps, alert), created }
    },
    mine: ({ actor }) => listAlerts(deps, actor),
    stop: async ({ actor, params }) => {
      const alert = await stopAlert(deps, actor, params)
      return { alert: await presentAlert(deps, alert) }
    },
    resume: async ({ actor, params }) => {
      const alert = await resumeAlert(deps, actor, params)
      return { alert: await presentAlert(deps, alert) }
    },
    fromMail: async ({ body }) => {
      return { alert: await presentMailed(deps, await readMailed(deps, body.token)) }
    },
    unsubscribe: async ({ body }) => {
      return { alert: await presentMailed(deps, await unsubscribe(deps, body.token)) }
    },
  })
  oneClick(app, '/alerts/unsubscribe', {
    async unsubscribe(token) {
      const { status } = await unsubscribe(deps, token)
      return { status }
    },
    page: (token) => `${deps.urls.site}/alerts?token=${encodeURIComponent(token)}`,
  })
}
