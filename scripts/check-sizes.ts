// The JavaScript each address asks for before it works, gzipped, against its budget.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { say } from './project.ts'
import {
  addressOf,
  CLIENT,
  type Manifest,
  modulesOf,
  readManifest,
  screenRoutes,
} from './web-manifest.ts'

/** Budgets, kB gzipped. */
const CONTENT_MAX_KB = 110
const APP_MAX_KB = 172
/** Where most people arrive, by a link or from the home page. */
const SEARCH_MAX_KB = 161

function maxOf(address: string, isContent: boolean): number {
  if (isContent) return CONTENT_MAX_KB
  return address === '/trips' ? SEARCH_MAX_KB : APP_MAX_KB
}

const sizes = new Map<string, number>()

function gzipKb(address: string): number {
  const known = sizes.get(address)
  if (known !== undefined) return known
  const kb = gzipSync(readFileSync(join(CLIENT, address)), { level: 9 }).length / 1000
  sizes.set(address, kb)
  return kb
}

/** Scripts that a prerendered page names itself; content pages name no module of the app. */
function scriptsOf(html: string): Set<string> {
  const files = [...html.matchAll(/<(?:script|link)[^>]+(?:src|href)="(\/assets\/[^"]+\.js)"/g)]
  return new Set(files.map(([, address]) => address ?? ''))
}

function measure(manifest: Manifest): { address: string; kb: number; max: number }[] {
  return screenRoutes(manifest)
    .map((route) => {
      const address = addressOf(manifest, route) || '/'
      const page = join(CLIENT, address, 'index.html')
      const html = existsSync(page) ? readFileSync(page, 'utf8') : null
      // A screen of the app may be made ahead of time too: it then starts the app.
      const isContent = html !== null && !html.includes(manifest.entry.module)
      const modules = isContent ? scriptsOf(html) : modulesOf(manifest, route)
      const kb = [...modules].reduce((sum, module) => sum + gzipKb(module), 0)
      return { address, kb, max: maxOf(address, isContent) }
    })
    .sort((a, b) => b.kb - a.kb)
}

let failed = false
for (const { address, kb, max } of measure(readManifest())) {
  const over = kb > max
  failed ||= over
  say(`${over ? 'OVER' : 'ok  '} ${kb.toFixed(1).padStart(6)} kB of ${max}  ${address}`)
}
process.exitCode = failed ? 1 : 0
