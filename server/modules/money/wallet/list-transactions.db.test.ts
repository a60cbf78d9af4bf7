import { beforeAll, describe, expect, it } from 'vitest'
import { hold, voidHold, walletId } from '#server/modules/bank/ledger/index.ts'
import { MINUTE_MS } from '#server/platform/clock.ts'
import { type Db, inTransaction } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { openAsOwner } from '#test/db.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { openPaymentsApp, type PaymentsApp } from '#test/wompi.ts'

let shop: PaymentsApp
let user: TestUser
let owner: Db

beforeAll(async () => {
  shop = await openPaymentsApp()
  owner = openAsOwner(shop.deps.databaseUrl)
})

async function topUp(pesos: number, status: 'APPROVED' | 'DECLINED' | undefined): Promise<string> {
  shop.clock.advance(1_000)
  const reference = await shop.topUp(user, pesos)
  const id = shop.payer(reference, pesos)
  if (status) shop.wompi.settle(id, status)
  await shop.settleAll()
  return reference
}

/** Starts a top-up that is not paid yet; returns the id of its transaction. */
async function waitingTopUp(pesos: number): Promise<string> {
  shop.clock.advance(1_000)
  const id = shop.payer(await shop.topUp(user, pesos), pesos)
  await shop.settleAll()
  return id
}

async function holdAndRelease(pesos: number): Promise<void> {
  const driver = await aUser(shop.deps)
  const id = newId()
  const cause = { kind: 'operator', id: newId() } as const
  const now = shop.clock.now()
  const common = { code: 'fare', cause, now } as const
  const from = walletId(user.userId)
  const to = walletId(driver.userId)
  await inTransaction(owner, (tx) => hold(tx, { id, from, to, pesos, ...common }))
  const held = await shop.get(user, '/wallet/balance')
  expect(held.body).toMatchObject({ balance: 60_000 - pesos, held: pesos })
  await inTransaction(owner, (tx) => voidHold(tx, { id: newId(), holdId: id, ...common }))
}

describe('GET /wallet/transactions', () => {
  it('returns one empty page of transactions for a new wallet', async () => {
    user = await aUser(shop.deps)
    const { status, body } = await shop.get(user, '/wallet/transactions?page=1&limit=10')
    expect(status).toBe(200)
    expect(body).toEqual({ transactions: [], totalPages: 1, page: 1, asOf: expect.any(String) })
    const wallet = await shop.get(user, '/wallet/balance')
    expect(wallet.body).toEqual({
      balance: 0,
      held: 0,
      debt: 0,
      disputed: 0,
      wallet_id: walletId(user.userId),
    })
  })

  it('lists credited, pending and refused top-ups and released holds, newest first', async () => {
    user = await aUser(shop.deps)
    const credited = await topUp(60_000, 'APPROVED')
    const refused = await topUp(20_000, 'DECLINED')
    const waiting = await topUp(30_000, undefined)
    shop.clock.advance(1_000)
    await holdAndRelease(45_000)
    const { body } = await shop.get(user, `/wallet/transactions?wallet_id=${walletId(user.userId)}`)
    const short = body.transactions.map(({ transaction_type, amount, status }) => {
      return [transaction_type, amount, status]
    })
    expect(short).toEqual([
      ['devolucion', 0, 'cancelled'],
      ['recarga', 30_000, 'pending'],
      ['recarga', 20_000, 'failed'],
      ['recarga', 60_000, 'completed'],
    ])
    expect(body.transactions.slice(1).map(({ reference }) => reference)).toEqual([
      waiting,
      refused,
      credited,
    ])
    expect(body.transactions[0]).toMatchObject({
      ...{ amount: 0, returned: 45_000, status: 'cancelled' },
      description: 'Tu reserva no siguió: volvió a tu saldo',
    })
  })

  it('pages through credited and refused top-ups without a gap', async () => {
    user = await aUser(shop.deps)
    for (let each = 0; each < 12; each += 1) {
      await topUp(10_000 + each, each % 3 === 0 ? 'DECLINED' : 'APPROVED')
    }
    const seen: unknown[] = []
    for (let page = 1; page <= 3; page += 1) {
      const { body } = await shop.get(user, `/wallet/transactions?page=${page}&limit=5`)
      expect(body).toMatchObject({ totalPages: 3, page })
      seen.push(...body.transactions.map(({ amount }) => amount))
    }
    expect(seen).toEqual(Array.from({ length: 12 }, (_, each) => 10_011 - each))
    const beyond = await shop.get(user, '/wallet/transactions?page=100000&limit=50')
    expect(beyond.body).toMatchObject({ transactions: [], totalPages: 1 })
    shop.clock.advance(MINUTE_MS)
  })

  it('repeats and skips no transaction when money moves between two pages', async () => {
    user = await aUser(shop.deps)
    const pending: string[] = []
    for (let each = 0; each < 6; each += 1) {
      if (each < 4) await topUp(10_000 + each, 'APPROVED')
      else pending.push(await waitingTopUp(10_000 + each))
    }
    const first = await shop.get(user, '/wallet/transactions?limit=3')
    await topUp(99_000, 'APPROVED')
    // The pending top-ups reach the wallet, so their lines would move to the top.
    for (const id of pending) shop.wompi.settle(id, 'APPROVED')
    await shop.settleAll()
    const asOf = encodeURIComponent(String(first.body.asOf))
    const second = await shop.get(user, `/wallet/transactions?limit=3&page=2&asOf=${asOf}`)
    const seen = [...first.body.transactions, ...second.body.transactions]
    expect(seen.map(({ amount }) => amount)).toEqual([
      10_005, 10_004, 10_003, 10_002, 10_001, 10_000,
    ])
    expect(second.body).toMatchObject({ totalPages: 2, asOf: first.body.asOf })
    const now = await shop.get(user, '/wallet/transactions?limit=3')
    expect(now.body.totalPages).toBe(3)
  })

  it.each([
    ['asOf=', 400],
    ['asOf=1:2', 400],
    ['asOf=9:2:', 400],
    ['asOf=2:9:3,1', 400],
    ['asOf=99999999999999999999:99999999999999999999:', 400],
    ['page=0', 400],
    ['page=-1', 400],
    ['page=1e9', 400],
    ['limit=51', 400],
    ['limit=0', 400],
    ['page=1&page=2', 400],
    ['sort=email', 400],
    ["wallet_id=' OR 1=1", 400],
    ['wallet_id=019e9f00-1234-7abc-8def-0123456789ab', 404],
  ])('refuses the transactions query ?%s', async (query, status) => {
    const path = `/wallet/transactions?${query.replaceAll(' ', '%20')}`
    expect((await shop.get(user, path)).status).toBe(status)
  })
})
