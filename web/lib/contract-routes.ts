import { api } from '#contract/api.ts'

/** Data that the browser needs to send a call. */
export type RouteEntry = {
  method: string
  path: string
  /** The call expects a JSON body, even an empty one. */
  body?: true
  /** Name of the file field of a multipart form. */
  file?: string
  /** The answer is bytes, not JSON. */
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
 * Groups that public screens and the shell call. Their routes are part of the app's first code; all
 * other routes are in the separate file `more-routes.ts`.
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

/**
 * Returns methods and paths of the groups that the app needs first (`first`), or of all others
 * (`more`).
 */
export function routesOf(which: 'first' | 'more'): RouteTable {
  const groups = Object.entries(api).filter(([name]) => FIRST.has(name) === (which === 'first'))
  return Object.fromEntries(groups.map(([name, group]) => [name, entries(group)]))
}

/**
 * Routes of the contract without its schemas. The build evaluates this file and `more-routes.ts`
 * and ships only the results (see vite.config.ts), so that a screen does not download a schema
 * library to make a request.
 */
export const routeTable: RouteTable = routesOf('first')
