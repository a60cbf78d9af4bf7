// Sends requests generated from the contract to the real app, and checks each response.
import { Agent, request as httpRequest } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { api } from '#contract/api.ts'
import { ErrorBody } from '#contract/common.ts'
import { isErrorCode, statusOf } from '#contract/errors.ts'
import { refusalsOf } from '#contract/refusals.ts'
import type { RouteDef } from '#contract/route.ts'
import { ownAddress } from '../http-client.ts'
import { type Operation, requestsFor, type Sent } from './requests.ts'
import { UUID, type World } from './world.ts'
import { undue } from './writes.ts'

type Finding = {
  kind: 'failure' | 'shape' | 'code' | 'write' | 'leak'
  operation: string
  role: string
  what: string
  /** The request, and the seed that reproduces it. */
  sent: string
}

export type Outcome = {
  requests: number
  /** Number of responses by status class, such as `2xx`. */
  statuses: Record<string, number>
  findings: Finding[]
  milliseconds: number
}

/** Every call of the contract. */
const operations: Operation[] = Object.entries(api).flatMap(([domain, group]) =>
  Object.entries(group as Record<string, RouteDef>).map(([name, route]) => ({
    name: `${domain}.${name}`,
    route,
  })),
)

const FINDINGS_MAX = 50
const IDS_MAX = 400
/**
 * Requests until the clock moves to the next rate-limit window; otherwise limits would refuse all
 * calls.
 */
const REQUESTS_PER_WINDOW = 100
/** Number of requests per operation and role from one seed. */
const BATCH = 5

type Options = { requests: number; seed: number; operations?: Operation[] }

/** Sends requests of every operation as every role in turn, up to this number. */
export async function runFuzz(world: World, options: Options): Promise<Outcome> {
  const started = performance.now()
  const chosen = (options.operations ?? operations).map((operation) => ({
    operation,
    requests: requestsFor(operation, world.pool),
  }))
  const outcome: Outcome = { requests: 0, statuses: {}, findings: [], milliseconds: 0 }
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  while (outcome.requests < options.requests) {
    for (const role of world.people.keys()) {
      for (const { operation, requests } of chosen) {
        const seed = options.seed + outcome.requests
        for (const sent of fc.sample(requests, { seed, numRuns: BATCH })) {
          await tryOne({ world, agent, outcome, operation, role, sent, seed })
        }
        if (outcome.requests >= options.requests) break
      }
    }
    if (outcome.findings.length >= FINDINGS_MAX) break
  }
  agent.destroy()
  outcome.milliseconds = performance.now() - started
  return outcome
}

type Try = {
  world: World
  agent: Agent
  outcome: Outcome
  operation: Operation
  role: string
  sent: Sent
  seed: number
}

async function tryOne(attempt: Try): Promise<void> {
  const { world, outcome, operation, role, sent, seed } = attempt
  if (outcome.requests % REQUESTS_PER_WINDOW === 0) {
    await world.writes.query('truncate rate_limits')
  }
  const before = await world.writes.read()
  const answer = await send(attempt)
  outcome.requests += 1
  const status = `${Math.floor(answer.status / 100)}xx`
  outcome.statuses[status] = (outcome.statuses[status] ?? 0) + 1
  const found = inspect(operation.route, answer)
  if (answer.status >= 400) {
    const tables = undue(operation.name, before, await world.writes.read())
    const what = `${answer.code} after writing ${tables.join(', ')}`
    if (tables.length > 0) found.push({ kind: 'write', what })
  } else remember(world, answer.body)
  for (const each of found) {
    if (outcome.findings.length < FINDINGS_MAX && !isKnown(outcome, operation.name, each)) {
      const body = sent.body?.toString('utf8').slice(0, 500) ?? ''
      const headers = JSON.stringify(sent.headers)
      const text = `seed ${seed}: ${sent.method} ${sent.path} ${headers} ${body}`
      outcome.findings.push({ ...each, operation: operation.name, role, sent: text })
    }
  }
  if (answer.status === 401) await world.signInAgain(role)
}

/** Whether the same fault of the same call was already reported. */
function isKnown({ findings }: Outcome, operation: string, found: Found): boolean {
  const start = (what: string) => what.slice(0, 60)
  return findings.some(
    (each) =>
      each.operation === operation &&
      each.kind === found.kind &&
      start(each.what) === start(found.what),
  )
}

type Answer = { status: number; body: string; type: string; code: string }

function send({ world, agent, outcome, role, sent }: Try): Promise<Answer> {
  const token = world.people.get(role)?.token
  const n = outcome.requests
  const headers = {
    'x-forwarded-for': ownAddress(n),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...sent.headers,
    ...(sent.body ? { 'content-length': String(sent.body.length) } : {}),
  }
  return new Promise((resolve, reject) => {
    const { hostname: host, port } = world.url
    const target = { host, port, agent, method: sent.method, path: `/api${sent.path}`, headers }
    const outgoing = httpRequest(target, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('error', reject)
      incoming.on('end', () => {
        const coding = String(incoming.headers['content-encoding'])
        const bytes = Buffer.concat(chunks)
        const body = (DECODE[coding]?.(bytes) ?? bytes).toString('utf8')
        const type = String(incoming.headers['content-type'] ?? '')
        resolve({ status: incoming.statusCode ?? 0, body, type, code: codeOf(body) })
      })
    })
    outgoing.on('error', reject)
    outgoing.end(sent.body)
  })
}

const DECODE: Record<string, (bytes: Buffer) => Buffer> = {
  br: (bytes) => brotliDecompressSync(bytes),
  gzip: (bytes) => gunzipSync(bytes),
}

function codeOf(body: string): string {
  return /"code":"(\w+)"/.exec(body)?.[1] ?? ''
}

/** Text that no response may contain: from files, SQL, encrypted or hashed columns. */
const INSIDE =
  /at .*\.ts:\d+|node_modules|select .* from |insert into |\$argon2|_sealed|refresh_hash/

type Found = Pick<Finding, 'kind' | 'what'>

function inspect(route: RouteDef, answer: Answer): Found[] {
  const { status, body } = answer
  const found: Found[] = []
  if (status >= 500 && !isDeclared(route, answer)) {
    found.push({ kind: 'failure', what: `${status} ${body.slice(0, 200)}` })
  }
  if (!route.raw && INSIDE.test(body)) found.push({ kind: 'leak', what: body.slice(0, 300) })
  if (status >= 400) return [...found, ...inspectRefusal(route, answer)]
  if (route.raw) return found
  return [...found, ...inspectSuccess(route, answer)]
}

/**
 * Whether the contract of the call names this refusal: the gateway does not answer or pays nobody,
 * or a part of the service is switched off, as this run's administrator may do.
 */
function isDeclared(route: RouteDef, { code }: Answer): boolean {
  const outside = /^(gateway|payouts)_unavailable$|_off$/.test(code)
  return outside && route.errors.some((each) => each === code)
}

function inspectRefusal(route: RouteDef, { status, body, code }: Answer): Found[] {
  const parsed = ErrorBody.safeParse(parse(body))
  if (!parsed.success) return [{ kind: 'shape', what: `${status} ${body.slice(0, 200)}` }]
  if (!isErrorCode(code) || statusOf(code) !== status) {
    return [{ kind: 'code', what: `${status} with the code ${code}` }]
  }
  const declared = refusalsOf(route).includes(code) || status >= 500
  return declared ? [] : [{ kind: 'code', what: `${code} is not among the errors of the call` }]
}

/** A response may contain only what `ok` of the contract describes. */
function inspectSuccess(route: RouteDef, { status, body }: Answer): Found[] {
  if (status !== (route.status ?? 200)) return [{ kind: 'shape', what: `answered ${status}` }]
  const value = parse(body)
  const parsed = route.ok.safeParse(value)
  if (!parsed.success) return [{ kind: 'shape', what: parsed.error.message.slice(0, 300) }]
  const extra = pathsOf(value).filter((path) => !pathsOf(parsed.data).includes(path))
  return extra.length > 0
    ? [{ kind: 'leak', what: `also has ${extra.slice(0, 5).join(', ')}` }]
    : []
}

function pathsOf(value: unknown, at = ''): string[] {
  if (Array.isArray(value)) return value.length > 0 ? pathsOf(value[0], `${at}[]`) : []
  if (typeof value !== 'object' || value === null) return [at]
  return Object.entries(value).flatMap(([key, each]) => pathsOf(each, `${at}.${key}`))
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** Adds new ids to the pool, so that later requests can use them. */
function remember({ pool }: World, body: string): void {
  for (const id of body.slice(0, 5_000).match(UUID) ?? []) {
    if (pool.ids.includes(id)) continue
    if (pool.ids.length >= IDS_MAX) pool.ids.splice(20 + Math.floor(pool.ids.length / 2), 1)
    pool.ids.push(id)
  }
}

/** Report for people: figures, and each finding with the data that reproduces it. */
export function report(outcome: Outcome): string {
  const seconds = outcome.milliseconds / 1000
  const perSecond = Math.round(outcome.requests / seconds)
  const counts = Object.entries(outcome.statuses).map(([status, n]) => `${status} ${n}`)
  const statuses = counts.sort().join(', ')
  return [
    `${outcome.requests} requests in ${seconds.toFixed(0)} s (${perSecond}/s): ${statuses}`,
    ...outcome.findings.map(
      ({ kind, operation, role, what, sent }) =>
        `${kind}: ${operation} as ${role}: ${what}\n    ${sent}`,
    ),
    `${outcome.findings.length} findings`,
  ].join('\n')
}
