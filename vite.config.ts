import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import packageJson from './package.json' with { type: 'json' }

const routeTableFiles = ['contract-routes.ts', 'more-routes.ts'].map((name) =>
  fileURLToPath(new URL(`./web/lib/${name}`, import.meta.url)),
)

/**
 * Evaluates the contract's route tables during the build, so that the browser receives methods and
 * paths without the schema library that declares them (about 20 kB gzipped).
 */
function contractRoutes(): Plugin {
  return {
    name: 'cupo:contract-routes',
    async load(id) {
      const file = id.split('?')[0] ?? ''
      if (!routeTableFiles.includes(file)) return null
      const module = await import(`${file}?at=${Date.now()}`)
      return `export const routeTable = ${JSON.stringify(module.routeTable)}`
    },
  }
}

/**
 * Builds one server bundle that includes React and the router, so that neither is loaded twice. In
 * development Node loads the packages, because Vite does not run CommonJS.
 */
function serverBundle(): Plugin {
  const ssr = {
    resolve: { noExternal: true as const },
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  }
  return { name: 'cupo:server-bundle', apply: 'build', config: () => ({ environments: { ssr } }) }
}

const api = 'http://127.0.0.1:3000'

export default defineConfig({
  plugins: [contractRoutes(), serverBundle(), tailwindcss(), reactRouter()],
  publicDir: 'web/public',
  define: { 'import.meta.env.VITE_RELEASE': JSON.stringify(packageJson.version) },
  resolve: { alias: { '@bricolage': '@fontsource-variable/bricolage-grotesque/files' } },
  server: { proxy: { '/api': api, '/sandbox': api, '/webhooks': api } },
  /* web/enhance: one small file for pages that do not need the app. */
  worker: { format: 'es', plugins: () => [contractRoutes()] },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'vendor', test: /node_modules/, minShareCount: 8 },
                { name: 'shared', minShareCount: 8 },
              ],
            },
          },
        },
      },
    },
  },
})
