import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import packageJson from './package.json' with { type: 'json' }
import { BASELINE } from './web/lib/baseline.ts'

/**
 * Evaluates each `*.evaluated.ts` during the build and ships only the values that it exports, so
 * that the browser does not receive the libraries that make them.
 */
function evaluatedFiles(): Plugin {
  return {
    name: 'cupo:evaluated-files',
    async load(id) {
      const file = id.split('?')[0] ?? ''
      if (!file.endsWith('.evaluated.ts')) return null
      const values: Record<string, unknown> = await import(`${file}?at=${Date.now()}`)
      return Object.entries(values)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
        .join('\n')
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

const { chrome, firefox, safari } = BASELINE

const api = 'http://127.0.0.1:3000'

/** What only the desk, lists, trips in detail, some forms, and what waits to be sent need. */
const OF_FEW_PAGES = [
  'contract/(?:consent-texts|desk-words|typed-text|email-address|person-names|peso-amount)',
  'users/email-field',
  'shared/(?:demand|desk)',
  'stored/unread',
  'places/load-places',
  'trips/(?:route-line|seat-meter|trip-words)',
  'auth/(?:mail-code|step-up)',
  'features/desk',
  'bookings/booking-words',
  'books/day-sentence',
  'conduct/conduct-words',
  'second-factor/code-form',
  'ui/(?:combo|file-drop|pager|peso-field|photo-choice|rows|use-wide)',
  'verification/own-document-names',
]

export default defineConfig({
  plugins: [evaluatedFiles(), serverBundle(), tailwindcss(), reactRouter()],
  publicDir: 'web/public',
  define: { 'import.meta.env.VITE_RELEASE': JSON.stringify(packageJson.version) },
  resolve: { alias: { '@bricolage': '@fontsource/bricolage-grotesque/files' } },
  server: { proxy: { '/api': api, '/sandbox': api, '/webhooks': api } },
  /* web/enhance: one small file for pages that do not need the app. */
  worker: { format: 'es', plugins: () => [evaluatedFiles()] },
  build: {
    target: [`chrome${chrome}`, `firefox${firefox}`, `safari${safari}`],
    assetsInlineLimit: 0,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'vendor', test: /node_modules\/(?!react-hook-form)/, minShareCount: 8 },
                { name: 'forms', test: /node_modules\/react-hook-form/ },
                {
                  name: 'shared',
                  minShareCount: 8,
                  test: new RegExp(`^(?!.*(?:${OF_FEW_PAGES.join('|')}))`),
                },
              ],
            },
          },
        },
      },
    },
  },
})
