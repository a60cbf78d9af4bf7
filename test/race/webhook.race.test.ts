import { beforeAll, describe, expect, it } from 'vitest'
import { verifyLedger } from '#server/modules/bank/ledger/index.ts'
import { settleTransaction } from '#server/modules/money/payments/settle-payment.ts'
import { jobHandlers } from '#server/modules.ts'
import { jobRunner } from '#server/platform/jobs/worker.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { openPaymentsApp, type PaymentsApp } from '#test/wompi.ts'

let shop: PaymentsApp
let user: TestUser

beforeAll(async () => {
  shop = await openPaymentsApp({ poolSize: 30 })
  user = await aUser(shop.deps)
})

const times = <T>(count: number, run: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => run(index)))

async function expectSoundLedger(): Promise<void> {
  const { findings } = await verifyLedger(shop.deps)
  expect(findings.filter((line) => !line.startsWith('UNCHAINED'))).toEqual([])
}

describe('one approved top-up', () => {
  it('credits a top-up once after parallel deliveries, workers and the person', async () => {
    const reference = await shop.topUp(user, 60_000)
    const id = shop.payer(reference, 60_000, { delivery: 'none' })
    shop.wompi.settle(id, 'APPROVED')
    const body = shop.wompi.eventBody(id)
    const statuses = await times(10, () => shop.wompi.post(body))
    expect(statuses).toEqual(Array(10).fill(200))
    const rows = await shop.deps.db.selectFrom('gateway_events').select('id').execute()
    expect(rows).toHaveLength(1)

    await Promise.all([
      ...Array.from({ length: 3 }, () => jobRunner(shop.deps, jobHandlers)()),
      times(5, () => shop.post(user, '/payments/confirm-redirect', { reference })),
      times(5, () => shop.post(user, '/payments/validate', { transactionId: id })),
      times(10, () => settleTransaction(shop.deps, id)),
    ])
    await shop.runJobs()
    expect(await shop.balance(user)).toBe(60_000)
    const transfers = await shop.deps.db.selectFrom('ledger_transfers').select('code').execute()
    expect(transfers).toEqual([{ code: 'topup' }])
    await expectSoundLedger()
  })

  it('makes one credit and one case when two transactions are approved in parallel', async () => {
    const payer = await aUser(shop.deps)
    const reference = await shop.topUp(payer, 40_000)
    const ids = [1, 2].map(() => shop.payer(reference, 40_000, { delivery: 'none' }))
    for (const id of ids) shop.wompi.settle(id, 'APPROVED')
    await times(20, (index) => settleTransaction(shop.deps, ids[index % 2]!))
    expect(await shop.balance(payer)).toBe(40_000)
    expect((await shop.cases()).map(({ kind }) => kind)).toEqual(['double_charge'])
    await expectSoundLedger()
  })

  it('reverses a top-up once when void events arrive in parallel', async () => {
    const payer = await aUser(shop.deps)
    const reference = await shop.topUp(payer, 40_000)
    const id = shop.payer(reference, 40_000, { delivery: 'none' })
    shop.wompi.settle(id, 'APPROVED')
    await settleTransaction(shop.deps, id)
    shop.wompi.settle(id, 'VOIDED')
    await times(20, () => settleTransaction(shop.deps, id))
    expect(await shop.balance(payer)).toBe(0)
    await expectSoundLedger()
  })
})

describe('top-ups with the same Idempotency-Key', () => {
  it('makes one payment of fifty parallel requests with the same key', async () => {
    const payer = await aUser(shop.deps)
    const headers = { 'idempotency-key': 'cincuenta-veces' }
    const answers = await times(50, () =>
      shop.post(payer, '/payments/create', { amount: 60_000 }, headers),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => body.data.reference)).size).toBe(1)
    const rows = await shop.deps.db
      .selectFrom('payments')
      .select('id')
      .where('user_id', '=', payer.userId)
      .execute()
    expect(rows).toHaveLength(1)
  })
})
