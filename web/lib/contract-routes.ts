import { routeLines } from './contract-routes.evaluated.ts'

/** Data that the browser needs to send a call. */
export type RouteEntry = {
  method: string
  path: string
  /** The call expects a JSON body, even an empty one. */
  body?: boolean
  /** Name of the file field of a multipart form. */
  file?: string | undefined
  /** The answer is bytes, not JSON. */
  raw?: boolean
  /** A read that answers visitors, too: with an expired token it answers as to a visitor. */
  open?: boolean
}

/** Returns a call of the contract; undefined for an unknown name. */
export function routeOf(module: string, name: string): RouteEntry | undefined {
  const line = routeLines[module]?.[name]
  if (line === undefined) return undefined
  const [method = '', path = '', ...marks] = line.split(' ')
  const file = marks.find((mark) => mark.startsWith('file='))?.slice('file='.length)
  const has = (mark: string) => marks.includes(mark)
  return { method, path, body: has('body'), file, raw: has('raw'), open: has('open') }
}
