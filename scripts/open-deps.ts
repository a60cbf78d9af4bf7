import type { Config } from '#server/config.ts'
import { fromModules } from '#server/modules.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createClockWatch } from '#server/platform/clock-watch.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import type { Deps } from '#server/platform/deps.ts'
import { createLogger } from '#server/platform/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { loadSecrets } from '#server/platform/secrets.ts'

/** Port 9 answers nothing: no outside party is called. */
const NOWHERE = 'http://127.0.0.1:9'

/** Opens the app with the database rights that it has in production; the caller closes `db`. */
export function openDeps(
  config: Config,
  databaseUrl: string,
  { poolSize = config.dbPoolSize, urls }: { poolSize?: number; urls?: Partial<Deps['urls']> } = {},
): Deps {
  return {
    db: openDatabase(databaseUrl, { restricted: true, poolSize }),
    config,
    clock: systemClock,
    clockWatch: createClockWatch(),
    log: createLogger(config.logLevel),
    metrics: createMetrics({ process: false }),
    secrets: loadSecrets(config),
    ...fromModules,
    urls: {
      ...{ site: 'http://localhost', gatewayApi: `${NOWHERE}/v1`, checkout: `${NOWHERE}/p/` },
      ...urls,
    },
  }
}
