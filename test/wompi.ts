import Fastify from 'fastify'
import { type MailSandbox, openMailSandbox } from '#sandbox/mail/mail-sandbox.ts'
import type { NewTransaction } from '#sandbox/wompi/wompi.ts'
import { createWompiSandbox, MOUNT, type WompiControl } from '#sandbox/wompi/wompi-sandbox.ts'
import type { Extension } from '#server/app.ts'
import { openTestApp, type TestApp } from './app.ts'
import { atEnd } from './at-end.ts'
import { freshToken, type TestUser } from './factories.ts'

export type PaymentsApp = TestApp & {
  wompi: WompiControl
  mail: MailSandbox
  /** Origin of the Wompi sandbox. */
  wompiUrl: string
  /** Delivers waiting events over HTTP, then runs the resulting jobs. */
  settleAll(): Promise<void>
  /** Sends any call as a person; the access token is always fresh. */
  call(
    user: TestUser,
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Reply
  /** Sends a POST as a person; the access token is always fresh. */
  post(user: TestUser, path: string, body: unknown, headers?: Record<string, string>): Reply
  get(user: TestUser, path: string): Reply
  /** Prepares a top-up and returns its reference. */
  topUp(user: TestUser, pesos: number): Promise<string>
  /** Pays at the checkout for that reference; returns the transaction's id. */
  payer(reference: string, pesos: number, more?: Partial<NewTransaction>): string
  balance(user: TestUser): Promise<number>
  cases(): Promise<{ kind: string; details: Record<string, unknown>; closed: boolean }[]>
}

type Reply = Promise<{ status: number; body: Record<string, never> & Answer }>

/** Fields of the responses that tests read. */
type Answer = {
  code: string
  balance: number
  held: number
  debt: number
  wallet_id: string
  totalPages: number
  data: Record<string, unknown>
  payment: { status: string; message: string; id: string | null; amount: number } & Record<
    string,
    unknown
  >
  transaction: { status: string; message: string; id: string | null }
  transactions: Record<string, unknown>[]
}

/** Opens the app and the Wompi sandbox, each on a port, connected over HTTP. */
export async function openPaymentsApp(
  options: { poolSize?: number; extensions?: Extension[] } = {},
): Promise<PaymentsApp> {
  const test = await openTestApp(options)
  const { app, deps } = test
  const mail = await openMailSandbox()
  deps.urls.smtp = mail.url
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
  deps.urls.gatewayApi = `${wompiUrl}${MOUNT}/v1`
  deps.urls.checkout = `${wompiUrl}${MOUNT}/p/`
  atEnd(async () => {
    await server.close()
    await sandbox.close()
    await mail.close()
  })

  const call: PaymentsApp['call'] = async (user, method, path, body, headers = {}) => {
    const token = await freshToken(deps, user)
    const answer = await app.inject({
      method,
      url: `/api${path}`,
      headers: { authorization: `Bearer ${token}`, ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    })
    return { status: answer.statusCode, body: answer.json() }
  }
  return {
    ...test,
    wompi: sandbox.control,
    mail,
    wompiUrl,
    async settleAll() {
      await sandbox.control.deliverAll()
      await test.runJobs()
    },
    call,
    post: (user, path, body, headers) => call(user, 'POST', path, body, headers),
    get: (user, path) => call(user, 'GET', path),
    async topUp(user, pesos) {
      const { body } = await call(user, 'POST', '/payments/create', { amount: pesos })
      return String(body.data.reference)
    },
    payer: (reference, pesos, more = {}) =>
      sandbox.control.open({ reference, amountInCents: pesos * 100, ...more }),
    async balance(user) {
      return (await call(user, 'GET', '/wallet/balance')).body.balance
    },
    cases: () => casesIn(deps),
  }
}

async function casesIn({ db }: TestApp['deps']) {
  const rows = await db
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
}
