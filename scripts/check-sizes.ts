// The JavaScript each address asks for before it works, gzipped, against its budget.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { ROOT, say } from './project.ts'

const CLIENT = join(ROOT, 'build/client')
/** Part 2's budgets, kB gzipped. */
const CONTENT_MAX_KB = 110
const APP_MAX_KB = 170

type Route = { id: string; parentId?: string; path?: string; module: string; imports?: string[] }
type Manifest = { entry: { module: string; imports: string[] }; routes: Record<string, Route> }

const sizes = new Map<string, number>()

function gzipKb(address: string): number {
  const known = sizes.get(address)
  if (known !== undefined) return known
  const kb = gzipSync(readFileSync(join(CLIENT, address)), { level: 9 }).length / 1000
  sizes.set(address, kb)
  return kb
}

function manifestAddress(): string {
  const [name] = globSync('assets/manifest-*.js', { cwd: CLIENT })
  if (!name) throw new Error('the web is not built')
  return `/${name}`
}

function readManifest(): Manifest {
  const text = readFileSync(join(CLIENT, manifestAddress()), 'utf8')
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Manifest
}

/** Modules of a screen: the entry, its layouts and itself, with what they import. */
function modulesOf(manifest: Manifest, route: Route): Set<string> {
  const modules = new Set([manifestAddress(), manifest.entry.module, ...manifest.entry.imports])
  for (
    let at: Route | undefined = route;
    at;
    at = at.parentId ? manifest.routes[at.parentId] : undefined
  ) {
    for (const module of [at.module, ...(at.imports ?? [])]) modules.add(module)
  }
  return modules
}

/** Scripts that a prerendered page names itself; content pages name no module of the app. */
function scriptsOf(html: string): Set<string> {
  const files = [...html.matchAll(/<(?:script|link)[^>]+(?:src|href)="(\/assets\/[^"]+\.js)"/g)]
  return new Set(files.map(([, address]) => address ?? ''))
}

function addressOf(manifest: Manifest, route: Route): string {
  const parent = route.parentId ? manifest.routes[route.parentId] : undefined
  const above = parent ? addressOf(manifest, parent) : ''
  return route.path ? `${above === '/' ? '' : above}/${route.path}` : above
}

function measure(manifest: Manifest): { address: string; kb: number; max: number }[] {
  const parents = new Set(Object.values(manifest.routes).map((route) => route.parentId))
  return Object.values(manifest.routes)
    .filter((route) => !parents.has(route.id))
    .map((route) => {
      const address = addressOf(manifest, route) || '/'
      const page = join(CLIENT, address, 'index.html')
      const isContent = existsSync(page)
      const modules = isContent ? scriptsOf(readFileSync(page, 'utf8')) : modulesOf(manifest, route)
      const kb = [...modules].reduce((sum, module) => sum + gzipKb(module), 0)
      return { address, kb, max: isContent ? CONTENT_MAX_KB : APP_MAX_KB }
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
