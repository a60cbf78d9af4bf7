import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { readCommand } from '#server/platform/command.ts'
import { ensureWebBuilt } from './build-web.ts'
import { loadLocalSettings, ROOT } from './project.ts'

readCommand({
  call: 'npm start',
  about:
    'Builds the web if needed, then starts the server in this same process. Settings are ' +
    'environment variables, which `.env` may hold (docs/configuration.md).',
  exits: { 0: 'told to stop', 1: 'a setting is wrong, or the server could not start' },
})

enableCompileCache(join(ROOT, 'node_modules', '.cache', 'node'))
process.chdir(ROOT)
loadLocalSettings()
await ensureWebBuilt()
await import('#server/main.ts')
