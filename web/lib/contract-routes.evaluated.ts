import { api } from '#contract/api.ts'

type Declared = {
  method: string
  path: string
  auth: unknown
  body?: unknown
  file?: { field: string }
  raw?: true
}

function line({ method, path, auth, body, file, raw }: Declared): string {
  const readsAsVisitor = method === 'GET' && auth === 'optional'
  const marks = [
    body && 'body',
    raw && 'raw',
    readsAsVisitor && 'open',
    file && `file=${file.field}`,
  ]
  return [method, path, ...marks.filter(Boolean)].join(' ')
}

function lines(group: Record<string, Declared>): Record<string, string> {
  return Object.fromEntries(Object.entries(group).map(([name, route]) => [name, line(route)]))
}

/**
 * Methods and paths of the contract without its schemas, a line for each call, such as
 * `POST /documents body file=file`; `contract-routes.ts` reads them. The build evaluates this file
 * and ships the result (vite.config.ts), so that a screen makes a request without the schema
 * library. Lines, because every page downloads all of them.
 */
export const routeLines: Record<string, Record<string, string>> = Object.fromEntries(
  Object.entries(api).map(([name, group]) => [name, lines(group)]),
)
