import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { PreparingClient } from './preparing-client.ts'
import type { DB } from './schema.generated.ts'

declare const dbBrand: unique symbol

/** The database outside a transaction. */
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

// One set of parsers for embedded and remote databases: money is a safe integer or an exception,
// a date stays text.
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
  /** Work as the role that cannot change ledger rows; false only for migrations. */
  restricted: boolean
  poolSize?: number
  applicationName?: string
  /** After which the server cancels a statement; 20 seconds unless given. */
  statementMs?: number
  /** How much later a server that does not even say so is given up; five seconds unless given. */
  answerGraceMs?: number
}

/** Connections of a pool when nothing else is said. */
const POOL_SIZE = 20

/** After which a statement is given up whose timeout the server should have reported. */
const ANSWER_GRACE_MS = 5_000

/** Name of the role without UPDATE and DELETE on what never changes. */
export const APP_ROLE = 'cupo_app'

export function createPool(url: string, options: OpenOptions): pg.Pool {
  const statementMs = options.statementMs ?? 20_000
  const settings = [
    `-c statement_timeout=${statementMs}`,
    '-c lock_timeout=8000',
    '-c idle_in_transaction_session_timeout=15000',
    '-c timezone=UTC',
    ...(options.restricted ? [`-c role=${APP_ROLE}`] : []),
  ]
  const pool = new pg.Pool({
    connectionString: url,
    max: options.poolSize ?? POOL_SIZE,
    connectionTimeoutMillis: 5_000,
    // TCP keep-alive notices a peer that vanished, and its connection is replaced.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: options.applicationName ?? 'cupo',
    options: settings.join(' '),
    answerMs: statementMs + (options.answerGraceMs ?? ANSWER_GRACE_MS),
    types,
    Client: PreparingClient,
  } as pg.PoolConfig)
  // An idle connection that the server closed is replaced on the next use.
  pool.on('error', () => {})
  // A connection lost in use fails its query; without a listener the event would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

const pools = new WeakMap<Db, pg.Pool>()

/** How many connections the pool of this database may open. */
export function poolSizeOf(db: Db): number {
  return pools.get(db)?.options.max ?? POOL_SIZE
}

export type PoolUse = { used: number; idle: number; waiting: number }

/** Connections that are lent and not lent, and calls that wait for one. */
export function poolUseOf(db: Db): PoolUse {
  const pool = pools.get(db)
  if (!pool) return { used: 0, idle: 0, waiting: 0 }
  const { totalCount, idleCount, waitingCount } = pool
  return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
}

/** Opens the database over a pool; `destroy()` closes it. */
export function openDatabase(url: string, options: OpenOptions): Db {
  const pool = createPool(url, options)
  const db = wrapPool(pool)
  pools.set(db, pool)
  return db
}

export function wrapPool(pool: pg.Pool): Db {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }) as Db
}
