// Fills the database of a release with the demonstration.
import { loadConfig } from '#server/config.ts'
import { seedDemo } from '#server/demo/seed-demo.ts'
import { loadPlaces, loadSafePoints } from '#server/modules/roads/places/index.ts'
import { loadFuelPrices } from '#server/modules/roads/pricing/index.ts'
import { recurringJobs } from '#server/modules.ts'
import { allowAnyDate } from '#server/platform/db/any-date.ts'
import { openDeps } from '../open-deps.ts'

/** Writes people, trips and cases, then runs each recurring job once, which fills its tables. */
export async function fillWithDemo(url: string, dataDir: string): Promise<void> {
  await allowAnyDate(url)
  const config = loadConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  const deps = openDeps(config, url, { urls: { site: 'http://localhost:3000' } })
  try {
    await loadPlaces(deps)
    await loadFuelPrices(deps)
    await loadSafePoints(deps)
    await seedDemo(deps)
    for (const job of recurringJobs) await job.run(deps)
  } finally {
    await deps.db.destroy()
    await allowAnyDate(url, false)
  }
}
