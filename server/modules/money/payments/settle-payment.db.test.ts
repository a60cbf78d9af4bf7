import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  ensureWallet,
  revenueCommission,
  transfer,
  verifyLedger,
  walletId,
} from '#server/modules/bank/ledger/index.ts'
import { HOUR_MS } from '#server/platform/clock.ts'
import { type Db, inTransaction } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { asOwner, openAsOwner } from '#test/db.ts'
import { aFundedWallet, aUser, type TestUser } from '#test/factories.ts'
import { openPaymentsApp, type PaymentsApp } from '#test/wompi.ts'

let shop: PaymentsApp
let user: TestUser
let bystander: TestUser
let owner: Db
/** Log messages at level ERROR since the test began. */
let errors: () => unknown[]

beforeAll(async () => {
  shop = await openPaymentsApp()
  owner = openAsOwner(shop.deps.databaseUrl)
  bystander = await aUser(shop.deps)
  await aFundedWallet(shop.deps, bystander.userId, 5_000)
  // The gateway does not know the payment of the bystander: its case is opened before the first
  // test.
  await shop.settleAll()
})

beforeEach(async () => {
  user = await aUser(shop.deps)
  const error = vi.spyOn(shop.deps.log, 'error')
  error.mockClear()
  errors = () => error.mock.calls.map((call) => call[1]).filter((said) => /payment/.test(`${said}`))
  // Each test reads only its own payment cases.
  await shop.deps.db.deleteFrom('payment_cases').execute()
})

async function paymentStatus(reference: string): Promise<string> {
  const row = await shop.deps.db
    .selectFrom('payments')
    .select('status')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  return row.status
}

/**
 * Checks the balance of the user, that the bystander's is unchanged, and that all money is
 * accounted for.
 */
async function expectBalance(pesos: number): Promise<void> {
  expect(await shop.balance(user)).toBe(pesos)
  expect(await shop.balance(bystander)).toBe(5_000)
  expect(
    (await verifyLedger(shop.deps)).findings.filter((line) => !/UNCHAINED/.test(line)),
  ).toEqual([])
}

describe('settling through events', () => {
  it('credits an approved top-up once, however often its event arrives', async () => {
    const reference = await shop.topUp(user, 60_000)
    const id = shop.payer(reference, 60_000, { delivery: 'duplicate' })
    await shop.settleAll()
    await expectBalance(0)
    shop.wompi.settle(id, 'APPROVED')
    await shop.settleAll()
    await shop.wompi.post(shop.wompi.eventBody(id, { timestamp: 1_795_000_000 }))
    await shop.settleAll()
    await expectBalance(60_000)
    expect(await paymentStatus(reference)).toBe('approved')
    expect(await shop.cases()).toEqual([])
  })

  it('leaves a payment open after a refusal, and credits the retry', async () => {
    const reference = await shop.topUp(user, 60_000)
    const refused = shop.payer(reference, 60_000)
    shop.wompi.settle(refused, 'DECLINED')
    await shop.settleAll()
    expect(await paymentStatus(reference)).toBe('open')
    await expectBalance(0)
    const paid = shop.payer(reference, 60_000)
    shop.wompi.settle(paid, 'APPROVED')
    await shop.settleAll()
    // A late repeat of the refusal changes nothing.
    await shop.wompi.post(shop.wompi.eventBody(refused, { timestamp: 1_795_000_001 }))
    await shop.settleAll()
    await expectBalance(60_000)
    expect(await paymentStatus(reference)).toBe('approved')
  })

  it('settles a payment whose events arrive in the wrong order', async () => {
    const reference = await shop.topUp(user, 60_000)
    const id = shop.payer(reference, 60_000, { delivery: 'reorder' })
    shop.wompi.settle(id, 'APPROVED')
    await shop.settleAll()
    await expectBalance(60_000)
    const voidedFirst = await shop.topUp(user, 30_000)
    const other = shop.payer(voidedFirst, 30_000, { delivery: 'none' })
    shop.wompi.settle(other, 'VOIDED')
    await shop.wompi.post(shop.wompi.eventBody(other))
    await shop.wompi.post(shop.wompi.eventBody(other, { status: 'APPROVED' }))
    await shop.settleAll()
    await expectBalance(60_000)
    expect(await paymentStatus(voidedFirst)).toBe('open')
  })

  it('retries an event while the API still reports the transaction as pending', async () => {
    const reference = await shop.topUp(user, 60_000)
    const id = shop.payer(reference, 60_000, { delivery: 'none' })
    await shop.wompi.post(shop.wompi.eventBody(id, { status: 'APPROVED' }))
    await shop.settleAll()
    await expectBalance(0)
    shop.wompi.settle(id, 'APPROVED')
    shop.clock.advance(HOUR_MS)
    await shop.settleAll()
    await expectBalance(60_000)
  })

  it('opens a case for a second charge of a payment, and closes it when refunded', async () => {
    const reference = await shop.topUp(user, 60_000)
    const first = shop.payer(reference, 60_000)
    shop.wompi.settle(first, 'APPROVED')
    await shop.settleAll()
    const second = shop.payer(reference, 60_000)
    shop.wompi.settle(second, 'APPROVED')
    await shop.settleAll()
    await expectBalance(60_000)
    expect(await shop.cases()).toMatchObject([
      { kind: 'double_charge', details: { creditedTransaction: first }, closed: false },
    ])
    expect(await suspended()).toBe(60_000)
    expect(await subjects()).toEqual(['Te cobraron dos veces una recarga', RECEIVED])
    expect(await history()).toContainEqual([
      0,
      'Segundo cobro, por devolver a tu medio de pago ($\u00A060.000)',
    ])
    shop.wompi.settle(second, 'VOIDED')
    await shop.settleAll()
    await expectBalance(60_000)
    expect(await shop.cases()).toMatchObject([{ kind: 'double_charge', closed: true }])
    expect(await suspended()).toBe(0)
    expect(await subjects()).toContain('Devolvimos el segundo cobro de tu recarga')
    expect(await history()).toContainEqual([
      0,
      'Segundo cobro, devuelto a tu medio de pago ($\u00A060.000)',
    ])
  })

  it('reverses the credit of a voided payment', async () => {
    const reference = await shop.topUp(user, 60_000)
    const id = shop.payer(reference, 60_000)
    shop.wompi.settle(id, 'APPROVED')
    await shop.settleAll()
    shop.wompi.settle(id, 'VOIDED')
    await shop.settleAll()
    await expectBalance(0)
    expect(await paymentStatus(reference)).toBe('reversed')
    expect(await shop.cases()).toEqual([])
    expect(await subjects()).toEqual(['Tu recarga fue anulada', RECEIVED])
  })

  it('reverses a voided payment up to the balance, and opens a case for the rest', async () => {
    const reference = await shop.topUp(user, 60_000)
    const id = shop.payer(reference, 60_000)
    shop.wompi.settle(id, 'APPROVED')
    await shop.settleAll()
    await spend(user, 45_000)
    shop.wompi.settle(id, 'VOIDED')
    await shop.settleAll()
    await expectBalance(0)
    expect(await shop.cases()).toMatchObject([
      { kind: 'reversal_uncovered', details: { owedPesos: 45_000, takenPesos: 15_000 } },
    ])
  })

  it('moves no money when a refused transaction becomes approved', async () => {
    const reference = await shop.topUp(user, 60_000)
    const id = shop.payer(reference, 60_000)
    shop.wompi.settle(id, 'DECLINED')
    await shop.settleAll()
    shop.wompi.settle(id, 'APPROVED')
    await shop.settleAll()
    await expectBalance(0)
    expect(await shop.cases()).toMatchObject([{ kind: 'approved_after_refusal' }])
  })
})

describe('transactions that match no payment', () => {
  it.each([
    ['less money', { amountInCents: 1_000_000 }, 'mismatch_amount'],
    ['more money', { amountInCents: 6_000_100 }, 'mismatch_amount'],
    ['pesos instead of cents', { amountInCents: 60_000 }, 'mismatch_amount'],
    ['another currency', { currency: 'USD' }, 'mismatch_currency'],
    ['an unknown reference', { reference: 'OTRA-TIENDA-1' }, 'mismatch_reference'],
  ])('opens a case and credits nothing for a transaction with %s', async (_name, change, kind) => {
    const reference = await shop.topUp(user, 60_000)
    const id = shop.payer(reference, 60_000, change)
    shop.wompi.settle(id, 'APPROVED')
    await shop.settleAll()
    await expectBalance(0)
    expect(await paymentStatus(reference)).toBe('open')
    expect(await shop.cases()).toMatchObject([{ kind, closed: false }])
    await settleAgain(id)
    expect(errors()).toEqual(['a transaction fits no payment of ours'])
    const metrics = await shop.deps.metrics.registry.metrics()
    expect(metrics).toContain(`name="payment_refused",detail="${kind.slice('mismatch_'.length)}"`)
  })

  it('records the answer about an unknown reference without a payment', async () => {
    const reference = 'OTRA-TIENDA-2'
    const id = shop.payer(await shop.topUp(user, 60_000), 60_000, { reference })
    shop.wompi.settle(id, 'APPROVED')
    await shop.settleAll()
    const [answer] = await shop.deps.db
      .selectFrom('gateway_answers')
      .select(['payment_id', 'reference', 'outcome'])
      .where('transaction_id', '=', id)
      .execute()
    expect(answer).toEqual({ payment_id: null, reference, outcome: 'refused:reference' })
  })

  it('opens a case and credits nothing for a payment of the other environment', async () => {
    const reference = await shop.topUp(user, 60_000)
    await owner
      .updateTable('payments')
      .set({ environment: 'prod' })
      .where('reference', '=', reference)
      .execute()
    shop.wompi.settle(shop.payer(reference, 60_000), 'APPROVED')
    await shop.settleAll()
    await expectBalance(0)
    expect(await shop.cases()).toMatchObject([{ kind: 'mismatch_environment' }])
  })

  it('opens a case and credits nothing for a transaction of another merchant', async () => {
    const reference = await shop.topUp(user, 60_000)
    const { wompi } = shop.deps.secrets
    const { publicKey } = wompi
    shop.wompi.settle(shop.payer(reference, 60_000), 'APPROVED')
    await shop.wompi.deliverAll()
    const replaced = { ...shop.deps.secrets, wompi: { ...wompi, publicKey: `${publicKey}x` } }
    const { settleReference } = await import('./settle-payment.ts')
    await settleReference({ ...shop.deps, secrets: replaced }, reference)
    expect(await shop.balance(user)).toBe(0)
    expect(await shop.cases()).toMatchObject([{ kind: 'mismatch_merchant' }])
  })
})

describe('an answer without a merchant', () => {
  afterEach(() => shop.wompi.hideMerchant([]))

  it('opens a case for an answer without merchant, and closes it once it is complete', async () => {
    // Settle the events that the previous test left.
    await shop.settleAll()
    const reference = await shop.topUp(user, 60_000)
    shop.wompi.settle(shop.payer(reference, 60_000), 'APPROVED')
    shop.wompi.hideMerchant(['one', 'list'])
    await shop.settleAll()
    await expectBalance(0)
    expect(await shop.cases()).toMatchObject([{ kind: 'mismatch_merchant', closed: false }])
    shop.wompi.hideMerchant([])
    await shop.post(user, '/payments/confirm-redirect', { reference })
    await expectBalance(60_000)
    expect(await shop.cases()).toMatchObject([{ kind: 'mismatch_merchant', closed: true }])
  })

  it('reads a transaction again when a list returns it without merchant', async () => {
    const reference = await shop.topUp(user, 60_000)
    shop.wompi.settle(shop.payer(reference, 60_000, { delivery: 'none' }), 'APPROVED')
    shop.wompi.hideMerchant(['list'])
    await shop.post(user, '/payments/confirm-redirect', { reference })
    await expectBalance(60_000)
    expect(await shop.cases()).toEqual([])
  })
})

/** Pesos in the suspense account. */
async function suspended(): Promise<number> {
  const { rows } = await asOwner(
    shop.deps.databaseUrl,
    `select coalesce(sum(case when code = 'topup_suspense' then amount else -amount end), 0)::int
     as pesos from ledger_transfers where code in ('topup_suspense', 'suspense_return')`,
  )
  return rows[0]?.pesos
}

/** Subject of the mail when 60,000 pesos arrive. */
const RECEIVED = expect.stringMatching(/^Recargaste \$\s60\.000$/)

/** Subjects of the mails to the user, newest first. */
async function subjects(): Promise<string[]> {
  await shop.runJobs()
  return shop.mail.control.messages(user.email).map(({ subject }) => subject)
}

async function history(): Promise<unknown[]> {
  const { transactions } = (await shop.get(user, '/wallet/transactions')).body
  return transactions.map(({ amount, description }) => [amount, description])
}

async function settleAgain(id: string): Promise<void> {
  const { settleTransaction } = await import('./settle-payment.ts')
  await settleTransaction(shop.deps, id)
}

async function spend(who: TestUser, pesos: number): Promise<void> {
  const now = shop.deps.clock.now()
  await inTransaction(owner, async (tx) => {
    await ensureWallet(tx, who.userId, now)
    await transfer(tx, {
      id: newId(),
      from: walletId(who.userId),
      to: revenueCommission,
      pesos,
      code: 'commission',
      cause: { kind: 'operator', id: 'test' },
      now,
    })
  })
}
