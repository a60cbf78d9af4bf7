import { api } from '#contract/api.ts'

/** What the browser needs to know of a call. */
export type RouteEntry = {
  method: string
  path: string
  /** Expects a JSON body, even an empty one. */
  body?: true
  /** Name of the file field of a multipart form. */
  file?: string
  /** Answers with bytes. */
  raw?: true
}

export type RouteTable = Record<string, Record<string, RouteEntry>>

type Declared = {
  method: string
  path: string
  body?: unknown
  file?: { field: string }
  raw?: true
}

function entry({ method, path, body, file, raw }: Declared): RouteEntry {
  return {
    method,
    path,
    ...(body ? { body: true as const } : {}),
    ...(file ? { file: file.field } : {}),
    ...(raw ? { raw: true as const } : {}),
  }
}

function entries(group: Record<string, Declared>): Record<string, RouteEntry> {
  return Object.fromEntries(Object.entries(group).map(([name, route]) => [name, entry(route)]))
}

/**
 * Groups that public screens and the shell call. Their entries come with the app; those of the
 * other groups in a file of their own, `more-routes.ts`.
 */
const FIRST: ReadonlySet<string> = new Set<keyof typeof api>([
  'agenda',
  'auth',
  'oauth',
  'places',
  'pricing',
  'profiles',
  'search',
  'trips',
  'users',
  'wallet',
])

/** Methods and paths of the groups that the app needs at first, or of all others. */
export function routesOf(which: 'first' | 'more'): RouteTable {
  const groups = Object.entries(api).filter(([name]) => FIRST.has(name) === (which === 'first'))
  return Object.fromEntries(groups.map(([name, group]) => [name, entries(group)]))
}

/**
 * The contract without its schemas. The build evaluates this file and `more-routes.ts` and ships
 * only the results (see vite.config.ts), so a screen does not download a schema library to make a
 * request.
 */
export const routeTable: RouteTable = routesOf('first')
