import { randomInt } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { checkoutRoutes } from './checkout-routes.ts'
import { createEventSender, type Sent } from './event-sender.ts'
import type { MerchantAnswer, NewTransaction, Wompi } from './wompi.ts'
import { apiRoutes, presentTransaction } from './wompi-api.ts'
import { eventDigest, type WompiSandboxKeys } from './wompi-keys.ts'
import {
  openWompiStore,
  type SandboxStatus,
  type SandboxTransaction,
  type WompiStore,
} from './wompi-store.ts'

/** For tests: actions of a payer, a slow network or the gateway's staff. */
export type WompiControl = {
  /** Creates a transaction as a payer at the checkout does; returns its id. */
  open(input: NewTransaction): string
  settle(id: string, status: SandboxStatus): void
  transactions(reference: string): SandboxTransaction[]
  /** Sends every waiting event now and returns the answers of the shop. */
  deliverAll(): Promise<Sent[]>
  /** Returns a correctly signed event body; `change` alters it after signing, as a forger would. */
  eventBody(id: string, options?: EventOptions): string
  /** Posts any body to the shop; returns the HTTP status, null when it cannot be reached. */
  post(body: string): Promise<number | null>
  /** While down, the API answers 503. */
  setAway(away: boolean): void
  /** Omits the merchant from these responses, as the API does for some payment methods. */
  hideMerchant(answers: MerchantAnswer[]): void
}

type EventOptions = {
  status?: SandboxStatus
  environment?: string
  type?: string
  /** Time of the event in Unix seconds. */
  timestamp?: number
}

export type WompiSandbox = {
  /** Mounts the sandbox at /sandbox/wompi. */
  plugin(app: FastifyInstance): Promise<void>
  control: WompiControl
  close(): Promise<void>
}

type Options = {
  keys: WompiSandboxKeys
  webhookUrl: string
  /** SQLite file; in memory when absent. */
  file?: string
  clock?: { now(): Date }
  /** false: events wait for `control.deliverAll()`. */
  autoDeliver?: boolean
}

export const MOUNT = '/sandbox/wompi'
const DELAY_MS = 20_000

const messages: Record<SandboxStatus, string | null> = {
  PENDING: null,
  APPROVED: null,
  DECLINED: 'La transacción fue rechazada (Sandbox)',
  VOIDED: 'Transacción anulada',
  ERROR: 'La tarjeta usada no es admitida para el ambiente Sandbox',
}

/** Creates a local Wompi in the real protocol: checkout, transactions API and signed events. */
export function createWompiSandbox(options: Options): WompiSandbox {
  const { keys } = options
  const now = () => (options.clock?.now() ?? new Date()).getTime()
  const store = openWompiStore(options.file)
  let away = false
  let hidden: MerchantAnswer[] = []

  const wompi: Wompi = {
    keys,
    store,
    isAway: () => away,
    merchantIn: (answer) => !hidden.includes(answer),
    open: (input) => openTransaction(store, input, now()),
    settle: (id, status) => settle(wompi, id, status, now()),
    settleLater: (id, status, ms) => {
      store.plan({ transaction_id: id, status, due_at: now() + ms })
    },
  }
  const sender = createEventSender({
    store,
    webhookUrl: options.webhookUrl,
    now,
    beforeRound() {
      for (const plan of store.duePlans(now())) wompi.settle(plan.transaction_id, plan.status)
    },
  })
  if (options.autoDeliver ?? true) sender.start()

  return {
    async plugin(app) {
      await app.register(
        async (scope) => {
          checkoutRoutes(scope, wompi)
          await scope.register(async (api) => apiRoutes(api, wompi))
        },
        { prefix: MOUNT },
      )
    },
    control: {
      open: wompi.open,
      settle: wompi.settle,
      transactions: (reference) => store.byReference(reference),
      deliverAll: sender.deliverAll,
      eventBody: (id, change = {}) => eventBody(wompi, id, now(), change),
      post: sender.post,
      setAway(value) {
        away = value
      },
      hideMerchant(answers) {
        hidden = answers
      },
    },
    async close() {
      await sender.stop()
      store.close()
    },
  }
}

function openTransaction(store: WompiStore, input: NewTransaction, now: number): string {
  const id = `${randomInt(1_000, 999_999)}-${Math.floor(now / 1000)}-${randomInt(10_000, 99_999)}`
  store.addTransaction({
    id,
    reference: input.reference,
    amount_in_cents: input.amountInCents,
    currency: input.currency ?? 'COP',
    status: 'PENDING',
    status_message: null,
    payment_method_type: input.method ?? 'CARD',
    customer_email: input.email ?? null,
    redirect_url: input.redirectUrl ?? null,
    delivery: input.delivery ?? 'normal',
    created_at: new Date(now).toISOString(),
    finalized_at: null,
  })
  return id
}

function settle(wompi: Wompi, id: string, status: SandboxStatus, now: number): void {
  const { store } = wompi
  const before = store.transaction(id)
  if (!before) throw new Error(`no transaction ${id}`)
  store.setStatus(id, { status, message: messages[status], at: new Date(now).toISOString() })
  if (before.delivery === 'none') return
  const add = (body: string, dueAt: number) => store.addEvent({ transactionId: id, body, dueAt })
  const body = eventBody(wompi, id, now, {})
  add(body, before.delivery === 'delay' ? now + DELAY_MS : now)
  if (before.delivery === 'duplicate') {
    add(body, now)
    add(body, now)
  }
  // Sends the older event after the newer one.
  if (before.delivery === 'reorder') {
    const timestamp = Math.floor(now / 1000) - 1
    add(eventBody(wompi, id, now, { status: before.status, timestamp }), now + 1)
  }
}

function eventBody(wompi: Wompi, id: string, now: number, options: EventOptions): string {
  const row = wompi.store.transaction(id)
  if (!row) throw new Error(`no transaction ${id}`)
  const { keys } = wompi
  const status = options.status ?? row.status
  const timestamp = options.timestamp ?? Math.floor(now / 1000)
  const { merchant: _, ...transaction } = presentTransaction({ ...row, status }, keys)
  const signed = { id, status, amountInCents: row.amount_in_cents, timestamp }
  return JSON.stringify({
    event: options.type ?? 'transaction.updated',
    data: { transaction },
    sent_at: new Date(now).toISOString(),
    timestamp,
    signature: {
      checksum: eventDigest(keys.eventsSecret, signed),
      properties: ['transaction.id', 'transaction.status', 'transaction.amount_in_cents'],
    },
    environment: options.environment ?? (keys.publicKey.startsWith('pub_prod_') ? 'prod' : 'test'),
  })
}
