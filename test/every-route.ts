// Runs one check on every route of the contract, and names each route that fails it.
import type { FastifyInstance } from 'fastify'
import { api } from '#contract/api.ts'
import { ErrorBody } from '#contract/common.ts'
import type { RouteDef } from '#contract/route.ts'
import { atEnd } from './at-end.ts'
import { countWrites, writtenTables } from './fuzz/writes.ts'
import type { Answer } from './http-client.ts'

export type Operation = readonly [name: string, route: RouteDef]

export const operations: readonly Operation[] = Object.entries(api).flatMap(([group, routes]) =>
  Object.entries(routes as Record<string, RouteDef>).map(
    ([name, route]) => [`${group}.${name}`, route] as const,
  ),
)

/** An id that belongs to no resource. */
const UNKNOWN_ID = '01890000-0000-7000-8000-00000000dead'

export function addressOf(
  { path }: Pick<RouteDef, 'path'>,
  params: Record<string, string> = {},
): string {
  return `/api${path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? UNKNOWN_ID)}`
}

export function needsAccount([, { auth }]: Operation): boolean {
  return auth !== 'public' && auth !== 'optional'
}

export type Sent = {
  url?: string
  payload?: string | object
  headers?: Record<string, string>
  token?: string
}

export function send(app: FastifyInstance, route: RouteDef, sent: Sent = {}): Promise<Answer> {
  const { payload, token } = sent
  return app.inject({
    method: route.method,
    url: sent.url ?? addressOf(route),
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...sent.headers,
    },
    ...(payload === undefined ? {} : { payload }),
  })
}

/** Problem of a response; null when there is none. */
export type Complaint = string | null

/** Name of the route, the fault of the request, and the check of its response. */
export type Attempt = { name: string; fault: string; check: () => Promise<Complaint> }

/**
 * Returns one line for each failed attempt: route, fault and complaint. At most `parallel` attempts
 * run at the same time: a response waits for the database for a third of its time.
 */
export async function failuresOf(attempts: readonly Attempt[], parallel = 6): Promise<string[]> {
  const lines: (string | null)[] = []
  const waiting = attempts.entries()
  const work = async () => {
    for (const [at, { name, fault, check }] of waiting) {
      const complaint = await check().catch((error: unknown) => String(error))
      lines[at] = complaint === null ? null : `${name}, ${fault}: ${complaint}`
    }
  }
  await Promise.all(Array.from({ length: parallel }, work))
  return lines.filter((line) => line !== null)
}

/** Combines each operation with each fault, in the order of the operations. */
export function attemptsOf<F extends readonly [fault: string, ...rest: unknown[]]>(
  tried: readonly Operation[],
  faults: readonly F[],
  check: (route: RouteDef, fault: F) => Promise<Complaint>,
): Attempt[] {
  return tried.flatMap(([name, route]) =>
    faults.map((fault) => ({ name, fault: fault[0], check: () => check(route, fault) })),
  )
}

/** Checks that a refusal has one of these statuses and an error body without internal details. */
export function refusalComplaint(answer: Answer, statuses: readonly number[]): Complaint {
  const seen = `${answer.statusCode} ${answer.body.slice(0, 200)}`
  if (!statuses.includes(answer.statusCode)) return seen
  if (/at .*\.ts:\d+|select |insert |node_modules/.test(answer.body)) return `discloses: ${seen}`
  const body = ErrorBody.safeParse(answer.json())
  if (!body.success || !/\S/.test(body.data.error)) return `no error body: ${seen}`
  if (body.data.requestId !== answer.headers['x-request-id']) return `other requestId: ${seen}`
  return null
}

/** Checks that a refusal has this status and code. */
export function codeComplaint(answer: Answer, status: number, code: string): Complaint {
  const complaint = refusalComplaint(answer, [status])
  if (complaint !== null) return complaint
  const { code: seen } = answer.json()
  return seen === code ? null : `${seen} in place of ${code}`
}

export type WriteWatch = { complaint(): Promise<Complaint> }

/**
 * Returns a function that names the tables written since its last call, other than the allowed
 * ones. Watched requests must run one at a time, because a table does not show which request wrote
 * it.
 */
export async function watchWrites(
  databaseUrl: string,
  allowed: readonly string[] = ['rate_limits'],
): Promise<WriteWatch> {
  const writes = await countWrites(databaseUrl)
  atEnd(() => writes.close())
  let before = await writes.read()
  return {
    async complaint() {
      const after = await writes.read()
      const tables = writtenTables(before, after).filter((name) => !allowed.includes(name))
      before = after
      return tables.length > 0 ? `wrote ${tables.sort().join(', ')}` : null
    },
  }
}
