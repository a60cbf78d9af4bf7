import { z } from 'zod'
import { Id } from './common.ts'
import type { ErrorCode } from './errors.ts'
import type { Permission } from './permissions.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Who can call: `public` anybody; `optional` anybody, and a valid token is used; `live` a signed-in
 * person; or a named permission. Each token's session is looked up: a token of an ended session
 * gives no access.
 */
export type Auth = 'public' | 'optional' | 'live' | { permission: Permission }

/**
 * Rate limit shared by all servers: at most `max` calls per `windowSeconds`, counted by address or
 * person. `stranger` counts by address only calls without a known device, session or mailed link,
 * so that nobody on the same network locks the account's owner out.
 */
type Limit = { max: number; windowSeconds: number; by: 'ip' | 'user' | 'stranger' }

export type RouteDef = {
  method: Method
  /** Path below /api, with `:name` parameters. */
  path: string
  auth: Auth
  /** A few English words, used as a heading: a verb and its object. */
  summary: string
  /** Plain English: what the call does and what a repeat does; `auth` says who can call. */
  description: string
  /** Needed where a name of the path is no id; else each is an `Id`. */
  params?: z.ZodObject
  query?: z.ZodObject
  /** JSON body; with `file`, the text fields of the multipart form. */
  body?: z.ZodType
  file?: { field: string; maxBytes: number }
  /** Size limit of the JSON body, lower than the general limit. */
  maxBytes?: number
  ok: z.ZodType
  /** The handler answers with its own bytes or text, not with JSON of `ok`. */
  raw?: true
  /**
   * Our page of a call to which a page, form, mail or provider navigates: instead of JSON, a
   * refusal leads the browser there with its code as `error`.
   */
  visited?: string
  /** The answer rarely changes: it has an ETag, and a client with the same ETag gets status 304. */
  etag?: true
  /** Clients that accept `text/event-stream` get server-sent events instead of `ok`. */
  stream?: true
  /** Success status; by default 200. */
  status?: 200 | 201
  /** Takes an `Idempotency-Key`; a repeat must send the same, `except` for these keys. */
  idempotent?: true | { except: readonly string[] }
  limit?: Limit
  /**
   * With `auth: 'live'`: the use case checks session and limit in its own database call, so that
   * the route needs only one call. The server checks both when the use case refuses before that
   * call.
   */
  checkedInCall?: true
  /** Open to an expelled person, who otherwise can only read (GET) their own money and data. */
  whenExpelled?: true
  /** Codes with which the use case refuses; those of the guards are derived (`refusals.ts`). */
  errors: readonly ErrorCode[]
}

type Spec = Omit<RouteDef, 'method' | 'path' | 'errors'>

/** Names in a path: `tripId` of `/trips/:tripId`. */
type NamesIn<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never

/**
 * The ids of a path; nothing where the call declares its parameters, or has none. A name that is
 * no id must be declared: without, its call does not compile.
 */
type PathIds<P extends string, S> = S extends { params: z.ZodObject }
  ? object
  : [NamesIn<P>] extends [never]
    ? object
    : { params: z.ZodObject<Record<NamesIn<P> & `${string}Id`, typeof Id>, z.core.$strict> }

function idsIn<P extends string, S>(path: P): PathIds<P, S> {
  const names = path.split('/').filter((part) => part.startsWith(':'))
  const own = names.filter((name) => name.endsWith('Id'))
  const ids = Object.fromEntries(own.map((name) => [name.slice(1), Id]))
  return (names.length > 0 ? { params: z.strictObject(ids) } : {}) as PathIds<P, S>
}

/** Returns a function that declares one call of the API; server and web keep its literal types. */
function callBy<const M extends Method>(method: M) {
  return <const P extends string, const S extends Spec>(
    path: P,
    { errors = [], ...spec }: S & { errors?: readonly ErrorCode[] },
  ) => ({ ...idsIn<P, S>(path), ...spec, method, path, errors: errors as readonly ErrorCode[] })
}

export const get = callBy('GET')
export const post = callBy('POST')
export const put = callBy('PUT')
export const patch = callBy('PATCH')
export const del = callBy('DELETE')

/** Spread into a call whose handler answers with its own bytes or text. */
export const rawAnswer = { ok: z.unknown(), raw: true } as const
