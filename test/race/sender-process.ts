// A process that sends withdrawals to the gateway once, with the database of a test:
// node sender-process.ts <database url> <data dir> <payouts url> <instant>
import { flushCompileCache } from 'node:module'
import { loadConfig } from '#server/config.ts'
import { sendWithdrawals } from '#server/modules/money/withdrawals/send-withdrawals.ts'
import { fromModules } from '#server/modules.ts'
import { createClockWatch } from '#server/platform/clock-watch.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { createLogger } from '#server/platform/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { loadSecrets } from '#server/platform/secrets.ts'
import { fixedClock } from '../fixed-clock.ts'

// Usually written at the end, which a killed process does not reach.
flushCompileCache()

const [url = '', dataDir = '', payouts = '', now = ''] = process.argv.slice(2)
const config = loadConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
const db = openDatabase(url, { restricted: true, poolSize: 2 })
await sendWithdrawals({
  db,
  clock: fixedClock(new Date(now)),
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
    payouts,
  },
})
await db.destroy()
