import type { z } from 'zod'
import type { ApiVersion, PaidOut, PayoutBatch } from './payout-port.ts'
import { type Answer, type Connection, failure, request } from './payouts-http.ts'
import { Batch, Failed, parse, parsePage, Transaction } from './wompi-shapes.ts'
import { batchState, transactionStatus } from './wompi-states.ts'

/** Rows per page of a list of the provider. */
const PAGE_SIZE = 100
/** Our own limit of pages, above the payouts of any month. */
const PAGES_MAX = 1_000
/** Requests in parallel, since transactions are requested per batch. */
const IN_PARALLEL = 4

type BatchRow = z.output<typeof Batch>

/** Finds a batch by its id, on the API version that accepted it. */
export async function look(
  connection: Connection,
  { payoutId, apiVersion }: { payoutId: string; apiVersion: ApiVersion },
): Promise<PayoutBatch | undefined> {
  const path = `/${apiVersion}/payouts/${encodeURIComponent(payoutId)}`
  const answer = await request(connection, { method: 'GET', path })
  if (answer.status === 404) return undefined
  const batch = parse(connection.deps, Batch, expected(connection, answer))
  if (batch.id !== payoutId) throw failure(connection.deps, 'malformed', 'another batch')
  const transactions = await transactionsOf(connection, batch, apiVersion)
  return { payoutId, state: batchState(batch.status), told: batch.status, transactions }
}

/**
 * Finds a batch by our reference: in transactions, then in batches, since a refused batch can have
 * none. These lookups exist on v1 only, so a batch of v2 can stay unseen.
 */
export async function find(
  connection: Connection,
  { reference, apiVersion }: { reference: string; apiVersion: ApiVersion },
): Promise<PayoutBatch | undefined> {
  const path = `/v1/transactions/${encodeURIComponent(reference)}`
  const answer = await request(connection, { method: 'GET', path })
  const listed = answer.status === 404 ? { records: [] } : expected(connection, answer)
  const transactions = parsePage(connection.deps, Transaction, listed)
    .rows.filter((row) => (row.reference ?? row.payout?.reference) === reference)
    .map((row) => paidOut({ ...row, reference }, { batch: null, alone: false }))
  const ids = new Set(transactions.map(({ payoutId }) => payoutId))
  const [named] = ids
  const payoutId = transactions.length > 0 ? named : await findBatchId(connection, reference)
  if (ids.size > 1 || payoutId == null) {
    return transactions.length > 0
      ? { payoutId: null, state: 'open', told: 'PENDING', transactions }
      : undefined
  }
  for (const version of new Set([apiVersion, 'v1', 'v2'] as const)) {
    const batch = await look(connection, { payoutId, apiVersion: version })
    if (batch) return { ...batch, transactions: both(batch.transactions, transactions) }
  }
  return { payoutId, state: 'open', told: 'PENDING', transactions }
}

/** Merges two lists of transactions by id; the row of the batch wins. */
function both(ofBatch: readonly PaidOut[], found: readonly PaidOut[]): PaidOut[] {
  const known = new Set(ofBatch.map(({ transactionId }) => transactionId))
  return [...ofBatch, ...found.filter(({ transactionId }) => !known.has(transactionId))]
}

/** Finds the id of the batch with a reference; undefined unless exactly one batch has it. */
async function findBatchId(connection: Connection, reference: string): Promise<string | undefined> {
  const path = `/v1/payouts?reference=${encodeURIComponent(reference)}&limit=${PAGE_SIZE}&page=1`
  const answer = await request(connection, { method: 'GET', path })
  if (answer.status === 404) return undefined
  const { rows } = parsePage(connection.deps, Batch, expected(connection, answer))
  const ours = rows.filter((row) => row.reference === reference)
  return ours.length === 1 ? ours[0]?.id : undefined
}

/** Reads a transaction by its own address, else from the list of its batch, on either version. */
export async function read(
  connection: Connection,
  ids: { payoutId: string; transactionId: string },
): Promise<PaidOut | undefined> {
  const { payoutId, transactionId } = ids
  const path = `/v1/payouts/${encodeURIComponent(payoutId)}/transactions/`
  const answer = await request(connection, {
    method: 'GET',
    path: path + encodeURIComponent(transactionId),
  })
  if (answer.status < 300) {
    const row = parse(connection.deps, Transaction, answer.body)
    if (row.id !== transactionId) throw failure(connection.deps, 'malformed', 'another transaction')
    if (row.reference != null) return paidOut(row, { batch: { id: payoutId }, alone: false })
  } else if (answer.status !== 404) {
    expected(connection, answer)
  }
  for (const version of ['v1', 'v2'] as const) {
    const found = await transactionsOf(connection, { id: payoutId }, version)
    const one = found.find((row) => row.transactionId === transactionId)
    if (one) return one
  }
  return undefined
}

/** Lists every transaction of the batches of these days, both included. */
export async function list(
  connection: Connection,
  { fromDay, untilDay }: { fromDay: string; untilDay: string },
): Promise<PaidOut[]> {
  const { deps } = connection
  const batches = new Map<string, BatchRow>()
  for (let page = 1; ; page += 1) {
    if (page > PAGES_MAX) throw failure(deps, 'malformed', 'more pages than a month has')
    const dates = `fromDate=${fromDay}&toDate=${untilDay}`
    const path = `/v1/payouts?${dates}&limit=${PAGE_SIZE}&page=${page}`
    const answer = await request(connection, { method: 'GET', path })
    const { rows, pages, count } = parsePage(deps, Batch, expected(connection, answer))
    const before = batches.size
    for (const row of rows) batches.set(row.id, row)
    // The provider can return fewer rows per page than requested.
    if (count === 0 || (pages == null ? batches.size === before : page >= pages)) break
  }
  const waiting = [...batches.values()]
  const found: PaidOut[] = []
  while (waiting.length > 0) {
    const some = waiting.splice(0, IN_PARALLEL)
    found.push(...(await Promise.all(some.map((row) => ofEitherVersion(connection, row)))).flat())
  }
  return found
}

/** Tries both API versions, since the list does not say which version accepted a batch. */
async function ofEitherVersion(connection: Connection, batch: BatchRow): Promise<PaidOut[]> {
  const found = await transactionsOf(connection, batch, 'v1')
  return found.length > 0 ? found : await transactionsOf(connection, batch, 'v2')
}

type OfBatch = Pick<BatchRow, 'id'> & Partial<BatchRow>

async function transactionsOf(connection: Connection, batch: OfBatch, version: ApiVersion) {
  const path = `/${version}/payouts/${encodeURIComponent(batch.id)}/transactions`
  const answer = await request(connection, { method: 'GET', path: `${path}?limit=${PAGE_SIZE}` })
  if (answer.status === 404) return []
  const body = expected(connection, answer)
  const { rows, total, count } = parsePage(connection.deps, Transaction, body)
  const alone = Math.max(total ?? 0, count, batch.totalTransactions ?? 0) === 1
  return rows.map((row) => paidOut(row, { batch, alone }))
}

/** Returns the body of a successful answer. Errors: PayoutError. */
export function expected({ deps }: Connection, answer: Answer): unknown {
  if (answer.status < 300) return answer.body
  throw failure(deps, 'malformed', `${answer.status} ${codeOf(answer)}`)
}

export function codeOf({ body }: Answer): string {
  return Failed.safeParse(body).data?.code ?? ''
}

function paidOut(
  row: z.output<typeof Transaction>,
  { batch, alone }: { batch: OfBatch | null; alone: boolean },
): PaidOut {
  const at = row.appliedAt ?? row.createdAt ?? null
  return {
    transactionId: row.id,
    payoutId: row.payout?.id ?? batch?.id ?? null,
    reference: row.reference ?? (alone ? (batch?.reference ?? null) : null),
    alone,
    amountInCents: row.amountInCents ?? (alone ? (batch?.amountInCents ?? null) : null),
    status: transactionStatus(row.status),
    told: row.status,
    failure: failureOf(row.failureReason),
    at: at ? new Date(at) : null,
  }
}

function failureOf(reason: z.output<typeof Transaction>['failureReason']): PaidOut['failure'] {
  if (!reason) return null
  if (typeof reason === 'string') {
    return { code: /^(?:[CD]\d{2}|EXC_\d{3})\b/.exec(reason)?.[0] ?? '', message: reason }
  }
  const { code, message, description } = reason
  return { code: code ?? '', message: message ?? description ?? '' }
}
