// The server under test: the app without jobs and sandbox, on a free port. Sends its port to the
// parent process, and its memory when the parent requests it.
import { buildApp } from '#server/app.ts'
import { loadConfig } from '#server/config.ts'
import { openDeps } from '../../scripts/open-deps.ts'

const config = loadConfig()
const deps = openDeps(config, config.databaseUrl ?? '')
const app = await buildApp(deps)
const address = await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.(Number(new URL(address).port))
process.on('message', (message) => {
  if (message !== 'memory') return
  globalThis.gc?.()
  process.send?.(process.memoryUsage())
})
process.on('SIGTERM', () => {
  void app
    .close()
    .then(() => deps.db.destroy())
    .then(() => process.exit(0))
})
