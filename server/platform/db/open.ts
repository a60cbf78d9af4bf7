import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { markOutage } from './outage.ts'
import { PreparingClient } from './preparing-client.ts'
import type { DB } from './schema.generated.ts'

declare const dbBrand: unique symbol

/** A database handle outside of a transaction. */
export type Db = Kysely<DB> & { readonly [dbBrand]: true }

const { INT8, NUMERIC, DATE } = pg.types.builtins
const INT8_ARRAY = 1016

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError('integer beyond 2^53 in the database')
  return value
}

function int8Array(text: string): number[] {
  const inner = text.slice(1, -1)
  return inner === '' ? [] : inner.split(',').map(safeInteger)
}

// Money is a safe integer or an exception, a date stays text, in every database.
const parsers = new Map<number, (text: string) => unknown>([
  [INT8, safeInteger],
  [INT8_ARRAY, int8Array],
  [NUMERIC, Number],
  [DATE, (text) => text],
])

const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    return parsers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text')
  },
} as pg.CustomTypesConfig

export type OpenOptions = {
  /** Uses the role that cannot change ledger rows; false only for migrations. */
  restricted: boolean
  poolSize?: number
  applicationName?: string
  /** Time after which the server cancels a statement; 20 seconds by default. */
  statementMs?: number
  /** Time for the server to report a timeout before the connection is closed; else 5 seconds. */
  answerGraceMs?: number
}

/** Default number of connections of a pool. */
const POOL_SIZE = 20

/** Pool that marks each failure to get a connection as an outage. */
class MarkingPool extends pg.Pool {
  // The signature of the driver has a form with a callback, which its own `query` uses.
  override connect(callback?: unknown): never {
    const connect = super.connect.bind(this) as (...parts: unknown[]) => Promise<unknown>
    if (typeof callback === 'function') {
      const marked = (error: unknown, ...rest: unknown[]) =>
        callback(error && markOutage(error), ...rest)
      return connect(marked) as never
    }
    return connect().catch((error: unknown) => {
      throw markOutage(error)
    }) as never
  }
}

/** Name of the role without UPDATE and DELETE on immutable tables. */
const APP_ROLE = 'cupo_app'

/**
 * The search path of the functions that run with the owner's rights. A session keeps the plan of an
 * SQL function only as long as the path is the same: with another one here, each booking planned
 * its facts twice, which took 8 ms of the database's time each.
 */
const SEARCH_PATH = 'pg_catalog,public,pg_temp'

export function createPool(url: string, options: OpenOptions): pg.Pool {
  const statementMs = options.statementMs ?? 20_000
  const settings = [
    `-c statement_timeout=${statementMs}`,
    '-c lock_timeout=8000',
    '-c idle_in_transaction_session_timeout=15000',
    '-c timezone=UTC',
    ...(options.restricted ? [`-c role=${APP_ROLE}`, `-c search_path=${SEARCH_PATH}`] : []),
  ]
  const pool = new MarkingPool({
    connectionString: url,
    max: options.poolSize ?? POOL_SIZE,
    connectionTimeoutMillis: 5_000,
    // TCP keep-alive detects a vanished server, so that its connection is replaced.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: options.applicationName ?? 'cupo',
    options: settings.join(' '),
    answerMs: statementMs + (options.answerGraceMs ?? 5_000),
    types,
    Client: PreparingClient,
  } as pg.PoolConfig)
  // An idle connection that the server closed is replaced on the next use.
  pool.on('error', () => {})
  // A lost connection fails its query; without a listener it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

const pools = new WeakMap<Db, pg.Pool>()

/** Returns the maximum number of connections in the pool of this database. */
export function poolSizeOf(db: Db): number {
  return pools.get(db)?.options.max ?? POOL_SIZE
}

export type PoolUse = { used: number; idle: number; waiting: number }

/** Counts the used and idle connections, and the calls that wait for a connection. */
export function poolUseOf(db: Db): PoolUse {
  const pool = pools.get(db)
  if (!pool) return { used: 0, idle: 0, waiting: 0 }
  const { totalCount, idleCount, waitingCount } = pool
  return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
}

/** Opens a database with a connection pool; `destroy()` closes it. */
export function openDatabase(url: string, options: OpenOptions): Db {
  const pool = createPool(url, options)
  const db = wrapPool(pool)
  pools.set(db, pool)
  return db
}

export function wrapPool(pool: pg.Pool): Db {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }) as Db
}

/** Throws unless the role is the app's: a pooler can drop settings; the owner may change all. */
export async function requireAppRole(db: Db): Promise<void> {
  const { rows } = await sql<{ role: string }>`select current_user::text as "role"`.execute(db)
  const role = rows[0]?.role
  if (role === APP_ROLE) return
  throw new Error(
    `DATABASE_URL works as "${role}", not as "${APP_ROLE}": a pooler dropped the settings of the ` +
      'connection. Use the direct address of PostgreSQL (docs/deploy.md)',
  )
}
