// Fills the database of a release with the demonstration.
import { loadConfig } from '#server/config.ts'
import { seedDemo } from '#server/demo/seed-demo.ts'
import { loadPlaces, loadSafePoints } from '#server/modules/roads/places/index.ts'
import { loadFuelPrices } from '#server/modules/roads/pricing/index.ts'
import { fromModules, recurringJobs } from '#server/modules.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createClockWatch } from '#server/platform/clock-watch.ts'
import { allowAnyDate } from '#server/platform/db/any-date.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import type { Deps } from '#server/platform/deps.ts'
import { createLogger } from '#server/platform/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { loadSecrets } from '#server/platform/secrets.ts'

/** Port 9 answers nothing: no outside party is called. */
const NOWHERE = 'http://127.0.0.1:9'

/** Writes people, trips and cases, then runs each recurring job once, which fills its tables. */
export async function fillWithDemo(url: string, dataDir: string): Promise<void> {
  await allowAnyDate(url)
  const config = loadConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  const db = openDatabase(url, { restricted: true })
  const deps: Deps = {
    db,
    config,
    log: createLogger('silent'),
    clock: systemClock,
    clockWatch: createClockWatch(),
    metrics: createMetrics({ process: false }),
    secrets: loadSecrets(config),
    urls: { site: 'http://localhost:3000', gatewayApi: NOWHERE, checkout: NOWHERE },
    ...fromModules,
  }
  try {
    await loadPlaces(deps)
    await loadFuelPrices(deps)
    await loadSafePoints(deps)
    await seedDemo(deps)
    for (const job of recurringJobs) await job.run(deps)
  } finally {
    await db.destroy()
    await allowAnyDate(url, false)
  }
}
