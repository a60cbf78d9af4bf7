import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { loadConfig } from '#server/config.ts'
import { loadPlaces } from '#server/modules/roads/places/index.ts'
import { loadFuelPrices } from '#server/modules/roads/pricing/index.ts'
import { HOUR_MS } from '#server/platform/clock.ts'
import { allowAnyDate } from '#server/platform/db/any-date.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { migrateToLatest } from '#server/platform/db/migrate.ts'
import { createPool, type Db, wrapPool } from '#server/platform/db/open.ts'
import type { Deps } from '#server/platform/deps.ts'
import { createLogger } from '#server/platform/log.ts'
import { openDeps } from '../../scripts/open-deps.ts'

type Server = { child: ChildProcess; port: number }

export type Stage = {
  deps: Deps
  /** Port of the server under test, which runs in a separate process. */
  port: number
  /** Connections of the database's owner, for yardsticks and seeding. */
  pool: pg.Pool
  /** The same connections, for use cases that the app's role may not run by itself. */
  owner: Db
  databaseUrl: string
  /** Starts a second server process over the same database. */
  startSecond(): Promise<Server>
  /** Memory of the server after a garbage collection. */
  memory(): Promise<NodeJS.MemoryUsage>
}

const CLIENTS_MAX = 64
/** Limit for one statement, which may write ten million rows. */
const STATEMENT_MS = HOUR_MS

/** Runs `work` with a durable database and a server on it, and deletes both afterwards. */
export async function withStage<T>(work: (stage: Stage) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'cupo-bench-'))
  const config = loadConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', DB_POOL_SIZE: '32' })
  const closing: (() => unknown)[] = [() => rmSync(dataDir, { recursive: true, force: true })]
  try {
    return await work(await openStage(config, closing))
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

/**
 * Opens database and server, and adds to `closing` the functions that close them, in the order of
 * opening.
 */
async function openStage(config: Deps['config'], closing: (() => unknown)[]): Promise<Stage> {
  const { dataDir } = config
  const log = createLogger('silent')
  const database = await startEmbedded({ dataDir, log, durable: true })
  closing.push(() => database.stop())
  await migrateToLatest(database.url)
  // The rows that a bench writes are up to a year old.
  await allowAnyDate(database.url)
  const deps = openDeps(config, database.url)
  closing.push(() => deps.db.destroy())
  await loadPlaces(deps)
  await loadFuelPrices(deps)
  const owner = { restricted: false, poolSize: CLIENTS_MAX, statementMs: STATEMENT_MS }
  const pool = createPool(database.url, owner)
  closing.push(() => pool.end())
  const server = await startServer(database.url, dataDir)
  closing.push(() => stopServer(server))
  return {
    deps,
    port: server.port,
    pool,
    owner: wrapPool(pool),
    databaseUrl: database.url,
    startSecond: () => startServer(database.url, dataDir),
    async memory() {
      const answered = once(server.child, 'message')
      server.child.send('memory')
      return (await answered)[0]
    },
  }
}

async function startServer(databaseUrl: string, dataDir: string): Promise<Server> {
  const child = fork(path.join(import.meta.dirname, 'server-process.ts'), {
    execArgv: ['--expose-gc'],
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      DB_POOL_SIZE: '32',
    },
  })
  return { child, port: Number(await firstMessage(child)) }
}

export async function stopServer({ child }: Server): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** Returns the first message of the process; throws when the process ends before it. */
export async function firstMessage(child: ChildProcess): Promise<unknown> {
  return await new Promise((resolve, reject) => {
    child.once('message', resolve)
    child.once('exit', (code) => reject(new Error(`${child.spawnfile} ended with ${code}`)))
  })
}
