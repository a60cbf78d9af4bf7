import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { readFormFields, sendPage } from '../page-layout.ts'
import { postEvent } from './event-sender.ts'
import {
  apiRoutes,
  type Context,
  type Fault,
  newPayout,
  type PayoutSandboxKeys,
} from './payouts-api.ts'
import { payoutsPage } from './payouts-page.ts'
import { batchEvent, transactionEvent } from './payouts-shapes.ts'
import {
  openPayoutsStore,
  type PayoutStatus,
  type PayoutsStore,
  type SandboxPayout,
} from './payouts-store.ts'

/** For tests and the demonstration: actions of the gateway, its banks or a slow network. */
export type PayoutControl = {
  payouts(reference?: string): SandboxPayout[]
  settle(id: string, status: 'APPROVED' | 'FAILED', code?: string): void
  /** Sets the status of a transaction to any word, without an event. */
  tell(id: string, status: string): void
  /** Sets the status of a batch to any word, with its event. */
  setBatch(payoutId: string, status: string): void
  /** Omits the reference of the transaction from now on. */
  loseReference(id: string): void
  /** Adds a payout without a request: made by another party with our account, or twice by us. */
  add(payout: {
    reference: string
    pesos: number
    status: PayoutStatus
    /** Id of an earlier batch, to which a second transaction is added. */
    payoutId?: string
  }): string
  /** Removes the payout from every list. */
  forget(id: string): void
  /** Sends every waiting event now; returns the HTTP statuses. */
  deliverAll(): Promise<(number | null)[]>
  /** Returns a signed event body; `secret`: another secret, as a forger would use. */
  eventBody(id: string, change?: { secret?: string; status?: PayoutStatus }): string
  post(body: string): Promise<number | null>
  setFault(fault: Fault): void
  /** Adds another merchant with access, with separate payouts and keys. */
  addPrincipal(keys: PayoutSandboxKeys): void
  /** Sets the owner of a Bre-B key from now on, with a mostly masked name; null: nobody. */
  setKey(key: string, holder: { name: string } | null): void
}

type Options = {
  keys: PayoutSandboxKeys
  webhookUrl: string
  file?: string
  clock?: { now(): Date }
  /** Milliseconds until a payout settles by itself; without it, `control.settle` settles it. */
  settleMs?: number
  /** Bre-B keys that resolve, with their holders' masked names. */
  holders?: readonly (readonly [key: string, masked: string])[]
}

export const PAYOUTS_MOUNT = '/sandbox/wompi-payouts'

/** Creates a local Wompi "Pagos a terceros": batches of one payout, keys and signed events. */
export function createPayoutsSandbox(options: Options) {
  const { keys } = options
  const now = () => (options.clock?.now() ?? new Date()).getTime()
  const store = openPayoutsStore(options.file)
  const holders = holdersOf(options)
  let fault: Fault = 'none'
  const principals = [keys]
  const signing = () => ({ secret: keys.eventsSecret, now: now() })
  const rowOf = (id: string) => {
    const row = store.byId(id)
    if (!row) throw new Error(`no payout ${id}`)
    return row
  }
  const settle: PayoutControl['settle'] = (id, status, code) => {
    const failure = status === 'FAILED' ? (code ?? 'D07') : null
    store.settle(id, { status, code: failure, at: new Date(now()).toISOString() })
    store.addEvent(id, transactionEvent(rowOf(id), signing()))
    store.addEvent(id, batchEvent(rowOf(id), signing()))
  }
  const context: Context = {
    principals,
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
      // Account numbers that end in four zeros are refused by their bank, to test refusals in
      // development.
      settle(id, /0000"/.test(payee) ? 'FAILED' : 'APPROVED')
    }
    void deliverAll()
  }

  const control = controlOf({
    ...{ keys, store, now, signing, rowOf, settle, deliverAll },
    setFault(value) {
      fault = value
    },
    addPrincipal: (more) => principals.push(more),
    setKey: (key, holder) => holders.set(key, holder),
    post: (event) => postEvent(options.webhookUrl, event),
  })
  return {
    control,
    async plugin(app: FastifyInstance) {
      await app.register(async (scope) => routes(scope, context, settle, () => keysOf(holders)), {
        prefix: PAYOUTS_MOUNT,
      })
    },
    close() {
      clearInterval(timer)
      store.close()
    },
  }
}

type Given = Pick<PayoutControl, 'settle' | 'deliverAll' | 'setFault' | 'setKey' | 'post'> & {
  keys: PayoutSandboxKeys
  store: PayoutsStore
  now(): number
  signing(): { secret: string; now: number }
  rowOf(id: string): SandboxPayout
  addPrincipal(keys: PayoutSandboxKeys): void
}

function controlOf({ keys, store, now, signing, rowOf, ...given }: Given): PayoutControl {
  const { settle, deliverAll, setFault, setKey, post, addPrincipal } = given
  return {
    ...{ settle, deliverAll, setFault, setKey, post, addPrincipal },
    payouts: (reference) => (reference ? store.byReference(reference) : store.newest(10_000)),
    tell: (id, status) => store.settle(id, { status, code: null, at: null }),
    setBatch(payoutId, status) {
      store.setBatch(payoutId, status)
      const [row] = store.ofPayout(payoutId)
      if (row) store.addEvent(row.id, batchEvent(row, signing()))
    },
    loseReference: (id) => store.loseReference(id),
    add({ reference, pesos, status, payoutId }) {
      const by = { key: randomUUID(), now: now(), principal: keys, version: 'v1' } as const
      const one = { amount: pesos * 100, reference }
      const made = newPayout(by, { reference, accountId: keys.accountId, transactions: [one] })
      const row = { ...made, payout_id: payoutId ?? made.payout_id, status }
      store.add({ ...row, applied_at: status === 'PENDING' ? null : row.created_at })
      return row.id
    },
    forget: (id) => store.forget(id),
    eventBody: (id, { secret = keys.eventsSecret, status } = {}) =>
      transactionEvent(rowOf(id), { secret, now: now(), status }),
  }
}

/** Bre-B keys that resolve, as the page and a demonstration's form list them. */
export type SandboxKey = { key: string; name: string }

const holdersOf = ({ holders = [['@elias123', 'ELI*** CAN***']] }: Options) =>
  new Map<string, { name: string } | null>(holders.map(([key, name]) => [key, { name }]))

const keysOf = (holders: Map<string, { name: string } | null>): SandboxKey[] =>
  [...holders].flatMap(([key, holder]) => (holder ? [{ key, name: holder.name }] : []))

function routes(
  app: FastifyInstance,
  context: Context,
  settle: PayoutControl['settle'],
  keys: () => SandboxKey[],
): void {
  const { store } = context
  app.register(async (api) => apiRoutes(api, context))
  app.get('/', async (_request, reply) => sendPage(reply, payoutsPage(store.newest(100), keys())))
  app.get('/keys', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    return keys()
  })
  app.register(async (pages) => {
    readFormFields(pages)
    pages.post('/settle', async (request, reply) => {
      const { id = '', status } = (request.body ?? {}) as Record<string, string>
      const open = store.byId(id)?.status === 'PENDING'
      if (open && (status === 'APPROVED' || status === 'FAILED')) settle(id, status)
      return await reply.redirect(`${PAYOUTS_MOUNT}/`, 303)
    })
  })
}
