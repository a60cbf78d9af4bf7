import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { loadConfig } from '#server/config.ts'
import { fromModules } from '#server/modules.ts'
import { createClockWatch } from '#server/platform/clock-watch.ts'
import type { Deps, Urls } from '#server/platform/deps.ts'
import { createLogger } from '#server/platform/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { loadSecrets } from '#server/platform/secrets.ts'
import { atEnd } from './at-end.ts'
import { openTestDatabase } from './db.ts'
import { type FixedClock, fixedClock } from './fixed-clock.ts'

/** TEST_NOW: Friday 20 November 2026, 8:00 in Bogotá. */
export const TEST_NOW = new Date('2026-11-20T13:00:00.000Z')

export type TestDeps = Deps & { clock: FixedClock; databaseUrl: string }

/** Creates dependencies with a database for this test file and a clock that stands still. */
export async function testDeps(
  options: { poolSize?: number; owner?: boolean; urls?: Partial<Urls> } = {},
): Promise<TestDeps> {
  const { db, url } = await openTestDatabase(options)
  const dataDir = mkdtempSync(path.join(tmpdir(), 'cupo-deps-'))
  atEnd(() => rmSync(dataDir, { recursive: true, force: true }))
  const config = loadConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  return {
    db,
    databaseUrl: url,
    clock: fixedClock(TEST_NOW),
    clockWatch: createClockWatch(),
    config,
    log: createLogger('silent'),
    metrics: createMetrics({ process: false }),
    secrets: loadSecrets(config),
    ...fromModules,
    urls: {
      site: 'http://localhost:3000',
      gatewayApi: 'http://127.0.0.1:9/v1',
      checkout: 'http://127.0.0.1:9/p/',
      ...options.urls,
    },
  }
}
