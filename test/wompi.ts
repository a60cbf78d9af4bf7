import Fastify from 'fastify'
import { afterAll } from 'vitest'
import {
  createWompiSandbox,
  MOUNT,
  type NewTransaction,
  type WompiControl,
} from '#sandbox/wompi/wompi-sandbox.ts'
import type { Extension } from '#server/app.ts'
import { openTestApp, type TestApp } from './app.ts'
import { freshToken, type TestUser } from './factories.ts'

export type PaymentsApp = TestApp & {
  wompi: WompiControl
  /** Origin of the stand-in. */
  wompiUrl: string
  /** Delivers waiting events over HTTP, then runs the jobs they leave. */
  settleAll(): Promise<void>
  /** POST as a person; the access token is always fresh. */
  post(user: TestUser, path: string, body: unknown, headers?: Record<string, string>): Reply
  get(user: TestUser, path: string): Reply
  /** Prepares a top-up and answers its reference. */
  topUp(user: TestUser, pesos: number): Promise<string>
  /** A payer at the checkout for that reference; answers the transaction's id. */
  payer(reference: string, pesos: number, more?: Partial<NewTransaction>): string
  balance(user: TestUser): Promise<number>
  cases(): Promise<{ kind: string; details: Record<string, unknown>; closed: boolean }[]>
}

type Reply = Promise<{ status: number; body: Record<string, never> & Answer }>

/** As much of the answers as tests look at. */
type Answer = {
  code: string
  balance: number
  held: number
  wallet_id: string
  totalPages: number
  data: Record<string, unknown>
  payment: { status: string; message: string; id: string | null; amount: number }
  transaction: { status: string; message: string; id: string | null }
  transactions: Record<string, unknown>[]
}

/** The app and the Wompi stand-in, each on a port, talking HTTP to each other. */
export async function openPaymentsApp(
  options: { poolSize?: number; extensions?: Extension[] } = {},
): Promise<PaymentsApp> {
  const test = await openTestApp(options)
  const { app, deps } = test
  const appUrl = await app.listen({ port: 0, host: '127.0.0.1' })
  const sandbox = createWompiSandbox({
    keys: deps.secrets.wompi,
    webhookUrl: `${appUrl}/webhooks/wompi`,
    clock: deps.clock,
    autoDeliver: false,
  })
  const server = Fastify()
  await server.register(sandbox.plugin)
  const wompiUrl = await server.listen({ port: 0, host: '127.0.0.1' })
  deps.urls.wompiApi = `${wompiUrl}${MOUNT}/v1`
  deps.urls.wompiCheckout = `${wompiUrl}${MOUNT}/p/`
  afterAll(async () => {
    await server.close()
    await sandbox.close()
  })

  const call: PaymentsApp['post'] = async (user, path, body, headers = {}) => {
    const token = await freshToken(deps, user)
    const answer = await app.inject({
      method: body === undefined ? 'GET' : 'POST',
      url: `/api${path}`,
      headers: { authorization: `Bearer ${token}`, ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    })
    return { status: answer.statusCode, body: answer.json() }
  }
  return {
    ...test,
    wompi: sandbox.control,
    wompiUrl,
    async settleAll() {
      await sandbox.control.deliverAll()
      await test.runJobs()
    },
    post: call,
    get: (user, path) => call(user, path, undefined),
    async topUp(user, pesos) {
      const { body } = await call(user, '/payments/create', { amount: pesos })
      return String(body.data.reference)
    },
    payer: (reference, pesos, more = {}) =>
      sandbox.control.open({ reference, amountInCents: pesos * 100, ...more }),
    async balance(user) {
      return (await call(user, '/wallet/balance', undefined)).body.balance
    },
    async cases() {
      const rows = await deps.db
        .selectFrom('payment_cases')
        .select(['kind', 'details', 'closed_at'])
        .orderBy('opened_at')
        .orderBy('id')
        .execute()
      return rows.map((row) => ({
        kind: row.kind,
        details: row.details as Record<string, unknown>,
        closed: row.closed_at !== null,
      }))
    },
  }
}
