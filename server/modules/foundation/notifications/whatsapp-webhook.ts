// Delivery reports of Meta:
// https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/create-webhook-endpoint

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { webhooks } from '#contract/webhooks.ts'
import { sameHex } from '#server/platform/crypto.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { parsedJson } from '#server/platform/parsed-json.ts'
import { dropFallback, sendFallbackNow } from './text-fallback.ts'
import { phoneIndex } from './texts.queries.ts'
import { stopTexts } from './unsubscribe.ts'
import { isOurFault } from './whatsapp.ts'

const EVENT_BYTES_MAX = 3 * 1024 * 1024
const PATH = `/api${webhooks.whatsapp.path}`

/** A report can arrive before the answer that contains the id of the message. */
const OVERTAKES_SECONDS = 60

const Report = z.object({
  id: z.string().min(1),
  status: z.string(),
  /** Unix seconds as text. */
  timestamp: z.coerce.number(),
  errors: z.array(z.object({ code: z.int() })).default([]),
})
type Report = z.infer<typeof Report>

/** A person's "no más": https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks/payload-examples */
const NO_MORE = /^[\s«"'¡]*(?:no\s*m[aá]s|stop|baja|parar)(?!\p{L})/iu
const NoMore = z.object({ from: z.string(), text: z.object({ body: z.string().regex(NO_MORE) }) })

/** An event can have several entries, and entries of other kinds, which are ignored. */
const Unknowns = z.array(z.unknown()).default([])
const Event = z.object({
  entry: z.array(
    z.object({
      changes: z.array(z.object({ value: z.object({ statuses: Unknowns, messages: Unknowns }) })),
    }),
  ),
})

/** Routes to which Meta reports deliveries, in a scope that reads the signed raw bytes. */
export function whatsappWebhookRoutes(app: FastifyInstance, deps: Deps): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.get(PATH, async (request, reply) => {
    const asked = request.query as Record<string, unknown>
    const { verifyToken } = deps.secrets.whatsapp ?? {}
    const given = asked['hub.verify_token']
    const isMeta = typeof given === 'string' && verifyToken && isSame(given, verifyToken)
    if (asked['hub.mode'] !== 'subscribe' || !isMeta) throw new AppError('forbidden')
    return reply.type('text/plain; charset=utf-8').send(String(asked['hub.challenge'] ?? ''))
  })
  app.post(PATH, { bodyLimit: EVENT_BYTES_MAX }, async (request) => {
    const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const signature = String(request.headers['x-hub-signature-256'] ?? '')
    const values = valuesIn(deps, raw, signature)
    for (const status of values.flatMap(({ statuses }) => statuses)) {
      const report = Report.safeParse(status).data
      if (report) await take(deps, report)
    }
    for (const message of values.flatMap(({ messages }) => messages)) {
      const from = NoMore.safeParse(message).data?.from
      if (from) await stopTexts(deps, { index: phoneIndex(deps.secrets, `+${from}`) })
    }
    return { received: true }
  })
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Verifies the signature and parses the event. Errors: `bad_signature`, `invalid_request`. */
function valuesIn({ secrets, metrics }: Deps, raw: Buffer, signature: string) {
  const secret = secrets.whatsapp?.appSecret
  const expected = secret && createHmac('sha256', secret).update(raw).digest('hex')
  if (!expected || !sameHex(expected, signature.replace(/^sha256=/, ''))) {
    metrics.count('whatsapp_event_forged')
    throw new AppError('bad_signature')
  }
  const { data } = Event.safeParse(parsedJson(raw.toString('utf8')))
  if (!data) throw new AppError('invalid_request')
  return data.entry.flatMap(({ changes }) => changes).map(({ value }) => value)
}

/** Handles one report. Errors: `unavailable` if it overtakes the message; Meta sends it again. */
async function take(deps: Deps, { id, status, timestamp, errors }: Report): Promise<void> {
  if (status === 'delivered' || status === 'read') return await dropFallback(deps, id)
  if (status !== 'failed') return
  const code = errors[0]?.code ?? -1
  deps.metrics.count('text_undelivered', { code: String(code) })
  if (isOurFault(code)) deps.metrics.count('text_provider_failed', { channel: 'whatsapp' })
  if (await sendFallbackNow(deps, id)) return
  const age = deps.clock.now().getTime() / 1000 - timestamp
  if (age < OVERTAKES_SECONDS) throw new AppError('unavailable')
}
