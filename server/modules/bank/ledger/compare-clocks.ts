import type { ClockReading } from '#server/platform/clock-watch.ts'
import type { Deps } from '#server/platform/deps.ts'
import { readClocks } from './compare-clocks.queries.ts'

/** Difference from which deadlines end too early or too late. */
const SKEW_MAX_MS = 10_000

/**
 * Job: compares the clock of this process with the database and with the newest movement. Raises an
 * alarm for more than 10 s; from 2 minutes on `clockWatch` stops what must not run.
 */
export async function compareClocks(
  deps: Pick<Deps, 'db' | 'clock' | 'clockWatch' | 'log' | 'metrics'>,
): Promise<void> {
  const reading = await readClocks(deps.db).catch((error: unknown) => {
    deps.clockWatch.note(null)
    throw error
  })
  const skewMs = deps.clock.now().getTime() - reading.database.getTime()
  if (Math.abs(skewMs) > SKEW_MAX_MS) {
    deps.metrics.count('clock_skew')
    deps.log.error({ skewMs }, 'the clocks of this machine and of the database differ')
  }
  // In a demonstration only the jumps of this process count, such as the sleep of a laptop.
  note(deps, reading.isAnyDate ? { database: null, newestRecord: null } : reading)
}

function note(deps: Pick<Deps, 'clockWatch' | 'log' | 'metrics'>, reading: ClockReading): void {
  const { fault, offMs } = deps.clockWatch.note(reading)
  if (fault === null) return
  deps.metrics.count('clock_wrong', { fault })
  deps.log.error({ fault, offMs }, 'the clock is wrong: payments and deletions wait')
}
