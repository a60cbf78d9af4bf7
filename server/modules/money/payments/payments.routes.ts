import type { FastifyInstance } from 'fastify'
import { payments } from '#contract/payments.ts'
import { webhooks } from '#contract/webhooks.ts'
import { eventRoutes } from '#server/modules/bank/gateway/index.ts'
import type { Deps } from '#server/platform/deps.ts'
import { routesOf } from '#server/platform/http/serve.ts'
import { confirmRedirect, validatePayment } from './check-payment.ts'
import { createPayment } from './create-payment.ts'
import { presentCheckout, presentPayment } from './payments.present.ts'
import { openInbox, receiveEvent } from './receive-event.ts'
import { discardPayment, resumePayment } from './resume-payment.ts'

export const paymentsRoutes = routesOf(payments, (deps) => ({
  create: async ({ body, actor, idempotencyKey }) => {
    const created = await createPayment(deps, actor, { ...body, idempotencyKey })
    return { success: true as const, data: presentCheckout(deps, created) }
  },
  confirmRedirect: async ({ body, actor }) => {
    const checked = await confirmRedirect(deps, actor, body)
    return { payment: presentPayment(checked, deps.clock.now()) }
  },
  validate: async ({ body, actor }) => {
    const transaction = presentPayment(await validatePayment(deps, actor, body), deps.clock.now())
    return { success: true, error: null, transaction }
  },
  resume: async ({ body, actor }) => {
    const resumed = await resumePayment(deps, actor, body)
    return { success: true as const, data: presentCheckout(deps, resumed) }
  },
  discard: async ({ body, actor }) => {
    await discardPayment(deps, actor, body)
    return { discarded: true as const }
  },
}))

/** Routes for events of the gateway: `/api/webhooks/wompi` and the alias of spec-coverage §7. */
export function webhookRoutes(app: FastifyInstance, deps: Deps): void {
  const inbox = openInbox(deps)
  const urls = [`/api${webhooks.wompi.path}`, webhooks.wompi.path]
  eventRoutes(app, deps, urls, (raw) => receiveEvent(deps, inbox, raw))
}
