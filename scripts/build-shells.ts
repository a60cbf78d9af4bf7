// The app's empty page, once per screen, naming the files of that screen: the browser fetches them
// all at once instead of learning of each from the one before.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addressOf, CLIENT, modulesOf, readManifest, screenRoutes } from './web-manifest.ts'

const FOLDER = '__shells'
const ANCHOR = '<link rel="stylesheet"'

/** Writes the shells and the table that tells the server which address gets which. */
export function buildShells(): void {
  const fallback = readFileSync(join(CLIENT, '__spa-fallback.html'), 'utf8')
  if (!fallback.includes(ANCHOR)) throw new Error('the app shell links no stylesheet')
  const manifest = readManifest()
  mkdirSync(join(CLIENT, FOLDER), { recursive: true })
  const table: Record<string, string> = {}
  for (const route of screenRoutes(manifest)) {
    const address = addressOf(manifest, route) || '/'
    if (address.includes('*') || existsSync(join(CLIENT, address, 'index.html'))) continue
    const missing = [...modulesOf(manifest, route)].filter((module) => !fallback.includes(module))
    const links = missing.map((module) => `<link rel="modulepreload" href="${module}"/>`)
    const file = `${FOLDER}/${address.slice(1).replace(/\W/g, '_')}.html`
    writeFileSync(join(CLIENT, file), fallback.replace(ANCHOR, links.join('') + ANCHOR))
    table[address] = file
  }
  writeFileSync(join(CLIENT, FOLDER, 'routes.json'), JSON.stringify(table, null, 2))
}
