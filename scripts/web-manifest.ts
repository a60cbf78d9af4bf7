// Reads the route manifest of the web build: the files that each address needs.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './project.ts'

export const CLIENT = join(ROOT, 'build/client')

export type Route = {
  id: string
  parentId?: string
  path?: string
  module: string
  clientLoaderModule?: string
  imports?: string[]
  css?: string[]
}

export type Manifest = {
  /** Address of the manifest itself, which the browser loads too. */
  self: string
  entry: Pick<Route, 'module' | 'css'> & { imports: string[] }
  routes: Record<string, Route>
}

/** Reads the manifest. Throws when the web is not built. */
export function readManifest(): Manifest {
  const [name] = globSync('assets/manifest-*.js', { cwd: CLIENT })
  if (!name) throw new Error('the web is not built')
  const text = readFileSync(join(CLIENT, name), 'utf8')
  const parsed = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
  return { ...parsed, self: `/${name}` }
}

/** Routes that are screens, without layouts. */
export function screenRoutes(manifest: Manifest): Route[] {
  const parents = new Set(Object.values(manifest.routes).map((route) => route.parentId))
  return Object.values(manifest.routes).filter((route) => !parents.has(route.id))
}

function parentOf(manifest: Manifest, route: Route): Route | undefined {
  return route.parentId ? manifest.routes[route.parentId] : undefined
}

/** Address pattern of a route, such as /trips/:tripId. */
export function addressOf(manifest: Manifest, route: Route): string {
  const parent = parentOf(manifest, route)
  const above = parent ? addressOf(manifest, parent) : ''
  return route.path ? `${above}/${route.path}` : above
}

/** Modules of a screen: the entry, its layouts and its own module, with their imports. */
export function modulesOf(manifest: Manifest, route: Route): Set<string> {
  const modules = new Set([manifest.self, manifest.entry.module, ...manifest.entry.imports])
  for (let at: Route | undefined = route; at; at = parentOf(manifest, at)) {
    for (const module of [at.module, ...(at.imports ?? [])]) modules.add(module)
  }
  return modules
}
