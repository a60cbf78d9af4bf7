import type { FastifyInstance, FastifyRequest } from 'fastify'
import { alerts } from '#contract/alerts.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type HttpDeps, serve } from '#server/platform/http/serve.ts'
import { presentAlert, presentMailed } from './alerts.present.ts'
import { createAlert } from './create-alert.ts'
import { listAlerts } from './list-alerts.ts'
import { resumeAlert, stopAlert } from './stop-alert.ts'
import { readMailed, unsubscribe } from './unsubscribe.ts'

/** Saved searches, and unsubscribing from their mails. */
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
  app.register(async (scope) => oneClickRoutes(scope, deps))
}

type Addressed = FastifyRequest<{ Params: { token: string } }>

/**
 * What `List-Unsubscribe` names. A mail program posts a form there without a session (RFC 8058), in
 * either of two encodings and of no use to us; whoever opens it as a page is asked first.
 */
function oneClickRoutes(app: FastifyInstance, deps: Deps): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 4096 }, (_request, _body, done) => {
    done(null, undefined)
  })
  app.post('/alerts/unsubscribe/:token', async ({ params }: Addressed) => {
    const { status } = await unsubscribe(deps, params.token)
    return { status }
  })
  app.get('/alerts/unsubscribe/:token', async ({ params }: Addressed, reply) => {
    const token = encodeURIComponent(params.token)
    return reply.redirect(`${deps.urls.site}/alerts?token=${token}`, 303)
  })
}
