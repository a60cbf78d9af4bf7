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

type RouteTable = Record<string, Record<string, RouteEntry>>

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
 * Methods and paths of the contract without its schemas. The build evaluates this file and ships
 * the result (vite.config.ts), so that a screen makes a request without the schema library.
 */
export const routeTable: RouteTable = Object.fromEntries(
  Object.entries(api).map(([name, group]) => [name, entries(group)]),
)
