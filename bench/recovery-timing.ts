// `node bench/recovery-timing.ts`: whether recovery, sign-up or a login tell by their time that an
// account exists. Medians over 300 calls each, known and unknown addresses in turn, through the
// whole HTTP side.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '#server/app.ts'
import { loadConfig } from '#server/config.ts'
import { systemClock } from '#server/platform/clock.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { migrateToLatest } from '#server/platform/db/migrate.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import type { Deps } from '#server/platform/deps.ts'
import { newId } from '#server/platform/ids.ts'
import { createLogger } from '#server/platform/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { loadSecrets } from '#server/platform/secrets.ts'
import { aUser } from '#test/factories.ts'

const SAMPLES = 300
const WARM_UP = 20
/** Below the limit of requests for one address. */
const PER_ADDRESS = 4

type Call = { path: string; status?: number; body(email: string): object }

const CALLS: Call[] = [
  { path: '/auth/debug-user', body: (email) => ({ email }) },
  {
    path: '/auth/recover-account',
    body: (email) => ({ email, password: 'una clave de prueba' }),
  },
  {
    path: '/auth/signup',
    status: 201,
    body: (email) => ({ email, password: `Río ${newId()}`, verification_terms: 'aceptado' }),
  },
  {
    path: '/auth/login',
    status: 401,
    body: (email) => ({ email, password: 'no es esta clave' }),
  },
]

const dataDir = mkdtempSync(path.join(tmpdir(), 'cupo-timing-'))
const log = createLogger('silent')
const database = await startEmbedded({ dataDir, log, durable: true })
await migrateToLatest(database.url)
const config = loadConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
const deps: Deps = {
  db: openDatabase(database.url, { restricted: true, poolSize: 4 }),
  config,
  log,
  clock: systemClock,
  metrics: createMetrics({ process: false }),
  secrets: loadSecrets(config),
  urls: {
    site: 'http://localhost',
    gatewayApi: 'http://127.0.0.1:9/v1',
    checkout: 'http://127.0.0.1:9/p/',
  },
}
const app = await buildApp(deps)
try {
  for (const call of CALLS) await compare(app, call)
} finally {
  await app.close()
  await deps.db.destroy()
  await database.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

async function compare(app: FastifyInstance, call: Call): Promise<void> {
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  const emails = { known: '', unknown: '' }
  for (let turn = 0; turn < WARM_UP + SAMPLES; turn += 1) {
    if (turn % PER_ADDRESS === 0) {
      emails.known = (await aUser(deps)).email
      emails.unknown = `persona-${newId()}@correo.test`
    }
    // Who goes first alternates, so that neither profits from what the other warmed.
    const order = turn % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    for (const kind of order) {
      const ms = await time(app, call, emails[kind])
      if (turn >= WARM_UP) times[kind].push(ms)
    }
  }
  const [known, unknown] = [spread(times.known), spread(times.unknown)]
  const difference = Math.abs(known.median - unknown.median)
  const noise = Math.max(known.quartiles, unknown.quartiles)
  process.stdout.write(
    `${[
      call.path.padEnd(24),
      `known ${known.median.toFixed(2)} ms`,
      `unknown ${unknown.median.toFixed(2)} ms`,
      `ratio ${(known.median / unknown.median).toFixed(3)}`,
      `difference ${difference.toFixed(2)} ms`,
      `interquartile ${noise.toFixed(2)} ms`,
      difference <= noise ? 'within noise' : 'BEYOND NOISE',
    ].join('  ')}\n`,
  )
  if (difference > noise) process.exitCode = 1
}

async function time(app: FastifyInstance, call: Call, email: string): Promise<number> {
  const from = performance.now()
  const answer = await app.inject({
    method: 'POST',
    url: `/api${call.path}`,
    payload: call.body(email),
    remoteAddress: anyAddress(),
  })
  const ms = performance.now() - from
  if (answer.statusCode !== (call.status ?? 200))
    throw new Error(`${call.path} answered ${answer.statusCode}`)
  return ms
}

/** The limit by caller is not what is measured. */
function anyAddress(): string {
  return `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 256)).join('.')}`
}

function spread(values: number[]): { median: number; quartiles: number } {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
  return { median: at(0.5), quartiles: at(0.75) - at(0.25) }
}
