// The simulated providers in a separate process: gateway, payouts, mail and SMS, with pages for
// received mail and texts. Keys are passed as JSON in the environment.
import Fastify from 'fastify'
import { openMailSandbox } from '#sandbox/mail/mail-sandbox.ts'
import { createTextSandbox } from '#sandbox/text/text-sandbox.ts'
import { createPayoutsSandbox } from '#sandbox/wompi/payouts-sandbox.ts'
import { createWompiSandbox } from '#sandbox/wompi/wompi-sandbox.ts'
import type { OutsideKeys } from './keys.ts'
import { MAIL_PORT, OUTSIDE_PORT, SITE } from './names.ts'

const keys = JSON.parse(process.env.OUTSIDE_KEYS ?? '') as OutsideKeys
const app = Fastify()
const mail = await openMailSandbox({ port: MAIL_PORT })
const texts = createTextSandbox(keys.texts)
const gateway = createWompiSandbox({
  keys: keys.wompi,
  webhookUrl: `${SITE}/api/webhooks/wompi`,
  file: process.env.GATEWAY_FILE ?? '',
})
const payouts = createPayoutsSandbox({
  keys: keys.payouts,
  webhookUrl: `${SITE}/api/webhooks/wompi-payouts`,
  settleMs: 1_000,
})
await app.register(gateway.plugin)
await app.register(payouts.plugin)
await app.register(mail.plugin)
await app.register(texts.plugin)
app.get<{ Querystring: { to: string } }>('/seen/texts', async ({ query }) =>
  texts.control.messages(query.to),
)
app.get<{ Querystring: { to: string } }>('/seen/mail', async ({ query }) =>
  mail.control.messages(query.to),
)
await app.listen({ port: OUTSIDE_PORT, host: '127.0.0.1' })
