import type { z } from 'zod'
import type { api as contract } from '#contract/api.ts'
import { errorFrom, networkError } from './api-error.ts'
import { apiFetch } from './api-fetch.ts'
import { deviceNow, hearServerTime, serverNow } from './clock.ts'
import { type RouteEntry, routeOf } from './contract-routes.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { verdictOfCall, verdictOfRenewal } from './session-rule.ts'
import { CREDENTIALS, SITE } from './site.ts'
import { readPatiently, tellWhenSlow } from './slow-requests.ts'
import {
  type KeptTokens,
  readRefreshToken,
  readToken,
  saveTokens,
  sessionLost,
  signedInAgain,
  tokenChecks,
} from './token-store.ts'

type Contract = typeof contract

type InputOf<R, K extends string> = R extends { [P in K]: infer S extends z.ZodType }
  ? z.input<S>
  : undefined

/** Query values are serialised as text, so numbers are accepted where the schema wants text. */
type Queryable<Q> = { [K in keyof Q]: Q[K] extends string | undefined ? Q[K] | number : Q[K] }

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? { [K in Name]?: undefined }
  : Record<never, never> extends Value
    ? { [K in Name]?: Value }
    : { [K in Name]: Value }

type CallInput<R> = Part<'params', InputOf<R, 'params'>> &
  Part<'query', Queryable<InputOf<R, 'query'>>> &
  Part<'body', InputOf<R, 'body'>> &
  (R extends { file: object } ? { file: File } : { file?: undefined }) &
  (R extends { idempotent: true } ? { idempotencyKey: string } : { idempotencyKey?: string }) & {
    signal?: AbortSignal
  }

type CallOk<R> = R extends { raw: true }
  ? Blob
  : R extends { ok: infer S extends z.ZodType }
    ? z.output<S>
    : never

type Call<R> =
  Record<never, never> extends CallInput<R>
    ? (input?: CallInput<R>) => Promise<CallOk<R>>
    : (input: CallInput<R>) => Promise<CallOk<R>>

export type Client = {
  [D in keyof Contract]: { [N in keyof Contract[D]]: Call<Contract[D][N]> }
}

const ENDPOINT_REQUIRED = 'Endpoint is required'

type AnyInput = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: Record<string, unknown>
  file?: File
  idempotencyKey?: string
  signal?: AbortSignal
}

/**
 * Returns the address of a call: `/api` and the path, with its parameters and query.
 * @throws when the route has no path (spec-coverage §5)
 */
export function addressOf(route: RouteEntry, input: AnyInput): string {
  if (!route.path) throw new Error(ENDPOINT_REQUIRED)
  const path = route.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(input.params?.[name] ?? '')),
  )
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null && value !== '') query.set(key, String(value))
  }
  const text = query.toString()
  return `${SITE}/api${path}${text ? `?${text}` : ''}`
}

function bodyOf(route: RouteEntry, input: AnyInput): BodyInit | null {
  if (!route.file) return route.body ? JSON.stringify(input.body ?? {}) : null
  const form = new FormData()
  // The fields come before the file, because the server parses the multipart body in order.
  for (const [key, value] of Object.entries(input.body ?? {})) {
    if (value !== undefined) form.set(key, String(value))
  }
  if (input.file) form.set(route.file, input.file)
  return form
}

async function send(route: RouteEntry, input: AnyInput, token: string | null): Promise<Response> {
  if (route.method !== 'GET' && token) for (const check of tokenChecks) check(token)
  const headers = new Headers({ accept: 'application/json' })
  if (!route.file && route.body) headers.set('content-type', 'application/json')
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (input.idempotencyKey) headers.set('idempotency-key', input.idempotencyKey)
  const request = async (signal: AbortSignal | null) => {
    const sentAt = deviceNow()
    const answer = await apiFetch(addressOf(route, input), {
      method: route.method,
      credentials: CREDENTIALS,
      headers,
      body: bodyOf(route, input),
      signal,
    })
    // Only such an answer cannot be an old one from a cache.
    if (/no-store/.test(answer.headers.get('cache-control') ?? '')) {
      hearServerTime(answer.headers.get('date'), sentAt)
    }
    return answer
  }
  try {
    if (route.method !== 'GET') return await tellWhenSlow(() => request(input.signal ?? null))
    return await readPatiently(request, input.signal)
  } catch (error) {
    if (input.signal?.aborted) throw error
    throw networkError()
  }
}

function calledRoute(module: string, name: string): RouteEntry {
  const route = routeOf(module, name)
  if (!route) throw new Error(ENDPOINT_REQUIRED)
  return route
}

/**
 * A renewal without an answer fails after this time, because the calls of all tabs wait for it. The
 * server accepts a repeat of the same refresh token for only 20 s.
 */
const RENEWAL_MAX_MS = 12_000

const renewToken = oneAtATime('cupo-refresh', renewOnce)

/**
 * Renews the token unless another tab has done so.
 * @throws when the server did not answer or did not decide: the tokens stay
 * @returns the new token, or null when the session is over
 */
async function renewOnce(expired: string): Promise<string | null> {
  const current = readToken()
  if (current !== expired) return current // Another tab renewed the token, or signed out.
  const response = await renewal(await refreshBody())
  if (response.ok) {
    const tokens: KeptTokens = await response.json()
    saveTokens(tokens)
    return tokens.access_token
  }
  const error = await errorFrom(response)
  const verdict = verdictOfRenewal(error)
  if (verdict === 'keep') throw error
  sessionLost(expired, verdict, error.message)
  return null
}

/** Sends a renewal, with retries like a read: the same refresh token gets the same answer again. */
async function renewal(body: Record<string, unknown>): Promise<Response> {
  const route = calledRoute('auth', 'refresh')
  try {
    const timeout = AbortSignal.timeout(RENEWAL_MAX_MS)
    return await readPatiently((signal) => send(route, { body, signal }, null), timeout)
  } catch {
    throw networkError()
  }
}

/**
 * Returns the body of a renewal: the native wrapper stores its refresh token, the web's is a
 * cookie.
 */
async function refreshBody(): Promise<Record<string, unknown>> {
  const refresh_token = await readRefreshToken()
  return refresh_token === null ? {} : { refresh_token, mobile: true }
}

/** The token of this tab's last early renewal: with a fast clock each new one seems expired. */
let renewedEarly: string | null = null

/** Person and end (Unix seconds) of an access token (JWT); neither if it cannot be read. */
export function claimsOf(token: string): { sub?: string; exp?: number } {
  const [, claims = ''] = token.split('.')
  try {
    return JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')))
  } catch {
    return {}
  }
}

/** Whether the time in an access token has passed. */
const hasExpired = (token: string): boolean =>
  (claimsOf(token).exp ?? Infinity) * 1000 <= serverNow()

/** The token to send: renewed first where an expired one would show a visitor's answer. */
async function tokenFor(route: RouteEntry): Promise<string | null> {
  const token = readToken()
  if (!route.open || !token || token === renewedEarly || !hasExpired(token)) return token
  renewedEarly = await renewToken(token).catch(() => token)
  return renewedEarly
}

async function call(route: RouteEntry, input: AnyInput): Promise<unknown> {
  const token = await tokenFor(route)
  const response = await send(route, input, token)
  if (response.ok) return read(route, response)
  const error = await errorFrom(response)
  if (verdictOfCall(error) === 'keep') throw error
  const renewed = token === null ? null : await renewToken(token)
  if (renewed === null) {
    if (await mayReadAgain(route, token)) return call(route, input)
    throw error
  }
  const again = await send(route, input, renewed)
  if (!again.ok) throw await errorFrom(again)
  return read(route, again)
}

/**
 * Returns whether a call can be retried. A GET waits until the person has signed in again; the
 * screen stays. A call that changes data is never retried here: the person sends it again.
 */
async function mayReadAgain(route: RouteEntry, refused: string | null): Promise<boolean> {
  if (route.method !== 'GET') return false
  const token = readToken()
  return (token !== null && token !== refused) || (await signedInAgain())
}

async function read(route: RouteEntry, response: Response): Promise<unknown> {
  if (route.raw) return response.blob()
  try {
    return await response.json()
  } catch {
    throw networkError()
  }
}

function makeClient(caller: (route: RouteEntry, input: AnyInput) => Promise<unknown>): Client {
  const inGroup = (group: string) =>
    byName(
      (name) =>
        async (input: AnyInput = {}) =>
          caller(calledRoute(group, name), input),
    )
  return byName(inGroup) as unknown as Client
}

/** Returns an object that makes any property when it is read. */
function byName<T>(make: (name: string) => T): Record<string, T> {
  return new Proxy<Record<string, T>>({}, { get: (_, name) => make(String(name)) })
}

/**
 * All calls of the contract: `await api.search.trips({ query: { from, to, date } })`. Each resolves
 * to the parsed body, or throws `ApiError`. Renews an expired token once and retries.
 */
export const api: Client = makeClient(call)

/** Answer of the server's own API. */
export type ServerAnswer = { status: number; body: string }

/**
 * Client for the contract's calls during server-side rendering: only GET, as a visitor without a
 * session. Errors are the same as in the browser.
 */
export function serverClient(get: (address: string) => Promise<ServerAnswer>): Client {
  return makeClient(async (route, input) => {
    const { status, body } = await get(addressOf(route, input))
    const response = new Response(body, { status })
    if (!response.ok) throw await errorFrom(response)
    return response.json()
  })
}
