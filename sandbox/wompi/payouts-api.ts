// Routes of the local "Pagos a terceros". Each names the published source of its response: a page
// of Wompi, a test of the wompi-node client (addresses of these two in payouts-shapes.ts), or the
// provider's Postman collection.
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { problemsOf, type Requested } from './payouts-request.ts'
import {
  bankList,
  batchOf,
  batchStatus,
  enveloped,
  paged,
  transactionOf,
} from './payouts-shapes.ts'
import type { PayoutsStore, SandboxPayout } from './payouts-store.ts'
import { sameText } from './wompi-keys.ts'

export type PayoutSandboxKeys = {
  apiKey: string
  principalId: string
  accountId: string
  eventsSecret: string
}

/**
 * Faults of the sandbox. `away`: 503 for every request. `silent`: accepts the payout, but answers
 * 503. `lost`: accepts the payout, and the connection ends. `cut`: the connection ends before the
 * payout is accepted. `blind`: no lookup finds anything. `no_funds`, `refused`: refuses a payout.
 * `locked`: 401. `idle`: accepts the batch, but none of its transactions begins.
 */
export type Fault =
  | ('none' | 'away' | 'silent' | 'lost' | 'cut' | 'blind')
  | ('no_funds' | 'refused' | 'locked' | 'idle')

export type Context = {
  /** Merchants with access; each has its own payouts and keys. */
  principals: PayoutSandboxKeys[]
  store: PayoutsStore
  now(): number
  fault(): Fault
  settleMs: number | undefined
  holderOf(key: string): { name: string } | null | undefined
}

type Query = Record<string, string | undefined>

export function apiRoutes(app: FastifyInstance, context: Context): void {
  // Source: Wompi's page "Cabeceras". The body of 401 is not published.
  app.addHook('onRequest', async (request, reply) => {
    if (!principalOf(context, request) || context.fault() === 'locked') {
      await reply.code(401).send({ code: 'EXC_401', message: 'Unauthorized' })
    } else if (context.fault() === 'away') {
      await refuse(reply, 503, 'EXC_001').send()
    }
  })
  // Source: test "accepts the bare bank list the spec documents" of the wompi-node client.
  app.get('/v1/banks', async () => bankList())
  // Source: test "unwraps the enveloped account list" of the wompi-node client.
  app.get('/v1/accounts', async (request) => enveloped([accountOf(context, request)]))
  // Sources: Wompi's page "Monitoreo de disponibilidad"; test "unwraps the enveloped health
  // payload" of the wompi-node client.
  app.get('/v1/health', async () => {
    const services = ['users', 'payments', 'notifications', 'afe-rules-engine']
    return enveloped({
      status: 'HEALTHY',
      services: services.map((name) => ({ name, healthy: true })),
    })
  })
  // Sources: Wompi's page "Crear un lote de pago"; for v2 Wompi's Bre-B guide; test "returns the
  // created batch" of the wompi-node client.
  for (const version of ['v1', 'v2'] as const) {
    app.post(`/${version}/payouts`, async (request, reply) => {
      return take(context, version, request, reply)
    })
    lookupRoutes(app, context, version)
  }
  // Source: test "lists transactions by their payout reference" of the wompi-node client, with
  // `payout`; v1 only.
  app.get('/v1/transactions/:reference', async (request) => {
    const { reference } = request.params as { reference: string }
    const found = seen(context, request, 'v1', context.store.byReference(reference))
    const payout = ({ payout_id: id, batch_reference, ...row }: SandboxPayout) => ({
      id,
      status: batchStatus({ ...row, payout_id: id, batch_reference }),
      reference: batch_reference,
    })
    const records = found.map((row) => ({ ...transactionOf(row), payout: payout(row) }))
    return paged(records, { page: 1, limit: 10, total: records.length })
  })
  // Sources: Wompi's page "Consultar lotes"; test "joins array filters into comma-separated query
  // params" of the wompi-node client.
  app.get('/v1/payouts', async (request) => {
    const { fromDate = '', toDate = '', reference = '', ...rest } = request.query as Query
    const limit = Math.min(Number(rest.limit) || 10, 50)
    const page = Math.max(1, Number(rest.page) || 1)
    const principal = principalOf(context, request)?.principalId ?? ''
    const filter = { principal, from: fromDate, until: toDate, reference }
    const offset = (page - 1) * limit
    const { found, total } = context.store.batches(filter, { limit, offset })
    if (context.fault() === 'blind') return paged([], { page: 1, limit, total: 0 })
    return paged(found.map(batchOf), { page, limit, total })
  })
  app.get('/v2/breb/keys/resolve/:key', async (request, reply) => resolve(context, request, reply))
}

function lookupRoutes(app: FastifyInstance, context: Context, version: 'v1' | 'v2'): void {
  // Sources: test "unwraps the enveloped payout" of the wompi-node client; for v2 its
  // integration/breb.test.ts.
  app.get(`/${version}/payouts/:payoutId`, async (request, reply) => {
    const [row] = ofBatch(context, version, request)
    return row ? enveloped(batchOf(row)) : refuse(reply, 404, 'EXC_002')
  })
  // Source: test "lists the transactions of a batch with filters" of the wompi-node client.
  app.get(`/${version}/payouts/:payoutId/transactions`, async (request) => {
    const found = ofBatch(context, version, request).map(transactionOf)
    return paged(found, { page: 1, limit: 10, total: found.length })
  })
  // Source: test "gets a single transaction of a batch" of the wompi-node client; published on v1
  // only.
  if (version === 'v2') return
  app.get('/v1/payouts/:payoutId/transactions/:id', async (request, reply) => {
    const { id } = request.params as { id: string }
    const found = ofBatch(context, version, request).find((row) => row.id === id)
    return found ? enveloped(transactionOf(found)) : refuse(reply, 404, 'EXC_002')
  })
}

function ofBatch(context: Context, version: 'v1' | 'v2', request: FastifyRequest) {
  const { payoutId } = request.params as { payoutId: string }
  return seen(context, request, version, context.store.ofPayout(payoutId))
}

/** Payouts that this API version shows to the requesting merchant. */
function seen(
  context: Context,
  request: FastifyRequest,
  version: 'v1' | 'v2',
  rows: SandboxPayout[],
): SandboxPayout[] {
  if (context.fault() === 'blind') return []
  const principal = principalOf(context, request)?.principalId
  return rows.filter((row) => row.principal_id === principal && row.api_version === version)
}

function principalOf({ principals }: Context, request: FastifyRequest) {
  const key = String(request.headers['x-api-key'] ?? '')
  const id = String(request.headers['user-principal-id'] ?? '')
  return principals.find(
    ({ apiKey, principalId }) => sameText(key, apiKey) && sameText(id, principalId),
  )
}

const accountOf = (context: Context, request: FastifyRequest) => ({
  id: principalOf(context, request)?.accountId,
  balanceInCents: 340_000_000,
  status: 'ACTIVE',
  accountType: 'AHORROS',
  bank: { code: 'BANCOLOMBIA', name: 'Bancolombia' },
})

/** Lifetime of an idempotency key by Wompi's pages: then the same key makes another payout. */
const KEY_EXPIRES_MS = 24 * 3_600_000

/** Creates a payout. A repeat with the same key changes nothing, also after no answer. */
async function take(
  context: Context,
  version: 'v1' | 'v2',
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { store, settleMs } = context
  if (context.fault() === 'cut') return cut(reply)
  const key = String(request.headers['idempotency-key'] ?? '')
  const body = request.body as Requested
  const principal = principalOf(context, request)
  if (body.accountId !== principal?.accountId) return refuse(reply, 400, 'EXC_019')
  const problems = problemsOf(version, key, body)
  if (problems.length > 0) return refuse(reply, 400, 'EXC_002', problems)
  const now = context.now()
  store.expireKeys(new Date(now - KEY_EXPIRES_MS).toISOString())
  if (store.byKey(principal.principalId, key)) return refuse(reply, 409, 'EXC_022')
  if (context.fault() === 'no_funds') return refuse(reply, 400, 'EXC_008')
  if (context.fault() === 'refused') return refuse(reply, 400, 'EXC_002')
  const settles_at = settleMs === undefined ? null : now + settleMs
  const made = newPayout({ key, now, principal, version }, body)
  const idle = context.fault() === 'idle'
  const at = made.created_at
  const row = idle ? { ...made, status: 'FAILED', failure_code: 'D07', applied_at: at } : made
  store.add({ ...row, settles_at: idle ? null : settles_at })
  if (context.fault() === 'silent') return refuse(reply, 503, 'EXC_001')
  if (context.fault() === 'lost') return cut(reply)
  reply.code(201)
  const counts = { transactions: 1, success: idle ? 0 : 1, failed: idle ? 1 : 0 }
  return enveloped({ payoutId: row.payout_id, ...counts }, 201)
}

/** Ends the connection without a response. */
function cut(reply: FastifyReply) {
  reply.hijack()
  reply.raw.destroy()
}

type By = { key: string; now: number; principal: PayoutSandboxKeys; version: 'v1' | 'v2' }

export function newPayout(by: By, { reference, transactions }: Requested): SandboxPayout {
  const [one] = transactions
  return {
    id: randomUUID(),
    payout_id: randomUUID(),
    principal_id: by.principal.principalId,
    api_version: by.version,
    idempotency_key: by.key,
    reference: one?.reference ?? null,
    batch_reference: reference,
    amount_in_cents: one?.amount ?? 0,
    status: 'PENDING',
    batch_status: null,
    failure_code: null,
    payee: JSON.stringify(one),
    created_at: new Date(by.now).toISOString(),
    settles_at: null,
    applied_at: null,
  }
}

/** Messages from Wompi's page "Errores en el API", and from the errors in Wompi's Bre-B guide. */
const MESSAGES: Record<string, string> = {
  EXC_001: 'Se presentó error interno procesando la solicitud.',
  EXC_002: 'Se presentó error de negocio procesando la solicitud.',
  EXC_008: 'Saldo insuficiente para procesar el lote.',
  EXC_019: 'No se puede realizar el pago con la cuenta elegida.',
  EXC_022: 'Idempotency key ya fue procesada.',
  EXC_034: 'La llave BRE-B no se encuentra activa o no está registrada.',
}

const FAILING_KEYS: Record<string, [status: number, code: string]> = {
  '12345': [400, 'EXC_033'],
  'noexiste@test.com': [404, 'EXC_034'],
  'inactiva@test.com': [400, 'EXC_035'],
  'error@test.com': [502, 'EXC_036'],
  'timeout@test.com': [504, 'EXC_037'],
}

/**
 * Source: test "resolves a key against the sandbox v2 host" of the wompi-node client; its run
 * against the provider's sandbox shows 404 with EXC_034.
 */
function resolve(context: Context, request: FastifyRequest, reply: FastifyReply) {
  const { key } = request.params as { key: string }
  const { keyType } = request.query as { keyType?: string }
  const failing = FAILING_KEYS[key]
  if (failing) return refuse(reply, ...failing)
  const known = ['ALPHANUMERIC', 'MAIL', 'PHONE', 'IDENTIFICATION', 'ESTABLISHMENT_CODE']
  if (keyType && !known.includes(keyType)) return refuse(reply, 400, 'EXC_033')
  const holder = context.holderOf(key)
  if (!holder) return refuse(reply, 404, 'EXC_034')
  return enveloped({
    holderName: holder.name,
    financialEntity: { name: 'Banco de prueba', code: '001' },
    keyType: keyType ?? 'ALPHANUMERIC',
    keyValue: `${key.slice(0, 4)}***`,
  })
}

/**
 * Source: Wompi's page "Errores en el API". A validation error is a list (`PayoutApiErrorResponse`
 * of the wompi-node client).
 */
function refuse(reply: FastifyReply, status: number, code: string, problems?: string[]) {
  const message = problems ?? MESSAGES[code] ?? 'Refused by the sandbox'
  return reply.code(status).send({ code, message, meta: { trace_id: randomUUID() } })
}
