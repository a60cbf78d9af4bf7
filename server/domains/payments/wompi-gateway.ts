import { z } from 'zod'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { type TransactionStatus, transactionStatuses } from './payment.ts'

/** A transaction as the gateway tells it when asked with the private key. */
export type GatewayTransaction = {
  id: string
  status: TransactionStatus
  amountInCents: number
  currency: string
  reference: string
  /** Public key of the merchant that was paid, where the answer says so. */
  merchantKey: string | null
  method: string | null
  createdAt: Date | null
}

/**
 * The gateway did not tell. `missing` is a 404, which a key of the wrong kind also gives: none of
 * these ever means that somebody did not pay.
 */
export class GatewayError extends AppError {
  readonly reason: GatewayFailure

  constructor(reason: GatewayFailure) {
    super('gateway_unavailable')
    this.name = 'GatewayError'
    this.reason = reason
  }
}

export type GatewayFailure = 'unreachable' | 'behind' | 'key_refused' | 'missing' | 'malformed'

const TIMEOUT_MS = 8_000

/** Strict in what money depends on, lenient in the rest: fields differ by payment method. */
const Transaction = z.object({
  id: z.string().min(1).max(64),
  status: z.enum(transactionStatuses),
  amount_in_cents: z.int().positive(),
  currency: z.string(),
  reference: z.string(),
  merchant: z.object({ public_key: z.string().nullish() }).nullish().catch(null),
  payment_method_type: z.string().max(64).nullish().catch(null),
  created_at: z.iso.datetime({ offset: true }).nullish().catch(null),
})

const One = z.object({ data: Transaction })
const Many = z.object({ data: z.array(Transaction) })

type GatewayDeps = Pick<Deps, 'urls' | 'secrets' | 'log' | 'metrics'>

/** Reads one transaction. Errors: `gateway_unavailable` (a GatewayError). */
export async function fetchTransaction(deps: GatewayDeps, id: string): Promise<GatewayTransaction> {
  const answer = parse(deps, One, await get(deps, `/transactions/${encodeURIComponent(id)}`))
  if (answer.data.id !== id) throw failure(deps, 'malformed', 'another transaction was answered')
  return transactionOf(answer.data)
}

/**
 * Every transaction of a reference, oldest first; a retry at the checkout adds one. None means
 * that nobody has paid yet, not that nobody will. Errors: `gateway_unavailable` (a GatewayError).
 */
export async function fetchByReference(
  deps: GatewayDeps,
  reference: string,
): Promise<GatewayTransaction[]> {
  const path = `/transactions?reference=${encodeURIComponent(reference)}`
  const { data } = parse(deps, Many, await get(deps, path))
  const time = (each: GatewayTransaction) => each.createdAt?.getTime() ?? 0
  return data.map(transactionOf).sort((a, b) => time(a) - time(b))
}

async function get(deps: GatewayDeps, path: string): Promise<unknown> {
  const response = await request(deps, path)
  if (response.status === 404) throw failure(deps, 'missing', '404')
  if (response.status === 401 || response.status === 403) {
    // A wrong or withdrawn key: nothing can be confirmed until a person corrects it.
    deps.log.error({ status: response.status }, 'the payment gateway refuses our key')
    throw failure(deps, 'key_refused', String(response.status))
  }
  if (!response.ok) throw failure(deps, 'unreachable', String(response.status))
  try {
    return await response.json()
  } catch {
    throw failure(deps, 'malformed', 'not JSON')
  }
}

async function request(deps: GatewayDeps, path: string): Promise<Response> {
  try {
    return await fetch(deps.urls.wompiApi + path, {
      headers: {
        authorization: `Bearer ${deps.secrets.wompi.privateKey}`,
        accept: 'application/json',
      },
      // A redirect would take the private key elsewhere.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
  } catch (error) {
    throw failure(deps, 'unreachable', error instanceof Error ? error.name : 'unknown')
  }
}

function parse<S extends z.ZodType>(deps: GatewayDeps, schema: S, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const paths = parsed.error.issues.map((issue) => issue.path.map(String).join('.'))
  throw failure(deps, 'malformed', paths.slice(0, 5).join(' '))
}

function failure(deps: GatewayDeps, reason: GatewayFailure, detail: string): GatewayError {
  deps.metrics.count('gateway_failed', { reason })
  deps.log.warn({ reason, detail }, 'payment gateway')
  return new GatewayError(reason)
}

function transactionOf(row: z.output<typeof Transaction>): GatewayTransaction {
  return {
    id: row.id,
    status: row.status,
    amountInCents: row.amount_in_cents,
    currency: row.currency,
    reference: row.reference,
    merchantKey: row.merchant?.public_key ?? null,
    method: row.payment_method_type ?? null,
    createdAt: row.created_at ? new Date(row.created_at) : null,
  }
}
