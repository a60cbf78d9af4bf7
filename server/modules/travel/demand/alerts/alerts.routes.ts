import type { FastifyInstance } from 'fastify'
import { alerts } from '#contract/alerts.ts'
import { oneClick } from '#server/platform/http/one-click.ts'
import { type HttpDeps, serve } from '#server/platform/http/serve.ts'
import type { Alert } from './alert.ts'
import { listAlerts, presentAlert, presentMailed } from './alerts.present.ts'
import { createAlert } from './create-alert.ts'
import { resumeAlert, stopAlert } from './stop-alert.ts'
import { readMailed, unsubscribe } from './unsubscribe.ts'

/** Serves saved searches, and unsubscribing from their mails. */
export function alertsRoutes(app: FastifyInstance, deps: HttpDeps): void {
  const shown = async (alert: Promise<Alert>) => ({ alert: await presentAlert(deps, await alert) })
  const mailed = async (alert: Promise<Alert>) => ({
    alert: await presentMailed(deps, await alert),
  })
  serve(app, deps, alerts, {
    create: async ({ actor, body, idempotencyKey }) => {
      const { alert, created } = await createAlert(deps, actor, { ...body, idempotencyKey })
      return { alert: await presentAlert(deps, alert), created }
    },
    mine: ({ actor }) => listAlerts(deps, actor),
    stop: ({ actor, params }) => shown(stopAlert(deps, actor, params)),
    resume: ({ actor, params }) => shown(resumeAlert(deps, actor, params)),
    fromMail: ({ body }) => mailed(readMailed(deps, body.token)),
    unsubscribe: ({ body }) => mailed(unsubscribe(deps, body.token)),
  })
  oneClick(app, '/alerts/unsubscribe', {
    async unsubscribe(token) {
      const { status } = await unsubscribe(deps, token)
      return { status }
    },
    page: (token) => `${deps.urls.site}/alerts?token=${encodeURIComponent(token)}`,
  })
}
