// The JavaScript each address asks for before it works, gzipped. What a person notices is measured
// by `npm run audit:pages`; this is the alarm for a library that came along by mistake.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { readCommand } from '#server/platform/command.ts'
import { say } from './project.ts'
import {
  addressOf,
  CLIENT,
  type Manifest,
  modulesOf,
  readManifest,
  screenRoutes,
} from './web-manifest.ts'

readCommand({
  call: 'node scripts/check-sizes.ts',
  about: 'Prints the size of the scripts of each address of the built web.',
  exits: { 1: 'an address has too much' },
})

/** kB gzipped; the largest screen had 172 when it was set. */
const MAX_KB = 210

const sizes = new Map<string, number>()

function gzipKb(address: string): number {
  const known = sizes.get(address)
  if (known !== undefined) return known
  const kb = gzipSync(readFileSync(join(CLIENT, address)), { level: 9 }).length / 1000
  sizes.set(address, kb)
  return kb
}

/** Scripts named by a prerendered page; content pages name no module of the app. */
function scriptsOf(html: string): Set<string> {
  const files = [...html.matchAll(/<(?:script|link)[^>]+(?:src|href)="(\/assets\/[^"]+\.js)"/g)]
  return new Set(files.map(([, address]) => address ?? ''))
}

function measure(manifest: Manifest): { address: string; kb: number }[] {
  return screenRoutes(manifest)
    .map((route) => {
      const address = addressOf(manifest, route) || '/'
      const page = join(CLIENT, address, 'index.html')
      const html = existsSync(page) ? readFileSync(page, 'utf8') : null
      // A screen of the app can be prerendered too: its page then starts the app.
      const isContent = html !== null && !html.includes(manifest.entry.module)
      const modules = isContent ? scriptsOf(html) : modulesOf(manifest, route)
      const kb = [...modules].reduce((sum, module) => sum + gzipKb(module), 0)
      return { address, kb }
    })
    .sort((a, b) => b.kb - a.kb)
}

let failed = false
for (const { address, kb } of measure(readManifest())) {
  const over = kb > MAX_KB
  failed ||= over
  say(`${over ? 'OVER' : 'ok  '} ${kb.toFixed(1).padStart(6)} kB of ${MAX_KB}  ${address}`)
}
process.exitCode = failed ? 1 : 0
