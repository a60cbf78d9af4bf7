import { z } from 'zod'
import type { Deps } from '#server/platform/deps.ts'
import type { KeyHolder, PaidOut, Payout, PayoutPort, PayoutTarget } from './payout-port.ts'
import {
  type Answer,
  type Connection,
  failure,
  type PayoutDeps,
  payoutsBreaker,
  request,
} from './payouts-http.ts'

// https://docs.wompi.co/docs/colombia/pagos-a-terceros: v1 pays to banks and wallets, v2 to keys.

const Text = z.string().max(300).nullish().catch(null)

/** Strict in what money depends on, lenient in the rest. */
const Transaction = z.object({
  id: z.string().min(1).max(64),
  payoutId: z.string().min(1).max(64),
  reference: z.string(),
  amountInCents: z.int().positive(),
  status: z.string(),
  failureReason: z.object({ code: Text, message: Text }).nullish().catch(null),
  createdAt: z.iso.datetime({ offset: true }).nullish().catch(null),
  appliedAt: z.iso.datetime({ offset: true }).nullish().catch(null),
})
/** A batch; those of ours have one transaction. */
const Batches = z.object({ data: z.array(z.object({ id: z.string().min(1).max(64) })) })
const One = z.object({ data: Transaction })
const Many = z.object({ data: z.array(Transaction) })
const Banks = z.object({ data: z.array(z.object({ id: z.string(), code: z.string() })) })
const Failed = z.object({ code: z.string() })
const Key = z.object({
  data: z.object({
    name: z.string().min(1).max(200),
    legalId: Text,
    bank: Text,
  }),
})

/** What has no effect any more; the others may still be paid. */
const STATUS: Record<string, PaidOut['status']> = {
  APPROVED: 'approved',
  FAILED: 'failed',
  REJECTED: 'failed',
  CANCELLED: 'failed',
}

const NO_FUNDS = ['EXC_008', 'EXC_017', 'EXC_018', 'EXC_019']
const REPEATED = ['EXC_022', 'EXC_032']
/** Malformed, unknown or inactive. */
const NO_SUCH_KEY = ['EXC_033', 'EXC_034', 'EXC_035']
/** The directory of keys failed or timed out. */
const KEYS_DOWN = ['EXC_036', 'EXC_037']

const ACCOUNT_TYPE = {
  savings: 'AHORROS',
  checking: 'CORRIENTE',
  wallet: 'DEPOSITO_ELECTRONICO',
} as const

const LEGAL_ID_TYPE = { CC: 'CC', CE: 'CE', PAS: 'PP' } as const

const KEY_TYPE = {
  phone: 'PHONE',
  document: 'IDENTIFICATION',
  email: 'EMAIL',
  alphanumeric: 'ALPHANUMERIC',
} as const

/** The payouts of the gateway; undefined where they are not configured. */
export function payoutPort(deps: PayoutDeps): PayoutPort | undefined {
  const { payouts: origin } = deps.urls
  const { payouts: keys } = deps.secrets
  if (origin === undefined || keys === undefined) return undefined
  const connection: Connection = { deps, origin: origin.replace(/\/+$/, ''), keys }
  return {
    restsUntil: () => payoutsBreaker(deps).closedUntil(deps.clock.now()),
    send: (payout) => send(connection, payout),
    find: (reference) => find(connection, reference),
    read: (ids) => read(connection, ids),
    list: (days) => list(connection, days),
    resolveKey: (input) => resolveKey(connection, input),
  }
}

/** Whether the gateway pays, by configuration. */
export function paysByGateway(deps: Pick<Deps, 'urls' | 'secrets'>): boolean {
  return deps.urls.payouts !== undefined && deps.secrets.payouts !== undefined
}

async function send(connection: Connection, payout: Payout): Promise<void> {
  const { deps, keys } = connection
  const { target, holder } = payout
  const answer = await request(connection, {
    method: 'POST',
    path: target.kind === 'key' ? '/v2/payouts' : '/v1/payouts',
    idempotencyKey: payout.idempotencyKey,
    body: {
      reference: payout.reference,
      accountId: keys.accountId,
      paymentType: 'PROVIDERS',
      transactions: [
        {
          legalIdType: LEGAL_ID_TYPE[holder.legalIdType],
          legalId: holder.legalId,
          ...(await destination(connection, target)),
          name: holder.name,
          email: holder.email,
          amount: payout.pesos * 100,
          reference: payout.reference,
          personType: 'NATURAL',
          description: `Retiro Cupo ${payout.reference}`,
        },
      ],
    },
  })
  if (answer.status < 300) return
  const code = codeOf(answer)
  if (answer.status === 409 || REPEATED.includes(code)) throw failure(deps, 'repeated', code)
  if (NO_FUNDS.includes(code)) throw failure(deps, 'no_funds', code)
  if (KEYS_DOWN.includes(code)) throw failure(deps, 'unreachable', code)
  if ([400, 404, 422].includes(answer.status) && code.startsWith('EXC_')) {
    throw failure(deps, 'refused', code, code)
  }
  throw failure(deps, 'malformed', `${answer.status} ${code}`)
}

/** The gateway names banks by ids of its own. */
async function destination(connection: Connection, target: PayoutTarget) {
  if (target.kind === 'key') return { key: target.key, keyType: KEY_TYPE[target.keyType] }
  const { deps } = connection
  const answer = await request(connection, { method: 'GET', path: '/v1/banks' })
  const banks = parse(deps, Banks, answer.body).data
  const bank = banks.find(({ code }) => code === target.bankCode)
  if (!bank) throw failure(deps, 'refused', 'bank', 'BANK_UNKNOWN')
  return {
    bankId: bank.id,
    accountType: ACCOUNT_TYPE[target.accountType],
    accountNumber: target.number,
  }
}

async function find(connection: Connection, reference: string): Promise<PaidOut | undefined> {
  const path = `/v1/transactions/${encodeURIComponent(reference)}`
  const answer = await request(connection, { method: 'GET', path })
  if (answer.status === 404) return undefined
  const found = parse(connection.deps, Many, expected(connection, answer)).data
  // A second one of the same reference is not ours to choose from: the last state that pays wins.
  const paid = found.find(({ status }) => STATUS[status] !== 'failed')
  const one = paid ?? found[0]
  return one && paidOut(connection, one, { reference })
}

async function read(
  connection: Connection,
  ids: { payoutId: string; transactionId: string },
): Promise<PaidOut | undefined> {
  const { payoutId, transactionId } = ids
  const path = `/v1/payouts/${encodeURIComponent(payoutId)}/transactions/`
  const answer = await request(connection, {
    method: 'GET',
    path: path + encodeURIComponent(transactionId),
  })
  if (answer.status === 404) return undefined
  const { data } = parse(connection.deps, One, expected(connection, answer))
  if (data.id !== transactionId) throw failure(connection.deps, 'malformed', 'another transaction')
  return paidOut(connection, data, {})
}

/** Of one answer of a list. */
const PAGE_SIZE = 100
/** Our own limit of pages: more payouts than a month will have. */
const PAGES_MAX = 1_000
/** Transactions are asked for per batch; so many requests in parallel. */
const IN_PARALLEL = 4

async function list(
  connection: Connection,
  { fromDay, untilDay }: { fromDay: string; untilDay: string },
): Promise<PaidOut[]> {
  const { deps } = connection
  const ids = new Set<string>()
  for (let page = 1; ; page += 1) {
    if (page > PAGES_MAX) throw failure(deps, 'malformed', 'more pages than a month has')
    const days = `fromDate=${fromDay}&toDate=${untilDay}`
    const path = `/v1/payouts?${days}&limit=${PAGE_SIZE}&page=${page}`
    const answer = await request(connection, { method: 'GET', path })
    const { data } = parse(deps, Batches, expected(connection, answer))
    for (const { id } of data) ids.add(id)
    if (data.length < PAGE_SIZE) break
  }
  const waiting = [...ids]
  const found: PaidOut[] = []
  while (waiting.length > 0) {
    const some = waiting.splice(0, IN_PARALLEL)
    found.push(...(await Promise.all(some.map((id) => transactionsOf(connection, id)))).flat())
  }
  return found
}

async function transactionsOf(connection: Connection, payoutId: string): Promise<PaidOut[]> {
  const path = `/v1/payouts/${encodeURIComponent(payoutId)}/transactions`
  const answer = await request(connection, { method: 'GET', path })
  const { data } = parse(connection.deps, Many, expected(connection, answer))
  return data.map((row) => paidOut(connection, row, {}))
}

async function resolveKey(
  connection: Connection,
  { keyType, key }: { keyType: keyof typeof KEY_TYPE; key: string },
): Promise<KeyHolder | undefined> {
  const path = `/v2/breb/keys/resolve/${encodeURIComponent(key)}?keyType=${KEY_TYPE[keyType]}`
  const answer = await request(connection, { method: 'GET', path })
  if (answer.status === 404 || NO_SUCH_KEY.includes(codeOf(answer))) return undefined
  const { data } = parse(connection.deps, Key, expected(connection, answer))
  return { name: data.name, legalId: data.legalId ?? null, bank: data.bank ?? null }
}

function expected({ deps }: Connection, answer: Answer): unknown {
  if (answer.status < 300) return answer.body
  throw failure(deps, 'malformed', `${answer.status} ${codeOf(answer)}`)
}

function codeOf({ body }: Answer): string {
  return Failed.safeParse(body).data?.code ?? ''
}

function paidOut(
  { deps }: Connection,
  row: z.output<typeof Transaction>,
  { reference }: { reference?: string },
): PaidOut {
  if (reference !== undefined && row.reference !== reference) {
    throw failure(deps, 'malformed', 'another reference')
  }
  const { code, message } = row.failureReason ?? {}
  const at = row.appliedAt ?? row.createdAt
  return {
    transactionId: row.id,
    payoutId: row.payoutId,
    reference: row.reference,
    amountInCents: row.amountInCents,
    status: STATUS[row.status] ?? 'pending',
    failure: code || message ? { code: code ?? '', message: message ?? '' } : null,
    at: at ? new Date(at) : null,
  }
}

function parse<S extends z.ZodType>(deps: PayoutDeps, schema: S, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const paths = parsed.error.issues.map((issue) => issue.path.map(String).join('.'))
  throw failure(deps, 'malformed', paths.slice(0, 5).join(' '))
}
