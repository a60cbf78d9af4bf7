import type { FastifyInstance } from 'fastify'
import { brandFrom } from '#contract/brand.ts'
import { type ConsentText, consentTexts } from '#contract/consent-texts.ts'
import { type MailControl, openMailSandbox } from '#sandbox/mail/mail-sandbox.ts'
import {
  APPLE_MOUNT,
  GOOGLE_MOUNT,
  type OidcControl,
  openOidcSandbox,
} from '#sandbox/oidc/oidc-sandbox.ts'
import { createPushSandbox, type PushControl } from '#sandbox/push/push-sandbox.ts'
import { createTextSandbox, type TextControl } from '#sandbox/text/text-sandbox.ts'
import {
  createPayoutsSandbox,
  PAYOUTS_MOUNT,
  type PayoutControl,
} from '#sandbox/wompi/payouts-sandbox.ts'
import { createWompiSandbox, type WompiControl } from '#sandbox/wompi/wompi-sandbox.ts'
import { buildApp } from '#server/app.ts'
import { seedDemo } from '#server/demo/seed-demo.ts'
import { setPhonePolicy } from '#server/modules/people/users/index.ts'
import { loadPlaces, loadSafePoints } from '#server/modules/roads/places/index.ts'
import { loadFuelPrices } from '#server/modules/roads/pricing/index.ts'
import { jobHandlers, recurringJobs } from '#server/modules.ts'
import { bogotaDate } from '#server/platform/clock.ts'
import { startWorker } from '#server/platform/jobs/worker.ts'
import { atEnd } from '../at-end.ts'
import { type TestDeps, testDeps } from '../deps.ts'
import { sitePort } from './site-port.ts'

export type TestSite = {
  url: string
  /** The server app, for calls that need no browser. */
  app: FastifyInstance
  deps: TestDeps
  /** Controls of the simulated Google and Apple. */
  oidc: OidcControl
  mail: MailControl
  push: PushControl
  /** Texts on people's phones. */
  phones: TextControl
  /** Controls of the simulated gateway. */
  wompi: WompiControl
  /** Controls of the simulated payouts. */
  payouts: PayoutControl
  /** Texts of the terms and other consents; a test can add one and remove it. */
  texts: ConsentText[]
}

/** The texts without announced policies, which every person of a test would be told of. */
const textsOn = (today: string): ConsentText[] =>
  consentTexts.filter(({ purpose, version }) => purpose !== 'privacy' || version <= today)

/**
 * Starts the whole product on its own port: built web, API, jobs and the sandbox, with a database
 * for this test file. Its clock stands still until a test moves it. With `phones`, codes can be
 * sent to phones, and booking and publishing need a proved number. `company`: the `BRAND_…`
 * variables of the server, else none. `demo`: writes the demonstration before the jobs run, as
 * `server/main.ts` does, because a job can take a case that is half written.
 */
export async function openTestSite(
  options: { phones?: true; company?: Record<string, string>; demo?: true } = {},
): Promise<TestSite> {
  const port = await sitePort(options)
  const url = `http://localhost:${port}`
  const mail = await openMailSandbox()
  const deps = await testDeps({
    poolSize: 20,
    urls: {
      site: url,
      google: url + GOOGLE_MOUNT,
      apple: url + APPLE_MOUNT,
      smtp: mail.url,
      push: url,
      ...(options.phones && {
        whatsapp: `http://127.0.0.1:${port}/sandbox/text/whatsapp`,
        sms: `http://127.0.0.1:${port}/sandbox/text/sms`,
      }),
      gatewayApi: `http://127.0.0.1:${port}/sandbox/wompi/v1`,
      checkout: `${url}/sandbox/wompi/p/`,
      payouts: `http://127.0.0.1:${port}${PAYOUTS_MOUNT}`,
    },
  })
  deps.config.brand = brandFrom(options.company ?? {})
  const texts = textsOn(bogotaDate(deps.clock.now()))
  deps.consentTexts = texts
  await loadPlaces(deps)
  await loadFuelPrices(deps)
  await loadSafePoints(deps)
  const wompi = createWompiSandbox({
    keys: deps.secrets.wompi,
    webhookUrl: `http://127.0.0.1:${port}/webhooks/wompi`,
  })
  const { google, apple, whatsapp, sms, payouts: payoutKeys } = deps.secrets
  if (!google || !apple || !whatsapp || !sms || !payoutKeys)
    throw new Error('the sandbox has no keys')
  const oidc = await openOidcSandbox({ origin: url, google, apple, clock: deps.clock })
  const payouts = createPayoutsSandbox({
    keys: payoutKeys,
    webhookUrl: `http://127.0.0.1:${port}/api/webhooks/wompi-payouts`,
    clock: deps.clock,
  })
  const push = createPushSandbox({ origin: () => url })
  const phones = createTextSandbox({ whatsapp, sms })
  await setPhonePolicy(deps, options.phones ?? false)
  const played = [wompi, payouts, oidc, mail, push, phones].map(({ plugin }) => plugin)
  const app = await buildApp(deps, played)
  await app.listen({ port, host: '127.0.0.1' })
  if (options.demo) await seedDemo(deps)
  const worker = startWorker(deps, jobHandlers, recurringJobs)
  atEnd(async () => {
    await worker.stop()
    await wompi.close()
    payouts.close()
    await app.close()
    await mail.close()
  })
  return {
    url,
    app,
    deps,
    oidc: oidc.control,
    mail: mail.control,
    push: push.control,
    phones: phones.control,
    wompi: wompi.control,
    payouts: payouts.control,
    texts,
  }
}
