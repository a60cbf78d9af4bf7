import type { Deps } from '../deps.ts'
import { cachedFor } from '../ttl-cache.ts'
import { listQueueLoad, type QueueLoad } from './jobs.queries.ts'
import { defaultLane } from './lanes.ts'
import type { JobHandler } from './worker.ts'

/** Cache time, so that the three gauges of one answer share a read. */
const SHARED_MS = 1_000

/** Measures waiting jobs, their waiting time and abandoned jobs, by lane. */
export function measureQueue(
  deps: Pick<Deps, 'db' | 'clock' | 'metrics'>,
  handlers: readonly JobHandler[],
): void {
  const lanes = new Map(handlers.map(({ name, lane }) => [name, (lane ?? defaultLane).name]))
  const load = cachedFor(SHARED_MS, (db, now) =>
    listQueueLoad(db, { names: [...lanes.keys()], now }),
  )

  async function byLane(join: (sum: number, of: QueueLoad) => number) {
    const found: Record<string, number> = {}
    for (const of of await load.get(deps)) {
      const lane = lanes.get(of.name) ?? defaultLane.name
      found[lane] = join(found[lane] ?? 0, of)
    }
    return found
  }

  const gauge = (name: string, help: string, join: (sum: number, of: QueueLoad) => number) =>
    deps.metrics.gauge({ name, help, label: 'lane' }, () => byLane(join))
  gauge('cupo_jobs_due', 'Jobs that wait or run', (sum, { due }) => sum + due)
  gauge('cupo_jobs_oldest_seconds', 'Age of the oldest of them', (oldest, { oldestSeconds }) =>
    Math.max(oldest, oldestSeconds),
  )
  gauge('cupo_jobs_dead', 'Jobs that were given up', (sum, { dead }) => sum + dead)
}
