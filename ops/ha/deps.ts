import { loadConfig } from '#server/config.ts'
import { chainBatches, verifyLedger } from '#server/modules/bank/ledger/index.ts'
import { findMismatches } from '#server/modules/office/books/index.ts'
import { allowAnyDate } from '#server/platform/db/any-date.ts'
import type { Deps } from '#server/platform/deps.ts'
import { openDeps } from '../../scripts/open-deps.ts'

/**
 * Opens the database of running servers, with the keys of their data folder. Money may have any
 * date then: the people of a drill topped up days ago.
 */
export async function withDeps<T>(
  { dataDir, databaseUrl, site }: { dataDir: string; databaseUrl: string; site: string },
  work: (deps: Deps) => Promise<T>,
): Promise<T> {
  await allowAnyDate(databaseUrl)
  const config = loadConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  const urls = { site, gatewayApi: site, checkout: site }
  const deps = openDeps(config, databaseUrl, { poolSize: 5, urls })
  try {
    return await work(deps)
  } finally {
    await deps.db.destroy()
  }
}

/** Verifies the ledger, its chain and the related tables, as `npm run ledger:verify` does. */
export async function ledgerFindings(deps: Deps): Promise<string[]> {
  await chainBatches(deps, { everything: true })
  const { findings } = await verifyLedger(deps)
  const mismatches = await findMismatches(deps, 'all')
  return [...findings, ...mismatches.map((each) => JSON.stringify(each))]
}
