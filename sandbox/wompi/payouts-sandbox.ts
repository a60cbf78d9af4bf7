import { createHash, randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { payoutsPage } from './payouts-page.ts'
import {
  openPayoutsStore,
  type PayoutStatus,
  type PayoutsStore,
  type SandboxPayout,
} from './payouts-store.ts'
import { sameText } from './wompi-keys.ts'

type PayoutSandboxKeys = { apiKey: string; principalId: string; eventsSecret: string }

/** How the stand-in misbehaves. `silent`: takes the payout, and answers 503. */
type Fault = 'none' | 'away' | 'silent' | 'no_funds'

/** For tests and the demonstration: what the gateway, its banks or a slow network would do. */
export type PayoutControl = {
  payouts(reference?: string): SandboxPayout[]
  settle(id: string, status: 'APPROVED' | 'FAILED', code?: string): void
  /** Paid by somebody else with our account, or by us twice: no request asked for it. */
  add(payout: { reference: string; pesos: number; status: PayoutStatus }): string
  /** It is in no list any more. */
  forget(id: string): void
  /** Sends every waiting event now; answers the HTTP statuses. */
  deliverAll(): Promise<(number | null)[]>
  /** A signed event body; `secret`: another one, as a forger would. */
  eventBody(id: string, change?: { secret?: string; status?: PayoutStatus }): string
  post(body: string): Promise<number | null>
  setFault(fault: Fault): void
  /** Whose key of Bre-B it is from now on; null: nobody's. */
  setKey(key: string, holder: { name: string; legalId: string | null } | null): void
}

type Options = {
  keys: PayoutSandboxKeys
  webhookUrl: string
  file?: string
  clock?: { now(): Date }
  /** Until a payout settles by itself, ms; without it, when `control.settle` says so. */
  settleMs?: number
}

export const PAYOUTS_MOUNT = '/sandbox/wompi-payouts'

const BANKS = [
  ...['1007', '1001', '1051', '1013', '1023', '1052', '1002', '1032', '1019', '1009', '1006'],
  ...['1012', '1040', '1062', '1061', '1063', '1066', '1070', '1809', '1811', '1801', '1560'],
  ...['1804', '1808', '1507', '1551'],
].map((code) => ({ id: `bank-${code}`, name: `Banco ${code}`, code }))

/** A local Wompi "Pagos a terceros": batches of one, lookups, keys and signed events. */
export function createPayoutsSandbox(options: Options) {
  const { keys } = options
  const now = () => (options.clock?.now() ?? new Date()).getTime()
  const store = openPayoutsStore(options.file)
  const holders = new Map<string, { name: string; legalId: string | null } | null>()
  let fault: Fault = 'none'
  const settle: PayoutControl['settle'] = (id, status, code) => {
    const failure = status === 'FAILED' ? (code ?? 'D07') : null
    store.settle(id, { status, code: failure, at: new Date(now()).toISOString() })
    store.addEvent(id, eventBody(store, keys, { id, now: now() }))
  }
  const context: Context = {
    keys,
    store,
    now,
    fault: () => fault,
    settleMs: options.settleMs,
    holderOf: (key) => holders.get(key),
  }
  const deliverAll: PayoutControl['deliverAll'] = async () => {
    const statuses: (number | null)[] = []
    for (const event of store.openEvents()) {
      const status = await postEvent(options.webhookUrl, event.body)
      if (status !== null && status < 300) store.markEvent(event.id)
      statuses.push(status)
    }
    return statuses
  }
  const timer = options.settleMs === undefined ? undefined : setInterval(tick, 500)
  timer?.unref()
  function tick(): void {
    for (const { id, payee } of store.due(now())) {
      // Numbers that end in four zeros are refused by their bank, to be looked at in development.
      settle(id, /0000"/.test(payee) ? 'FAILED' : 'APPROVED')
    }
    void deliverAll()
  }

  const control: PayoutControl = {
    payouts: (reference) => (reference ? store.byReference(reference) : store.newest(1_000)),
    settle,
    add({ reference, pesos, status }) {
      const row = newPayout({ key: randomUUID(), now: now() }, { amount: pesos * 100, reference })
      const at = status === 'PENDING' ? null : row.created_at
      store.add({ ...row, status, applied_at: at })
      return row.id
    },
    forget: (id) => store.forget(id),
    deliverAll,
    eventBody: (id, { secret = keys.eventsSecret, status } = {}) =>
      eventBody(store, { ...keys, eventsSecret: secret }, { id, now: now(), status }),
    post: (body) => postEvent(options.webhookUrl, body),
    setFault(value) {
      fault = value
    },
    setKey: (key, holder) => holders.set(key, holder),
  }
  return {
    control,
    async plugin(app: FastifyInstance) {
      await app.register(async (scope) => routes(scope, context, settle), { prefix: PAYOUTS_MOUNT })
    },
    close() {
      clearInterval(timer)
      store.close()
    },
  }
}

type Context = {
  keys: PayoutSandboxKeys
  store: PayoutsStore
  now(): number
  fault(): Fault
  settleMs: number | undefined
  holderOf(key: string): { name: string; legalId: string | null } | null | undefined
}

function routes(app: FastifyInstance, context: Context, settle: PayoutControl['settle']): void {
  const { store } = context
  app.register(async (api) => apiRoutes(api, context))
  app.get('/', async (_request, reply) => {
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store')
    return payoutsPage(store.newest(100))
  })
  app.register(async (pages) => {
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 4_096 },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    pages.post('/settle', async (request, reply) => {
      const { id = '', status } = (request.body ?? {}) as Record<string, string>
      const open = store.byId(id)?.status === 'PENDING'
      if (open && (status === 'APPROVED' || status === 'FAILED')) settle(id, status)
      return await reply.redirect(`${PAYOUTS_MOUNT}/`, 303)
    })
  })
}

function apiRoutes(app: FastifyInstance, context: Context): void {
  const { keys, store } = context
  app.addHook('onRequest', async (request, reply) => {
    const key = String(request.headers['x-api-key'] ?? '')
    const principal = String(request.headers['user-principal-id'] ?? '')
    if (!sameText(key, keys.apiKey) || !sameText(principal, keys.principalId)) {
      await reply.code(401).send({ code: 'EXC_002', message: 'Unauthorized' })
    } else if (context.fault() === 'away') {
      await reply.code(503).send({ code: 'EXC_001', message: 'Service unavailable' })
    }
  })
  app.get('/v1/banks', async () => ({ data: BANKS }))
  for (const url of ['/v1/payouts', '/v2/payouts']) {
    app.post(url, async (request, reply) => take(context, request, reply))
  }
  app.get('/v1/transactions/:reference', async (request, reply) => {
    const { reference } = request.params as { reference: string }
    const found = store.byReference(reference)
    return found.length > 0 ? { data: found.map(present) } : missing(reply)
  })
  app.get('/v1/payouts', async (request) => {
    const { fromDate = '', toDate = '', limit, page } = request.query as Record<string, string>
    const size = Math.min(Number(limit) || 20, 100)
    const offset = (Math.max(1, Number(page) || 1) - 1) * size
    const found = store.between({ from: fromDate, until: toDate }, { limit: size, offset })
    return { data: found.map((row) => ({ id: row.payout_id, createdAt: row.created_at })) }
  })
  app.get('/v1/payouts/:payoutId/transactions', async (request, reply) => {
    const { payoutId } = request.params as { payoutId: string }
    const found = store.ofPayout(payoutId)
    return found.length > 0 ? { data: found.map(present) } : missing(reply)
  })
  app.get('/v1/payouts/:payoutId/transactions/:id', async (request, reply) => {
    const { payoutId, id } = request.params as { payoutId: string; id: string }
    const found = store.byId(id)
    return found?.payout_id === payoutId ? { data: present(found) } : missing(reply)
  })
  app.get('/v2/breb/keys/resolve/:key', async (request, reply) => {
    const { key } = request.params as { key: string }
    if (key === 'timeout@test.com') return refuse(reply, 504, 'EXC_037')
    if (key === 'inactiva@test.com') return refuse(reply, 400, 'EXC_035')
    const holder = context.holderOf(key)
    if (holder === undefined || holder === null) return refuse(reply, 404, 'EXC_034')
    return { data: { ...holder, bank: 'Banco de prueba' } }
  })
}

type Body = {
  reference: string
  transactions: { amount: number; reference: string; accountNumber?: string; key?: string }[]
}

/** As documented: afterwards the same key makes another payout. */
const KEY_EXPIRES_MS = 24 * 3_600_000

/** A second request with the same key changes nothing, also where the first was not answered. */
function take(context: Context, request: FastifyRequest, reply: FastifyReply) {
  const { store, settleMs } = context
  const key = String(request.headers['idempotency-key'] ?? '')
  const { transactions } = request.body as Body
  const [one] = transactions
  if (!/^[A-Za-z0-9-]{1,64}$/.test(key) || !one) return refuse(reply, 400, 'EXC_003')
  const now = context.now()
  store.expireKeys(new Date(now - KEY_EXPIRES_MS).toISOString())
  if (store.byKey(key)) return refuse(reply, 409, 'EXC_022')
  if (context.fault() === 'no_funds') return refuse(reply, 400, 'EXC_008')
  const settlesAt = settleMs === undefined ? null : now + settleMs
  const row = { ...newPayout({ key, now }, one), settles_at: settlesAt }
  store.add(row)
  if (context.fault() === 'silent') return refuse(reply, 503, 'EXC_001')
  reply.code(201)
  return { data: { payoutId: row.payout_id, transactions: 1, success: 1, failed: 0 } }
}

function newPayout(
  { key, now }: { key: string; now: number },
  one: Body['transactions'][number],
): SandboxPayout {
  return {
    id: randomUUID(),
    payout_id: randomUUID(),
    idempotency_key: key,
    reference: one.reference,
    amount_in_cents: one.amount,
    status: 'PENDING',
    failure_code: null,
    payee: JSON.stringify(one),
    created_at: new Date(now).toISOString(),
    settles_at: null,
    applied_at: null,
  }
}

function present(row: SandboxPayout) {
  return {
    id: row.id,
    payoutId: row.payout_id,
    reference: row.reference,
    amountInCents: row.amount_in_cents,
    status: row.status,
    currency: 'COP',
    failureReason: row.failure_code ? { code: row.failure_code, message: 'Rechazada' } : null,
    createdAt: row.created_at,
    appliedAt: row.applied_at,
  }
}

function eventBody(
  store: PayoutsStore,
  keys: PayoutSandboxKeys,
  { id, now, status }: { id: string; now: number; status?: PayoutStatus | undefined },
): string {
  const row = store.byId(id)
  if (!row) throw new Error(`no payout ${id}`)
  const { reference: _, ...transaction } = present({ ...row, status: status ?? row.status })
  const properties = ['transaction.id', 'transaction.status', 'transaction.amountInCents']
  const signed = `${id}${transaction.status}${transaction.amountInCents}${now}${keys.eventsSecret}`
  const checksum = createHash('sha256').update(signed).digest('hex')
  return JSON.stringify({
    event: 'transaction.updated',
    data: { transaction },
    signature: { properties, checksum },
    timestamp: now,
    sentAt: new Date(now).toISOString(),
  })
}

async function postEvent(url: string, body: string): Promise<number | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(10_000),
    })
    await response.arrayBuffer()
    return response.status
  } catch {
    return null
  }
}

function refuse(reply: FastifyReply, status: number, code: string) {
  reply.code(status)
  return { code, message: 'Refused by the sandbox' }
}

const missing = (reply: FastifyReply) => refuse(reply, 404, 'EXC_404')
