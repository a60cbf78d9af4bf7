// `npm start`: builds the web if needed, then runs the server in the same process.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { ensureWebBuilt } from './build-web.ts'
import { loadLocalSettings, ROOT } from './project.ts'

enableCompileCache(join(ROOT, 'node_modules', '.cache', 'node'))
process.chdir(ROOT)
loadLocalSettings()
await ensureWebBuilt()
await import('#server/main.ts')
