import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { loadConfig } from '#server/config.ts'
import { loadPlaces } from '#server/domains/places/places.public.ts'
import { loadFuelPrices } from '#server/domains/pricing/pricing.public.ts'
import { HOUR_MS, systemClock } from '#server/platform/clock.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { migrateToLatest } from '#server/platform/db/migrate.ts'
import { createPool, type Db, openDatabase, wrapPool } from '#server/platform/db/open.ts'
import type { Deps } from '#server/platform/deps.ts'
import { createLogger } from '#server/platform/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { loadSecrets } from '#server/platform/secrets.ts'

export type Stage = {
  deps: Deps
  /** Port of the server, which runs in a process of its own. */
  port: number
  /** Past the app role, for the yardsticks. */
  pool: pg.Pool
  databaseUrl: string
  /** The same connections, for what the app itself may not do. */
  owner: Db
  /** A second process of the server over the same database, on a port of its own. */
  another(): Promise<{ child: ChildProcess; port: number }>
  /** Of the server, after a garbage collection. */
  memory(): Promise<NodeJS.MemoryUsage>
  close(): Promise<void>
}

const CLIENTS_MAX = 64
/** One statement may write ten million rows. */
const FILLING_MS = HOUR_MS

/** A durable database of its own and the real server over it, both thrown away afterwards. */
export async function openStage(): Promise<Stage> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'cupo-bench-'))
  const log = createLogger('silent')
  const database = await startEmbedded({ dataDir, log, durable: true })
  await migrateToLatest(database.url)
  const config = loadConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', DB_POOL_SIZE: '32' })
  const deps: Deps = {
    db: openDatabase(database.url, { restricted: true, poolSize: config.dbPoolSize }),
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
  await loadPlaces(deps)
  await loadFuelPrices(deps)
  const owner = { restricted: false, poolSize: CLIENTS_MAX, statementMs: FILLING_MS }
  const pool = createPool(database.url, owner)
  const server = await startServer(database.url, dataDir)
  return {
    deps,
    port: server.port,
    pool,
    databaseUrl: database.url,
    owner: wrapPool(pool),
    another: () => startServer(database.url, dataDir),
    async memory() {
      const answered = once(server.child, 'message')
      server.child.send('memory')
      return (await answered)[0]
    },
    async close() {
      server.child.removeAllListeners('exit')
      const ended = once(server.child, 'exit')
      server.child.kill('SIGTERM')
      await ended
      await Promise.all([pool.end(), deps.db.destroy()])
      await database.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function startServer(
  databaseUrl: string,
  dataDir: string,
): Promise<{ child: ChildProcess; port: number }> {
  const script = path.join(import.meta.dirname, 'serve.ts')
  const child = spawn(process.execPath, ['--expose-gc', script], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      // Whom a call comes from is what the bench says.
      TRUST_PROXY_HOPS: '1',
      DB_POOL_SIZE: '32',
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  return new Promise((resolve, reject) => {
    child.once('message', (port) => resolve({ child, port: Number(port) }))
    child.once('exit', (code) => reject(new Error(`the server under test ended with ${code}`)))
  })
}
