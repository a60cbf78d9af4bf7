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

/** Modules that many screens use, but not the search: forms and changes. */
const ACTING = anyOf(
  /web\/(ui\/(text-field|status-pill|toaster|checkbox)|lib\/(keys|confirm-key|needed-answer))\./,
  /web\/(domain\/(agenda\/use-agenda|support\/support-links)|offline\/pending-mark)\./,
  /\/(useMutation|mutationObserver)\./,
  /icons\/(eye|eye-off|circle-x|ban|smartphone|globe|map-pin|clock-3)\./,
)

/**
 * Modules outside the shared file: modules with a start effect keep their own file, forms and
 * dialogs are on half of the screens only, and texts of content pages are on none of the app's
 * screens.
 */
const APART = anyOf(
  ACTING,
  /\.route\.tsx|web\/root|entry\.client|virtual:|\.css|hook-form|ui\/dialog|page-meta|static-pages/,
)

/** Lists with several pages, and the screens of the team: not needed to search for a trip. */
const LISTS = anyOf(
  /web\/(domain\/(auth\/require-role|back-office\/review-queue)|ui\/pager)\./,
  /contract\/permissions\./,
)

/** Modules that only the team's screens use. */
const TEAM = /web\/(features\/back-office|domain\/back-office)\//

/**
 * Modules that many screens use are in one file: dozens of small files compress badly (10 kB more
 * for a screen). The limit of eleven screens was measured with scripts/check-sizes.ts: with nine,
 * modules of only the team's screens came along.
 */
const shared = {
  name: 'shared',
  test: (id: string) => !APART.test(id) && !LISTS.test(id) && !TEAM.test(id),
  minShareCount: 11,
}

/** Combines small related files into one, because each file is a request that has to wait. */
const together = (name: string, files: RegExp) => ({
  name,
  test: (id: string) => files.test(id),
  minShareCount: 2,
})
function anyOf(...files: RegExp[]): RegExp {
  return new RegExp(files.map(({ source }) => source).join('|'))
}

const groups = [
  shared,
  together('acting', ACTING),
  together('lists', LISTS),
  // A group contains the imports of its files, unless an earlier group has them.
  together('route-parts', anyOf(/web\/(ui|domain\/trips)\/(route-line|peso-amount)\./)),
  together('sign-in-return', /web\/domain\/oauth\/oauth-(return|state)\./),
  together(
    'auth-parts',
    anyOf(
      /web\/features\/auth\/(use-cookies|auth-messages|account-calls)\./,
      /web\/domain\/(oauth\/(provider|oauth-messages|oauth-start)|auth\/auth-frame)/,
    ),
  ),
  together(
    'frame',
    anyOf(
      /web\/(enhance|offline\/(saved-here|screen-error)|lib\/retrying-import|lib\/hydrated)/,
      /web\/ui\/(later|after-hydration)\./,
      /web\/features\/shell\/short-footer/,
      /web\/domain\/(agenda\/waiting-mark|places\/load-places)|icons\/wallet\./,
      /node_modules\/react-dom\/(index|cjs\/react-dom\.production)\./,
    ),
  ),
  together(
    'trip-parts',
    anyOf(
      /web\/(ui|domain\/\w+)\/(seat-meter|avatar|trust-badge|rating-line)\./,
      /lucide-react.*\/(zap|badge-check|map|pencil|sliders-horizontal)\./,
      /web\/(ui\/late-share|lib\/seeded-queries)\.|\/(HydrationBoundary|hydration)\./,
    ),
  ),
  together('combobox', /web\/(ui\/combobox|lib\/elements)|icons\/circle-dot\./),
  {
    ...together(
      'search-form',
      anyOf(
        /web\/(domain\/search|features\/search\/(search-form|use-location)|ui\/date-)/,
        /icons\/(locate-fixed|arrow-down-up|calendar-days)\./,
      ),
    ),
    minShareCount: 1,
  },
  // The ticket has this icon without the share sheet.
  together('message-icon', /icons\/message-circle\./),
  together('share', /web\/ui\/share-button|icons\/(mail|share-2)\./),
  { ...together('background', /web\/(offline\/background|ui\/toasts)\./), minShareCount: 1 },
  together('result-parts', /web\/features\/search\/(?!map|filters-sheet|.*\.route)/),
]

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
    // A lazy-loaded file finds its own imports: listing them for preload costs 0.4 kB.
    modulePreload: { resolveDependencies: () => [] },
  },
  environments: {
    client: {
      build: { rolldownOptions: { output: { codeSplitting: { groups } } } },
    },
  },
})
