import { createServer } from 'node:net'
import path from 'node:path'
import { compareClocks } from '#server/modules/bank/ledger/index.ts'
import { textChannels } from '#server/modules/foundation/notifications/index.ts'
import { setPhonePolicy } from '#server/modules/people/users/index.ts'
import { loadPlaces, loadSafePoints } from '#server/modules/roads/places/index.ts'
import { loadFuelPrices } from '#server/modules/roads/pricing/index.ts'
import { readCommand } from '#server/platform/command.ts'
import { announcement } from './announcement.ts'
import { buildApp, type Extension } from './app.ts'
import { type Config, loadConfig } from './config.ts'
import { demoKeys, demoSignIn } from './demo/demo-sign-in.ts'
import { type DemoAccount, seedDemo } from './demo/seed-demo.ts'
import { checkKeys } from './key-checks.ts'
import { fromModules, jobHandlers, recurringJobs } from './modules.ts'
import { systemClock } from './platform/clock.ts'
import { createClockWatch } from './platform/clock-watch.ts'
import { closeDataFolder, closeNewFiles } from './platform/data-folder.ts'
import { allowAnyDate } from './platform/db/any-date.ts'
import { refuseOtherMajor, startEmbedded } from './platform/db/embedded.ts'
import { migrateToLatest } from './platform/db/migrate.ts'
import { openDatabase, requireAppRole } from './platform/db/open.ts'
import type { Deps, Urls } from './platform/deps.ts'
import { endWith } from './platform/end-with.ts'
import { startWorker } from './platform/jobs/worker.ts'
import { createLogger, type Logger } from './platform/log.ts'
import { createMetrics } from './platform/metrics.ts'
import { loadSecrets } from './platform/secrets.ts'

type Stop = () => Promise<void>

/** Time limit for open requests and jobs to end during shutdown. */
const STOP_MS = 20_000

readCommand({
  call: 'node server/main.ts',
  about: 'Starts the server. Settings are environment variables (docs/configuration.md).',
  exits: { 0: 'told to stop', 1: 'a setting is wrong, or the server could not start' },
})
await start(loadConfig())
// What fails from now on is a fault of the program, whose place is needed.
process.off('uncaughtException', endWith)

/** Starts config, database, app, port and jobs in order. They stop in the opposite order. */
async function start(config: Config): Promise<void> {
  const log = createLogger(config.logLevel)
  const stops: Stop[] = []
  stopOnSignals(log, stops)

  const tracing = await traced(config)
  if (tracing) stops.push(tracing)
  if (config.databaseUrl === undefined) refuseOtherMajor(config.dataDir)
  closeDataFolder(config.dataDir, { embedded: config.databaseUrl === undefined })
  const databaseUrl = config.databaseUrl ?? (await openEmbedded(config, log, stops))
  closeNewFiles()
  await migrateToLatest(databaseUrl)
  // The demonstration has a past, and movements of other days.
  if (config.demo) await allowAnyDate(databaseUrl)
  const db = openDatabase(databaseUrl, { restricted: true, poolSize: config.dbPoolSize })
  stops.push(() => db.destroy())
  await requireAppRole(db)

  const port = config.port === 0 ? await freePort() : config.port
  const deps: Deps = {
    db,
    config,
    log,
    clock: systemClock,
    clockWatch: createClockWatch(),
    metrics: createMetrics({ process: true }),
    secrets: loadSecrets(config),
    urls: urlsOf(config, port),
    ...fromModules,
  }
  await checkKeys(deps)
  await compareClocks(deps)
  await loadPlaces(deps)
  await loadFuelPrices(deps)
  await loadSafePoints(deps)
  const accounts = config.demo ? await seedDemo(deps) : []

  const app = await buildApp(deps, [
    ...(config.sandbox ? await openSandbox(deps, { port, accounts, stops }) : []),
    ...(config.demo ? [demoSignIn(deps, accounts)] : []),
  ])
  stops.push(() => app.close())
  await app.listen({ port, host: config.host })
  // Warms up: the first page takes a few seconds to render, so no visitor has to wait for it.
  void app.inject('/trips')
  await setPhonePolicy(deps, textChannels(deps).length > 0)
  const worker = startWorker(deps, jobHandlers, recurringJobs)
  stops.push(() => worker.stop())
  process.stdout.write(announcement(deps, accounts))
}

/** Starts tracing if a collector is configured; otherwise OpenTelemetry is not even loaded. */
async function traced({ env }: Config): Promise<Stop | undefined> {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT
  if (!endpoint) return undefined
  const { startTelemetry } = await import('./platform/telemetry.ts')
  const { OTEL_SERVICE_NAME: serviceName, OTEL_TRACES_SAMPLER_ARG: ratio } = env
  return startTelemetry({ endpoint, serviceName, ratio })
}

async function openEmbedded(config: Config, log: Logger, stops: Stop[]): Promise<string> {
  const onLost = (why: string) => {
    log.fatal(why)
    process.exit(1)
  }
  const database = await startEmbedded({ dataDir: config.dataDir, log, durable: true, onLost })
  stops.push(() => database.stop())
  return database.url
}

function urlsOf(config: Config, port: number): Urls {
  const site = config.publicUrl ?? `http://localhost:${port}`
  const { env } = config
  const others = { ...signInUrls(config, site), site }
  const payouts = env.PAYOUTS_API_KEY ? { payouts: env.PAYOUTS_API_URL } : {}
  if (config.sandbox) {
    const local = `http://127.0.0.1:${port}/sandbox`
    const gatewayApi = `${local}/wompi/v1`
    const checkout = `${site}/sandbox/wompi/p/`
    return { ...others, gatewayApi, checkout, payouts: `${local}/wompi-payouts`, ...payouts }
  }
  const live = env.WOMPI_PUBLIC_KEY?.startsWith('pub_prod_') ? 'production' : 'sandbox'
  const gatewayApi = env.WOMPI_API_URL ?? `https://${live}.wompi.co/v1`
  const checkout = env.WOMPI_CHECKOUT_URL ?? 'https://checkout.wompi.co/p/'
  return { ...others, gatewayApi, checkout, ...payouts }
}

/** Addresses of routing, sign-in, mail and others: the configured ones, else the sandbox. */
function signInUrls({ env, sandbox }: Config, site: string): Partial<Urls> {
  const google = env.GOOGLE_ISSUER_URL ?? 'https://accounts.google.com'
  const apple = env.APPLE_ISSUER_URL ?? 'https://appleid.apple.com'
  return {
    ...(env.ROUTING_URL ? { routing: env.ROUTING_URL.replace(/\/+$/, '') } : {}),
    ...(env.GOOGLE_CLIENT_ID ? { google } : sandbox ? { google: `${site}/sandbox/google` } : {}),
    ...(env.APPLE_CLIENT_ID ? { apple } : sandbox ? { apple: `${site}/sandbox/apple` } : {}),
    ...(env.SMTP_URL ? { smtp: env.SMTP_URL } : {}),
    ...(env.MAIL_BOUNCES_URL ? { bounces: env.MAIL_BOUNCES_URL } : {}),
    ...(env.WHATSAPP_TOKEN ? { whatsapp: env.WHATSAPP_API_URL.replace(/\/+$/, '') } : {}),
    ...(env.TWILIO_ACCOUNT_SID ? { sms: env.TWILIO_API_URL.replace(/\/+$/, '') } : {}),
    ...(env.NATS_URL ? { nats: env.NATS_URL } : {}),
  }
}

type Around = { port: number; accounts: readonly DemoAccount[]; stops: Stop[] }

/** Simulates the outside parties on the same port. Production never loads this code. */
async function openSandbox(deps: Deps, given: Around): Promise<Extension[]> {
  const { port, stops } = given
  const { createWompiSandbox } = await import('#sandbox/wompi/wompi-sandbox.ts')
  const { sandboxPage } = await import('#sandbox/sandbox-page.ts')
  const wompi = createWompiSandbox({
    keys: deps.secrets.wompi,
    webhookUrl: `http://127.0.0.1:${port}/webhooks/wompi`,
    file: path.join(deps.config.dataDir, 'sandbox.sqlite'),
  })
  stops.push(async () => wompi.close())
  const payouts = await openPayoutsSandbox(deps, given)
  const { createPushSandbox } = await import('#sandbox/push/push-sandbox.ts')
  const here = `http://127.0.0.1:${port}`
  const push = createPushSandbox({ origin: () => here })
  deps.urls.push = here
  const people = await openPeopleSandbox(deps, stops)
  return [
    wompi.plugin,
    ...payouts,
    push.plugin,
    ...(await openTextSandbox(deps, here)),
    ...people,
    sandboxPage,
  ]
}

/** Simulates payouts if no real provider is configured. */
async function openPayoutsSandbox(deps: Deps, { port, accounts, stops }: Around) {
  const { payouts: keys } = deps.secrets
  if (!keys || deps.config.env.PAYOUTS_API_KEY) return []
  const { createPayoutsSandbox } = await import('#sandbox/wompi/payouts-sandbox.ts')
  const payouts = createPayoutsSandbox({
    keys,
    webhookUrl: `http://127.0.0.1:${port}/api/webhooks/wompi-payouts`,
    file: path.join(deps.config.dataDir, 'sandbox-payouts.sqlite'),
    settleMs: 5_000,
    ...(accounts.length > 0 && { holders: demoKeys(accounts) }),
  })
  stops.push(async () => payouts.close())
  return [payouts.plugin]
}

/** Simulates WhatsApp and SMS if no real provider is configured. */
async function openTextSandbox(deps: Deps, here: string): Promise<Extension[]> {
  const { whatsapp, sms } = deps.secrets
  if (!whatsapp || !sms) return []
  const { createTextSandbox } = await import('#sandbox/text/text-sandbox.ts')
  deps.urls.whatsapp ??= `${here}/sandbox/text/whatsapp`
  deps.urls.sms ??= `${here}/sandbox/text/sms`
  return [createTextSandbox({ whatsapp, sms }).plugin]
}

/** Simulates Google, Apple and the mailbox; mail goes to a real server if one is configured. */
async function openPeopleSandbox(deps: Deps, stops: Stop[]): Promise<Extension[]> {
  const { openMailSandbox } = await import('#sandbox/mail/mail-sandbox.ts')
  const { openOidcSandbox } = await import('#sandbox/oidc/oidc-sandbox.ts')
  const mail = await openMailSandbox({
    file: path.join(deps.config.dataDir, 'sandbox-mail.sqlite'),
  })
  stops.push(() => mail.close())
  deps.urls.smtp ??= mail.url
  const { google, apple } = deps.secrets
  if (!google || !apple) return [mail.plugin]
  const oidc = await openOidcSandbox({
    origin: deps.urls.site,
    siteOrigins: deps.config.siteOrigins,
    google,
    apple,
  })
  return [mail.plugin, oidc.plugin]
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

function stopOnSignals(log: Logger, stops: Stop[]): void {
  let stopping = false
  const stop = async (signal: string) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    const limit = setTimeout(() => {
      log.error({ open: process.getActiveResourcesInfo() }, 'did not stop in time')
      process.exit(1)
    }, STOP_MS)
    for (const undo of stops.reverse()) await undo()
    clearTimeout(limit)
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(signal))
}
