import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../deps.ts'
import { newId } from '../ids.ts'
import { Beats, type Monotonic } from './beats.ts'
import type { Db } from './open.ts'
import { readBeat, writeBeat } from './replica.queries.ts'
import type { ReplicaConnections } from './replica-connections.ts'

export type ReplicaAge = {
  /** What the last look found: requests try only after a good one. */
  seen(): 'fresh' | 'old' | 'down'
  /** Whether what this connection reads from now on is within the bound. */
  isFresh(db: Db): Promise<boolean>
  stop(): Promise<void>
}

type Options = { maxAgeMs: number; everyMs: number; now: Monotonic }

/** Sends beats to the primary, and looks for them on the replica. */
export function followAge(
  deps: Pick<Deps, 'db' | 'clock' | 'log' | 'metrics'>,
  connections: ReplicaConnections,
  { maxAgeMs, everyMs, now }: Options,
): ReplicaAge {
  const processId = newId()
  const beats = new Beats(10 * maxAgeMs, now)
  const stopping = new AbortController()
  let seen: ReturnType<ReplicaAge['seen']> = 'old'
  let provenAt = now()
  measureAge(deps, () => now() - provenAt)
  const ageOf = async (db: Db) => beats.ageMs(await readBeat(db, processId))

  async function look(): Promise<void> {
    const ageMs = await connections.onOne(ageOf)
    if (ageMs !== Number.POSITIVE_INFINITY) provenAt = Math.max(provenAt, now() - ageMs)
    seen = ageMs <= maxAgeMs ? 'fresh' : 'old'
  }

  async function loop(name: string, turn: () => Promise<void>, failed: () => void): Promise<void> {
    while (!stopping.signal.aborted) {
      await turn().catch((error: unknown) => {
        failed()
        if (!stopping.signal.aborted) deps.log.warn({ loop: name, err: error }, 'background loop')
      })
      await sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const sendBeat = () => writeBeat(deps.db, { processId, beat: beats.next(), at: deps.clock.now() })
  const loops = [
    loop('replica-beat', sendBeat, () => {}),
    loop('replica-look', look, () => {
      seen = 'down'
    }),
  ]
  return {
    seen: () => seen,
    isFresh: async (db) => (await ageOf(db)) <= maxAgeMs,
    async stop() {
      stopping.abort()
      await Promise.all(loops)
    },
  }
}

function measureAge({ metrics }: Pick<Deps, 'metrics'>, ageMs: () => number): void {
  metrics.gauge(
    {
      name: 'cupo_replica_age_seconds',
      help: 'How old the data of the replica may be, as this process could prove it last',
    },
    () => ageMs() / 1_000,
  )
}
