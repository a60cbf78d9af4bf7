// `npm start`: the web is built if needed, then the server runs in this same process.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { ensureWebBuilt } from './build-web.ts'
import { loadLocalSettings, ROOT } from './project.ts'

enableCompileCache(join(ROOT, 'node_modules', '.cache', 'node'))
process.chdir(ROOT)
loadLocalSettings()
await ensureWebBuilt()
await import('#server/main.ts')
