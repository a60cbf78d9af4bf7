// Builds the service worker of a finished web build. Files that open without a network are cached
// at its installation; all other requests still go to the server.
import { createHash } from 'node:crypto'
import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateSW } from 'workbox-build'
import { BRAND_REVISION } from '#contract/brand.ts'
import { pushHandlers } from './push-worker.ts'
import { CLIENT, type Manifest, type Route, readManifest } from './web-manifest.ts'

/** File of the app's shell, and the address at which the server serves it. */
const SHELL = { file: '__spa-fallback.html', url: '/__spa-fallback' }

/** The QR reader weighs a megabyte, so it is cached only for people who scan. */
const QR_READER = /\/assets\/(ponyfill|zxing_reader)-/
/** The lazy-loaded map itself shows that it needs a network. */
const MAP = /\/assets\/open-map-/

const STATIC = ['favicon.svg', 'manifest.webmanifest', 'icons/icon-192.png']

/** Writes `sw.js` into the folder of the built web. */
export async function buildServiceWorker(): Promise<void> {
  const manifest = readManifest()
  const read = (file: string) => readFileSync(join(CLIENT, file), 'utf8')
  const shell = read(SHELL.file)
  const needed = filesNeeded([...startingFiles(manifest), ...namedIn(shell)], read)
  const built = createHash('sha256').update(shell).digest('hex').slice(0, 16)
  // The data of another company changes the shell, so that browsers fetch it again.
  const revision = `${built}.${BRAND_REVISION}`
  const { warnings } = await generateSW({
    globDirectory: CLIENT,
    globPatterns: [manifest.self.slice(1), ...needed, ...STATIC],
    modifyURLPrefix: { '': '/' },
    additionalManifestEntries: [{ url: SHELL.url, revision }],
    dontCacheBustURLsMatching: /\/assets\//,
    swDest: join(CLIENT, 'sw.js'),
    mode: 'production',
    sourcemap: false,
    inlineWorkboxRuntime: true,
    cleanupOutdatedCaches: true,
    // A new version takes over when the person confirms it: see web/offline/register-worker.ts.
    skipWaiting: false,
    clientsClaim: false,
    runtimeCaching: [navigations, qrReader],
  })
  if (warnings.length > 0) throw new Error(`service worker: ${warnings.join('; ')}`)
  appendFileSync(join(CLIENT, 'sw.js'), `\n${pushHandlers()}`)
}

type Caching = NonNullable<Parameters<typeof generateSW>[0]['runtimeCaching']>[number]

/**
 * Pages come from the server. When it is unreachable or too slow, the shell opens instead. The two
 * functions are copied as text into the worker, so they use no variable from outside.
 */
const navigations: Caching = {
  urlPattern: ({ request, url, sameOrigin }) =>
    sameOrigin &&
    request.mode === 'navigate' &&
    !/^\/(api|assets|sandbox|webhooks)(\/|$)/.test(url.pathname) &&
    !/\.[a-z0-9]{2,5}$/i.test(url.pathname),
  handler: async ({ request }) => {
    const shell = () => caches.match('/__spa-fallback', { ignoreSearch: true })
    const patience = new Promise<undefined>((resolve) => setTimeout(resolve, 6_000))
    const fresh = fetch(request)
    try {
      return (await Promise.race([fresh, patience])) ?? (await shell()) ?? (await fresh)
    } catch {
      return (await shell()) ?? Response.error()
    }
  },
}

const qrReader: Caching = {
  urlPattern: QR_READER,
  handler: 'CacheFirst',
  options: {
    cacheName: 'qr-reader',
    cacheableResponse: { statuses: [200] },
    expiration: { maxEntries: 4 },
  },
}

/**
 * Files of the entry and of every screen. A screen whose code cannot be loaded would make the
 * router reload the page endlessly while there is no network.
 */
export function startingFiles({ entry, routes }: Manifest): string[] {
  const all: Omit<Route, 'id'>[] = [entry, ...Object.values(routes)]
  return all.flatMap(({ module, clientLoaderModule = [], imports = [], css = [] }) =>
    [module, clientLoaderModule, imports, css].flat(),
  )
}

function isApart(file: string): boolean {
  return QR_READER.test(file) || MAP.test(file)
}

const NAMED = /["'`(](?:\.\/|\/?assets\/)([\w.-]+\.(?:js|css|woff2|svg))["'`)]/g

/** Built files that a text names as `assets/<name>`, but the route manifest: it names all. */
export function namedIn(text: string): string[] {
  return [...text.matchAll(NAMED)]
    .map(([, file]) => `/assets/${file}`)
    .filter((file) => !isApart(file) && !file.startsWith('/assets/manifest-'))
}

/** Returns these files and all that they name, also indirectly, without the leading slash. */
export function filesNeeded(start: string[], read: (file: string) => string): string[] {
  const found = new Set<string>()
  const waiting = [...start]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const file = next.replace(/^\//, '')
    if (found.has(file) || isApart(`/${file}`)) continue
    found.add(file)
    if (/\.(js|css)$/.test(file)) waiting.push(...namedIn(read(file)))
  }
  return [...found].sort()
}
