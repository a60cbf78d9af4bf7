// Reads from a streaming replica whose data is provably no older than a bound, else from the
// primary: docs/decisions/0120-search-on-a-replica.md
import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { Gauge } from 'prom-client'
import { CircuitBreaker } from '../circuit-breaker.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { newId } from '../ids.ts'
import { Beats, type Monotonic } from './beats.ts'
import { createPool, type Db, wrapPool } from './open.ts'
import { OwnWrites } from './own-writes.ts'
import { readBeat, writeBeat } from './replica.queries.ts'

export type ReplicaSettings = {
  url: string
  /** Data older than this is not shown, ms. */
  maxAgeMs: number
}

/** Who reads: whoever wrote a moment ago, or asks for the newest, reads the primary. */
export type Asking = { userId: string | null; newest: boolean }

export type Replica = {
  /**
   * Runs `work` on the replica, or on the primary where the replica is too old, does not answer
   * within a second, or the caller must see what they wrote. `work` only reads; it may run twice.
   */
  read<T>(asking: Asking, work: (db: Db) => Promise<T>): Promise<T>
  /** This person changed something: until a replica must have it, they read the primary. */
  noteWrite(userId: string): void
  stop(): Promise<void>
}

type Source = 'replica' | 'own_write' | 'old' | 'down'
type Tried<T> = { value: T } | { instead: 'old' | 'down' }

type Options = ReplicaSettings & {
  poolSize: number
  beatEveryMs?: number
  /** After which a read of the replica is given to the primary. */
  timeoutMs?: number
  now?: Monotonic
}

const BEAT_EVERY_MS = 1_000
const TIMEOUT_MS = 1_000
/** Failures in a row after which no request tries for a while; see circuit-breaker.ts. */
const BREAKER = { failuresMax: 3, pauseMs: 2_000, pauseMaxMs: 30_000 }

type ReplicaDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'metrics'>

/** Opens the replica and begins to measure how old it is, until `stop`. */
export function openReplica(deps: ReplicaDeps, options: Options): Replica {
  const { maxAgeMs, timeoutMs = TIMEOUT_MS, now = () => performance.now() } = options
  const { beatEveryMs = BEAT_EVERY_MS } = options
  const processId = newId()
  const beats = new Beats(10 * maxAgeMs, now)
  const ownWrites = new OwnWrites(maxAgeMs, now)
  const breaker = new CircuitBreaker(BREAKER)
  const stopping = new AbortController()
  const pool = createPool(options.url, {
    restricted: true,
    poolSize: options.poolSize,
    applicationName: 'cupo-replica',
    readOnly: true,
    connectMs: timeoutMs,
    statementMs: 2 * timeoutMs,
  })
  /** What the last look of this process found; requests try only after a good one. */
  let seen: 'fresh' | 'old' | 'down' = 'old'
  let provenAt = now()
  measureAge(deps, () => now() - provenAt)

  const ageOf = async (db: Db) => beats.ageMs(await readBeat(db, processId))

  async function look(): Promise<void> {
    const ageMs = await withClient(pool, timeoutMs, ageOf)
    if (ageMs !== Number.POSITIVE_INFINITY) provenAt = Math.max(provenAt, now() - ageMs)
    seen = ageMs <= maxAgeMs ? 'fresh' : 'old'
  }

  async function loop(name: string, turn: () => Promise<void>, failed: () => void): Promise<void> {
    while (!stopping.signal.aborted) {
      await turn().catch((error: unknown) => {
        failed()
        if (!stopping.signal.aborted) deps.log.warn({ loop: name, err: error }, 'background loop')
      })
      await sleep(beatEveryMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  async function tryReplica<T>(work: (db: Db) => Promise<T>): Promise<Tried<T>> {
    if (seen !== 'fresh') return { instead: seen }
    if (breaker.enter(deps.clock.now())) return { instead: 'down' }
    try {
      const tried = await withClient(pool, timeoutMs, async (db): Promise<Tried<T>> => {
        // A proxy may lead to several replicas, so that each connection proves its own age.
        const isFresh = (await ageOf(db)) <= maxAgeMs
        return isFresh ? { value: await work(db) } : { instead: 'old' }
      })
      breaker.succeeded()
      return tried
    } catch (error) {
      if (error instanceof AppError) {
        breaker.succeeded()
        throw error
      }
      const change = breaker.failed(deps.clock.now())
      if (change) deps.log.warn({ err: error }, 'the replica is left alone for a while')
      return { instead: 'down' }
    }
  }

  const count = (source: Source) => deps.metrics.count('replica_read', { source })
  const loops = [
    loop(
      'replica-beat',
      () => writeBeat(deps.db, { processId, beat: beats.next(), at: deps.clock.now() }),
      () => {},
    ),
    loop('replica-look', look, () => {
      seen = 'down'
    }),
  ]
  return {
    async read({ userId, newest }, work) {
      const isOwn = newest || (userId !== null && ownWrites.has(userId))
      const tried = isOwn ? ({ instead: 'own_write' } as const) : await tryReplica(work)
      if ('value' in tried) {
        count('replica')
        return tried.value
      }
      count(tried.instead)
      return work(deps.db)
    },
    noteWrite: (userId) => ownWrites.note(userId),
    async stop() {
      stopping.abort()
      await Promise.all(loops)
      await pool.end()
    },
  }
}

/** Reads where `deps` say: from the replica under its rules, or from the only database. */
export function readNearly<T>(
  deps: Pick<Deps, 'db' | 'replica'>,
  asking: Asking,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  return deps.replica ? deps.replica.read(asking, work) : work(deps.db)
}

function measureAge({ metrics }: Pick<Deps, 'metrics'>, ageMs: () => number): void {
  new Gauge({
    name: 'cupo_replica_age_seconds',
    help: 'How old the data of the replica may be, as this process could prove it last',
    registers: [metrics.registry],
    collect() {
      this.set(ageMs() / 1_000)
    },
  })
}

/**
 * Runs `use` on one connection of the pool. A connection that is slow or failed is closed, so that
 * nobody after it waits for what it still does.
 */
async function withClient<T>(
  pool: pg.Pool,
  timeoutMs: number,
  use: (db: Db) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the replica answers too slowly')), timeoutMs)
  })
  try {
    const value = await Promise.race([use(overOne(pool, client)), late])
    client.release()
    return value
  } catch (error) {
    client.release(!(error instanceof AppError))
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** Whoever took the connection gives it back, not each statement. */
function overOne({ options }: pg.Pool, client: pg.PoolClient): Db {
  const borrowed = { query: client.query.bind(client), release: () => {} } as PostgresPoolClient
  return wrapPool({ options, connect: async () => borrowed, end: async () => {} })
}
