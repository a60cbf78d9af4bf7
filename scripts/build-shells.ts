// Builds the app's empty page (shell) for each screen with preload links to the files of that
// screen: the browser fetches them in parallel instead of discovering each file from another one.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as Router from 'react-router'
import { adminAddresses } from '#web/features/admin/admin-screens.ts'
import { ROOT } from './project.ts'
import {
  addressOf,
  CLIENT,
  type Manifest,
  modulesOf,
  type Route,
  readManifest,
  screenRoutes,
} from './web-manifest.ts'

const FOLDER = '__shells'
const FALLBACK = '__spa-fallback.html'
const ANCHOR = '<link rel="stylesheet"'
/** Any address that is not prerendered: they all share the app shell. */
const ANY_SCREEN = 'http://localhost/bookings/0'

type Bundle = Router.ServerBuild & {
  entry: { module: Pick<typeof Router, 'createRequestHandler'> }
}

/** Writes the shells and the table that maps an address to its shell for the server. */
export async function buildShells(): Promise<void> {
  const fallback = await renderShell('build/server/index.js')
  if (!fallback.includes(ANCHOR)) throw new Error('the app shell links no stylesheet')
  writeFileSync(join(CLIENT, FALLBACK), fallback)
  const manifest = readManifest()
  mkdirSync(join(CLIENT, FOLDER), { recursive: true })
  const table: Record<string, string> = {}
  for (const [address, route] of screenRoutes(manifest).flatMap(addressed(manifest))) {
    if (address.includes('*') || existsSync(join(CLIENT, address, 'index.html'))) continue
    const missing = [...modulesOf(manifest, route)].filter((module) => !fallback.includes(module))
    const links = missing.map((module) => `<link rel="modulepreload" href="${module}"/>`)
    const file = `${FOLDER}/${address.slice(1).replace(/\W/g, '_')}.html`
    writeFileSync(join(CLIENT, file), fallback.replace(ANCHOR, links.join('') + ANCHOR))
    table[address] = file
  }
  writeFileSync(join(CLIENT, FOLDER, 'routes.json'), JSON.stringify(table, null, 2))
}

/** Addresses of a route; the route of the team has many addresses from its own table. */
function addressed(manifest: Manifest): (route: Route) => [string, Route][] {
  return (route) => {
    const address = addressOf(manifest, route) || '/'
    if (address !== '/admin/*') return [[address, route]]
    return adminAddresses.map((each) => [each, route])
  }
}

/**
 * Renders the page that starts the app at any address, as a build without server rendering does.
 * `serverBundle`: path of the built server side, from the project folder.
 */
export async function renderShell(serverBundle: string): Promise<string> {
  const file = pathToFileURL(join(ROOT, serverBundle)).href
  const bundle = (await import(file)) as Bundle
  const answer = bundle.entry.module.createRequestHandler(
    { ...bundle, ssr: false, prerender: [] },
    'production',
  )
  const response = await answer(new Request(ANY_SCREEN))
  if (!response.ok) throw new Error(`the app shell failed with ${response.status}`)
  return response.text()
}
