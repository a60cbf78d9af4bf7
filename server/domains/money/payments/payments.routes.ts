import type { FastifyInstance, FastifyRequest } from 'fastify'
import { payments } from '#contract/payments.ts'
import { ForgedEvents } from '#server/domains/bank/gateway/gateway.public.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { subscriberOf } from '#server/platform/http/rate-limit.ts'
import { type HttpDeps, serve } from '#server/platform/http/serve.ts'
import { confirmRedirect, validatePayment } from './check-payment.ts'
import { createPayment } from './create-payment.ts'
import { presentCheckout, presentPayment } from './payments.present.ts'
import { openInbox, receiveEvent } from './receive-event.ts'

export function paymentsRoutes(app: FastifyInstance, deps: HttpDeps): void {
  serve(app, deps, payments, {
    create: async ({ body, actor, idempotencyKey }) => {
      const created = await createPayment(deps, actor, { ...body, idempotencyKey })
      return { success: true as const, data: presentCheckout(deps, created) }
    },
    confirmRedirect: async ({ body, actor }) => {
      return { payment: presentPayment(await confirmRedirect(deps, actor, body), deps.clock.now()) }
    },
    validate: async ({ body, actor }) => {
      const payment = await validatePayment(deps, actor, body)
      return { success: true, error: null, transaction: presentPayment(payment, deps.clock.now()) }
    },
  })
}

const EVENT_BYTES_MAX = 256 * 1024

/**
 * Routes for events of the gateway: `/api/webhooks/wompi` and the alias of spec-coverage §7.
 * Mounted at the root in a separate scope, because the signature covers the bytes as received.
 */
export function webhookRoutes(app: FastifyInstance, deps: Deps): void {
  const forged = new ForgedEvents()
  const inbox = openInbox(deps)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body)
  })
  for (const url of ['/api/webhooks/wompi', '/webhooks/wompi']) {
    app.post(url, { bodyLimit: EVENT_BYTES_MAX }, async (request: FastifyRequest) => {
      const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      await receiveEvent(deps, inbox, raw).catch((error: unknown) => {
        throw isForged(error) && forged.note(subscriberOf(request.ip), deps.clock.now())
          ? new AppError('rate_limited', { details: { retryAfter: 60 } })
          : error
      })
      return { received: true }
    })
  }
}

/** Only forged events count, so that a flood from the same IP address delays no genuine event. */
function isForged(error: unknown): boolean {
  return error instanceof AppError && error.code === 'bad_signature'
}
