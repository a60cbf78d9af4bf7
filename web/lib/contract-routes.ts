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
 * The contract without its schemas. The build evaluates this file and ships only the result (see
 * vite.config.ts), so a screen does not download a schema library to make a request.
 */
export const routeTable: RouteTable = Object.fromEntries(
  Object.entries(api).map(([domain, group]) => [domain, entries(group)]),
)
