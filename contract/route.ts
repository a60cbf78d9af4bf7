import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What a role may do, asked by name; default deny. */
export type Permission =
  | 'verification.review'
  | 'verification.audit'
  | 'safe_points.vet'
  | 'conduct.decide'
  | 'disputes.resolve'
  | 'payments.cases'
  | 'withdrawals.decide'
  | 'rewards.manage'
  | 'deliveries.manage'
  | 'incidents.handle'
  | 'audit.view'
  | 'tickets.answer'
  | 'reconciliation.decide'
  | 'staff.manage'
  | 'dashboard.view'
  | 'settings.manage'
  | 'prices.manage'
  | 'people.view'
  | 'people.reveal'
  | 'ledger.view'
  | 'browser_reports.view'

/**
 * Who may call: `public` anybody, `optional` anybody but a valid token is honoured, `live` a
 * signed-in person, or a named permission. Whenever there is a token, its session is looked up: one
 * that ended opens nothing.
 */
export type Auth = 'public' | 'optional' | 'live' | { permission: Permission }

/**
 * Shared limit: at most `max` calls per `windowSeconds`, counted by address or person. `stranger`
 * counts by address what the use case does not recognise by a device, a session or a mailed link,
 * so that nobody on the same network shuts their owner out.
 */
type Limit = { max: number; windowSeconds: number; by: 'ip' | 'user' | 'stranger' }

export type RouteDef = {
  method: Method
  /** Below /api, with `:name` parameters. */
  path: string
  auth: Auth
  /** A few Spanish words, as a heading. */
  summary: string
  /** Plain English: what it does, who may, what a repeat does. */
  description: string
  params?: z.ZodObject
  query?: z.ZodObject
  /** JSON body; with `file`, the text fields of the multipart form. */
  body?: z.ZodType
  file?: { field: string; maxBytes: number }
  /** Limit of a JSON body, below the one of all calls. */
  maxBytes?: number
  ok: z.ZodType
  /** The handler answers with bytes or text of its own, not JSON of `ok`. */
  raw?: true
  /** The answer rarely changes: it carries an ETag, and a client that has it is answered 304. */
  etag?: true
  /** Who accepts `text/event-stream` gets a stream of server-sent events instead of `ok`. */
  stream?: true
  /** The success status, 200 unless said. */
  status?: 200 | 201
  /** Takes an `Idempotency-Key` header. */
  idempotent?: true
  limit?: Limit
  /**
   * With `auth: 'live'`: the use case checks session and limit in its own database call, so that
   * the route costs one. The server checks them again when the use case was refused before it.
   */
  checkedInCall?: true
  /**
   * Open to somebody whom the team expelled. Without it they only read (GET) what is theirs: money
   * and data stay theirs, and nothing else.
   */
  whenExpelled?: true
  errors: readonly ErrorCode[]
}

/** Declares one call of the API; the literal types are kept for server and web. */
export function route<const R extends RouteDef>(def: R): R {
  return def
}
