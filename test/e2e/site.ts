import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll } from 'vitest'
import { type MailControl, openMailSandbox } from '#sandbox/mail/mail-sandbox.ts'
import {
  APPLE_MOUNT,
  GOOGLE_MOUNT,
  type OidcControl,
  openOidcSandbox,
} from '#sandbox/oidc/oidc-sandbox.ts'
import { createPushSandbox, type PushControl } from '#sandbox/push/push-sandbox.ts'
import { createWompiSandbox, type WompiControl } from '#sandbox/wompi/wompi-sandbox.ts'
import { buildApp } from '#server/app.ts'
import { loadPlaces } from '#server/domains/places/places.public.ts'
import { loadFuelPrices } from '#server/domains/pricing/pricing.public.ts'
import { loadSafePoints } from '#server/domains/safe-points/safe-points.public.ts'
import { jobHandlers, recurringJobs } from '#server/jobs.ts'
import { startWorker } from '#server/platform/jobs/worker.ts'
import { type TestDeps, testDeps } from '../deps.ts'

export type TestSite = {
  url: string
  /** For calls that need no browser. */
  app: FastifyInstance
  deps: TestDeps
  /** What happens at Google and Apple. */
  oidc: OidcControl
  mail: MailControl
  push: PushControl
  /** What happens at the gateway. */
  wompi: WompiControl
}

/**
 * The whole product on a port of its own: built web, API, jobs and the sandbox, over a database of
 * this file's own. Its clock stands still until a test moves it.
 */
export async function openTestSite(): Promise<TestSite> {
  const port = await freePort()
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
      gatewayApi: `http://127.0.0.1:${port}/sandbox/wompi/v1`,
      checkout: `${url}/sandbox/wompi/p/`,
    },
  })
  await loadPlaces(deps)
  await loadFuelPrices(deps)
  await loadSafePoints(deps)
  const wompi = createWompiSandbox({
    keys: deps.secrets.wompi,
    webhookUrl: `http://127.0.0.1:${port}/webhooks/wompi`,
  })
  const { google, apple } = deps.secrets
  if (!google || !apple) throw new Error('the sandbox has no keys')
  const oidc = await openOidcSandbox({ origin: url, google, apple, clock: deps.clock })
  const push = createPushSandbox({ origin: () => url })
  const app = await buildApp(deps, [wompi.plugin, oidc.plugin, mail.plugin, push.plugin])
  await app.listen({ port, host: '127.0.0.1' })
  const worker = startWorker(deps, jobHandlers, recurringJobs)
  afterAll(async () => {
    await worker.stop()
    await wompi.close()
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
    wompi: wompi.control,
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
