import { z } from 'zod'
import { breakerFor, type CircuitBreaker } from '#server/platform/circuit-breaker.ts'
import { MINUTE_MS } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'

/** States of a transaction at the gateway. */
export const transactionStatuses = ['PENDING', 'APPROVED', 'DECLINED', 'VOIDED', 'ERROR'] as const

export type TransactionStatus = (typeof transactionStatuses)[number]

/** A transaction as the gateway answers it to a request with the private key. */
export type GatewayTransaction = {
  id: string
  status: TransactionStatus
  amountInCents: number
  currency: string
  reference: string
  /** Public key of the merchant that was paid, where the answer says so. */
  merchantKey: string | null
  method: string | null
  /** Identifies the card or account that paid; null where the answer does not say. Never logged. */
  payer: string | null
  createdAt: Date | null
}

/**
 * The gateway gave no usable answer. `missing` is a 404, which a key of the wrong kind also gives:
 * no reason ever means that somebody did not pay.
 */
export class GatewayError extends AppError {
  readonly reason: GatewayFailure
  /** Time when the gateway can be asked again, with `resting`. */
  readonly retryAt: Date | undefined

  constructor(reason: GatewayFailure, retryAt?: Date) {
    super('gateway_unavailable')
    this.name = 'GatewayError'
    this.reason = reason
    this.retryAt = retryAt
  }
}

/** `resting`: the circuit breaker is open after failed requests, so no request was sent. */
export type GatewayFailure =
  | 'unreachable'
  | 'resting'
  | 'behind'
  | 'key_refused'
  | 'missing'
  | 'malformed'

const TIMEOUT_MS = 8_000

const Text = z.string().max(200).nullish().catch(null)

/** https://docs.wompi.co/en/docs/colombia/metodos-de-pago/: fields differ by method. */
const PaymentMethod = z.object({
  phone_number: Text,
  user_legal_id: Text,
  extra: z
    .object({ bin: Text, last_four: Text, exp_month: Text, exp_year: Text, card_holder: Text })
    .nullish()
    .catch(null),
})

/** Strict in what money depends on, lenient in the rest: fields differ by payment method. */
const Transaction = z.object({
  id: z.string().min(1).max(64),
  /** The list can grow: an unknown state is not final, and raises an alarm. */
  status: z.string().min(1).max(64),
  amount_in_cents: z.int().positive(),
  currency: z.string(),
  reference: z.string(),
  merchant: z.object({ public_key: z.string().nullish() }).nullish().catch(null),
  payment_method_type: z.string().max(64).nullish().catch(null),
  payment_method: PaymentMethod.nullish().catch(null),
  created_at: z.iso.datetime({ offset: true }).nullish().catch(null),
})

const One = z.object({ data: Transaction })
/** Rows are parsed one by one, so an invalid row does not affect the others. */
const Many = z.object({ data: z.array(z.unknown()) })

type GatewayDeps = Pick<Deps, 'urls' | 'secrets' | 'log' | 'metrics' | 'clock'>

const BREAKER = { failuresMax: 5, pauseMs: 15_000, pauseMaxMs: 2 * MINUTE_MS }
/** After this time without any answer a person should contact the gateway. */
const ALARM_MS = 10 * MINUTE_MS

function breakerOf({ metrics }: Pick<Deps, 'metrics'>): CircuitBreaker {
  return breakerFor(metrics, 'gateway', BREAKER)
}

/** Returns until when the circuit breaker is open; undefined when it is closed. */
export function gatewayRestsUntil(deps: Pick<Deps, 'metrics' | 'clock'>): Date | undefined {
  return breakerOf(deps).closedUntil(deps.clock.now())
}

/** Reads one transaction. Errors: `gateway_unavailable` (a GatewayError). */
export async function fetchTransaction(deps: GatewayDeps, id: string): Promise<GatewayTransaction> {
  const answer = parse(deps, One, await get(deps, `/transactions/${encodeURIComponent(id)}`))
  if (answer.data.id !== id) throw failure(deps, 'malformed', 'another transaction was answered')
  return transactionOf(deps, answer.data)
}

/**
 * Lists every transaction of a reference, oldest first. An empty list means that nobody has paid
 * yet; a payment can still arrive. Errors: `gateway_unavailable` (a GatewayError).
 */
export async function fetchByReference(
  deps: GatewayDeps,
  reference: string,
): Promise<GatewayTransaction[]> {
  const path = `/transactions?reference=${encodeURIComponent(reference)}`
  const { rows } = parseRows(deps, await get(deps, path))
  const time = (each: GatewayTransaction) => each.createdAt?.getTime() ?? 0
  return rows.map((row) => transactionOf(deps, row)).sort((a, b) => time(a) - time(b))
}

/** Transactions per page; the gateway allows no more. */
const PAGE_SIZE = 200
/** Our own limit of pages, above the transactions of any month. */
const PAGES_MAX = 1_000

/**
 * Lists every transaction that the gateway dates on these days (YYYY-MM-DD, both included). Errors:
 * `gateway_unavailable` (a GatewayError).
 */
export async function fetchBetween(
  deps: GatewayDeps,
  { fromDay, untilDay }: { fromDay: string; untilDay: string },
): Promise<GatewayTransaction[]> {
  const found = new Map<string, GatewayTransaction>()
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const dates = `from_date=${fromDay}&until_date=${untilDay}`
    const paging = `page=${page}&page_size=${PAGE_SIZE}&order_by=created_at&order=ASC`
    const path = `/transactions?${dates}&${paging}`
    const { rows, count } = parseRows(deps, await get(deps, path))
    for (const row of rows) found.set(row.id, transactionOf(deps, row))
    if (count < PAGE_SIZE) return [...found.values()]
  }
  throw failure(deps, 'malformed', 'more pages than a month has')
}

async function get(deps: GatewayDeps, path: string): Promise<unknown> {
  const { status, text } = await request(deps, path)
  if (status === 404) throw failure(deps, 'missing', '404')
  if (status === 401 || status === 403) {
    // The key is wrong or withdrawn: nothing can be confirmed until a person corrects it.
    deps.log.error({ status }, 'the payment gateway refuses our key')
    throw failure(deps, 'key_refused', String(status))
  }
  try {
    return JSON.parse(text)
  } catch {
    throw failure(deps, 'malformed', 'not JSON')
  }
}

type RawAnswer = { status: number; text: string }

/** Sends one request, unless the circuit breaker is open. Errors: a GatewayError. */
async function request(deps: GatewayDeps, path: string): Promise<RawAnswer> {
  const retryAt = breakerOf(deps).enter(deps.clock.now())
  if (retryAt) {
    deps.metrics.count('gateway_failed', { reason: 'resting' })
    throw new GatewayError('resting', retryAt)
  }
  try {
    const answer = await send(deps, path)
    if (answer.status === 429 || answer.status >= 500) throw new Error(String(answer.status))
    noteSuccess(deps)
    return answer
  } catch (error) {
    noteFailure(deps)
    throw failure(deps, 'unreachable', error instanceof Error ? error.message : 'unknown')
  }
}

async function send(deps: GatewayDeps, path: string): Promise<RawAnswer> {
  const response = await fetch(deps.urls.gatewayApi + path, {
    headers: {
      authorization: `Bearer ${deps.secrets.wompi.privateKey}`,
      accept: 'application/json',
    },
    // A redirect would send the private key to another host.
    redirect: 'error',
    // The timeout covers the body too, which can stop midway.
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  return { status: response.status, text: await response.text() }
}

function noteSuccess(deps: GatewayDeps): void {
  if (breakerOf(deps).succeeded() !== 'closed') return
  deps.metrics.count('gateway_breaker', { state: 'closed' })
  deps.log.info({}, 'the payment gateway answers again')
}

function noteFailure(deps: GatewayDeps): void {
  const breaker = breakerOf(deps)
  const now = deps.clock.now()
  if (breaker.failed(now) === 'opened') {
    deps.metrics.count('gateway_breaker', { state: 'open' })
    deps.log.warn(BREAKER, 'the payment gateway does not answer: paused')
  }
  const openForMs = breaker.openForMs(now)
  if (openForMs >= ALARM_MS) {
    deps.log.error({ openForMs }, 'the payment gateway has not answered for a long time')
  }
}

function parse<S extends z.ZodType>(deps: GatewayDeps, schema: S, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const paths = parsed.error.issues.map((issue) => issue.path.map(String).join('.'))
  throw failure(deps, 'malformed', paths.slice(0, 5).join(' '))
}

function parseRows(deps: GatewayDeps, body: unknown) {
  const { data } = parse(deps, Many, body)
  const parsed = data.map((row) => Transaction.safeParse(row))
  const odd = parsed.filter(({ success }) => !success).length
  if (odd > 0) {
    deps.metrics.count('gateway_failed', { reason: 'odd_row' })
    deps.log.error({ odd, of: data.length }, 'the payment gateway sent rows that cannot be read')
  }
  const rows = parsed.flatMap((each) => (each.data === undefined ? [] : [each.data]))
  return { rows, count: data.length }
}

function failure(deps: GatewayDeps, reason: GatewayFailure, detail: string): GatewayError {
  deps.metrics.count('gateway_failed', { reason })
  deps.log.warn({ reason, detail }, 'payment gateway')
  return new GatewayError(reason)
}

function transactionOf(deps: GatewayDeps, row: z.output<typeof Transaction>): GatewayTransaction {
  return {
    id: row.id,
    status: statusOf(deps, row),
    amountInCents: row.amount_in_cents,
    currency: row.currency,
    reference: row.reference,
    merchantKey: row.merchant?.public_key ?? null,
    method: row.payment_method_type ?? null,
    payer: payerOf(row.payment_method),
    createdAt: row.created_at ? new Date(row.created_at) : null,
  }
}

function statusOf(deps: GatewayDeps, { id, status }: z.output<typeof Transaction>) {
  const known = transactionStatuses.find((each) => each === status)
  if (known) return known
  deps.metrics.count('gateway_failed', { reason: 'odd_state' })
  deps.log.error(
    { transactionId: id, status },
    'the payment gateway has a state that we do not know',
  )
  return 'PENDING'
}

/** Identifies the card or account that paid, by fields that its next payment repeats. */
function payerOf(method: z.output<typeof PaymentMethod> | null | undefined): string | null {
  const { phone_number: phone, user_legal_id: legalId, extra } = method ?? {}
  if (phone) return `phone|${phone.replace(/\D/g, '').slice(-10)}`
  if (legalId) return `id|${legalId}`
  const { bin, last_four: last, exp_month: month, exp_year: year } = extra ?? {}
  if (!bin || !last) return null
  const holder = extra?.card_holder?.toLowerCase() ?? ''
  return ['card', bin, last, month ?? '', year ?? '', holder].join('|')
}
