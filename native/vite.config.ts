// Web build of the app: the sources of the site, with a few files replaced where the phone works
// differently from a browser.
import { fileURLToPath } from 'node:url'
import { defineConfig, mergeConfig, type Plugin } from 'vite'
import site from '../vite.config.ts'
import packageJson from './package.json' with { type: 'json' }
import { REPLACED } from './replaced.ts'

const path = (file: string) => fileURLToPath(new URL(`../${file}`, import.meta.url))

const replaced = new Map(Object.entries(REPLACED).map(([from, to]) => [path(from), path(to)]))
const ENTRY = path('web/entry.client.tsx')
const START = path('native/src/start-native.ts')

function appModules(): Plugin {
  return {
    name: 'cupo:app-modules',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      // A replacement imports types of the file that it replaces, so it must not get itself.
      if (!/\.tsx?$/.test(source)) return null
      const found = await this.resolve(source, importer, { ...options, skipSelf: true })
      const other = found && replaced.get(found.id)
      return other && other !== importer ? other : null
    },
    transform(code, id) {
      // Imports run in order, so the app is ready before the first screen.
      return id === ENTRY ? `import ${JSON.stringify(START)}\n${code}` : null
    },
  }
}

if (!process.env.VITE_APP_SITE) throw new Error('VITE_APP_SITE: https://… of the site is missing')

const app = defineConfig({
  root: path(''),
  plugins: [appModules()],
  // App version that web/app/api-fetch.ts sends to the server.
  define: { 'import.meta.env.VITE_APP_VERSION': JSON.stringify(packageJson.version) },
})

export default mergeConfig(site, app)
