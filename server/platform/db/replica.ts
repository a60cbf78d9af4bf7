// Reads from a streaming replica whose data is provably no older than a bound, else from the
// primary: docs/decisions/0120-search-on-a-replica.md
import { CircuitBreaker } from '../circuit-breaker.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import type { Monotonic } from './beats.ts'
import type { Db } from './open.ts'
import { OwnWrites } from './own-writes.ts'
import { followAge } from './replica-age.ts'
import { replicaConnections } from './replica-connections.ts'
import type { Replica, ReplicaSettings } from './replica-reads.ts'

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
  const { url, poolSize, beatEveryMs: everyMs = BEAT_EVERY_MS } = options
  const ownWrites = new OwnWrites(maxAgeMs, now)
  const breaker = new CircuitBreaker(BREAKER)
  const connections = replicaConnections({ url, poolSize, timeoutMs })
  const age = followAge(deps, connections, { maxAgeMs, everyMs, now })

  async function tryReplica<T>(work: (db: Db) => Promise<T>): Promise<Tried<T>> {
    const seen = age.seen()
    if (seen !== 'fresh') return { instead: seen }
    if (breaker.enter(deps.clock.now())) return { instead: 'down' }
    try {
      const tried = await connections.onOne(
        // A proxy may lead to several replicas, so that each connection proves its own age.
        async (db): Promise<Tried<T>> =>
          (await age.isFresh(db)) ? { value: await work(db) } : { instead: 'old' },
      )
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
      await age.stop()
      await connections.end()
    },
  }
}
