// The server under test: the real app, without jobs and sandbox, on a free port.
import { buildApp } from '#server/app.ts'
import { loadConfig } from '#server/config.ts'
import { systemClock } from '#server/platform/clock.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { createLogger } from '#server/platform/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { loadSecrets } from '#server/platform/secrets.ts'

const config = loadConfig()
const db = openDatabase(config.databaseUrl ?? '', { restricted: true, poolSize: config.dbPoolSize })
const app = await buildApp({
  db,
  config,
  clock: systemClock,
  log: createLogger(config.logLevel),
  metrics: createMetrics({ process: false }),
  secrets: loadSecrets(config),
  urls: {
    site: 'http://localhost',
    gatewayApi: 'http://127.0.0.1:9/v1',
    checkout: 'http://127.0.0.1:9/p/',
  },
})
const address = await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.(Number(new URL(address).port))
process.on('message', (asked) => {
  if (asked !== 'memory') return
  globalThis.gc?.()
  process.send?.(process.memoryUsage())
})
process.on('SIGTERM', () => {
  void app
    .close()
    .then(() => db.destroy())
    .then(() => process.exit(0))
})
