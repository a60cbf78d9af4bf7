import { beforeAll, expect, it } from 'vitest'
import {
  ensureWallet,
  gatewayWompi,
  hold,
  post,
  transfer,
  verifyLedger,
  voidHold,
  walletTotals,
} from '#server/modules/bank/ledger/index.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { type TestDeps, testDeps } from '#test/deps.ts'

let deps: TestDeps
const cause = { kind: 'operator', id: 'race' } as const

beforeAll(async () => {
  deps = await testDeps({ poolSize: 40, owner: true })
})

async function wallet(pesos: number) {
  const owner = newId()
  const now = deps.clock.now()
  const account = await inTransaction(deps.db, async (tx) => {
    const id = await ensureWallet(tx, owner, now)
    const movement = { id: newId(), from: gatewayWompi, to: id, pesos, cause, now }
    if (pesos > 0) await transfer(tx, { ...movement, code: 'topup' })
    return id
  })
  return { owner, account }
}

function pay(from: string, to: string, pesos: number, id = newId()) {
  const now = deps.clock.now()
  return inTransaction(deps.db, (tx) =>
    transfer(tx, { id, from, to, pesos, code: 'adjustment', cause, now, pinRefusal: true }),
  )
}

async function outcomes(tasks: Promise<unknown>[]): Promise<Record<string, number>> {
  const settled = await Promise.allSettled(tasks)
  const names = settled.map((one) => {
    if (one.status === 'fulfilled') return 'done'
    return one.reason instanceof AppError ? one.reason.code : String(one.reason)
  })
  const groups = Object.groupBy(names, (name) => name)
  return Object.fromEntries(Object.entries(groups).map(([name, all]) => [name, all?.length ?? 0]))
}

it('lets exactly 10 of 200 parallel debits of 10 through on a balance of 100', async () => {
  const [payer, payee] = [await wallet(100), await wallet(0)]
  const tasks = Array.from({ length: 200 }, () => pay(payer.account, payee.account, 10))
  expect(await outcomes(tasks)).toEqual({ done: 10, insufficient_funds: 190 })
  expect(await walletTotals(deps.db, payer.owner)).toMatchObject({ available: 0, held: 0 })
  expect(await walletTotals(deps.db, payee.owner)).toMatchObject({ available: 100 })
})

it('never deadlocks with parallel transfers both ways, and keeps the sum', async () => {
  const [left, right] = [await wallet(50_000), await wallet(50_000)]
  const tasks = Array.from({ length: 100 }, () => [
    pay(left.account, right.account, 7),
    pay(right.account, left.account, 5),
  ]).flat()
  expect(await outcomes(tasks)).toEqual({ done: 200 })
  expect((await walletTotals(deps.db, left.owner)).available).toBe(50_000 - 200)
  expect((await walletTotals(deps.db, right.owner)).available).toBe(50_000 + 200)
})

it('moves money once when one id is sent 50 times in parallel', async () => {
  const [payer, payee] = [await wallet(1_000), await wallet(0)]
  const id = newId()
  const tasks = Array.from({ length: 50 }, () => pay(payer.account, payee.account, 300, id))
  expect(await outcomes(tasks)).toEqual({ done: 50 })
  expect((await walletTotals(deps.db, payer.owner)).available).toBe(700)
})

it('ends a hold once when it is posted and voided in parallel', async () => {
  const [payer, payee] = [await wallet(1_000), await wallet(0)]
  const now = deps.clock.now()
  const holdId = newId()
  const base = { holdId, code: 'fare', cause, now } as const
  await inTransaction(deps.db, (tx) =>
    hold(tx, { ...base, id: holdId, from: payer.account, to: payee.account, pesos: 1_000 }),
  )
  const tasks = Array.from({ length: 20 }, (_, index) =>
    inTransaction(deps.db, (tx) =>
      index % 2 === 0 ? post(tx, { ...base, id: newId() }) : voidHold(tx, { ...base, id: newId() }),
    ),
  )
  expect(await outcomes(tasks)).toEqual({ done: 1, hold_resolved: 19 })
  const totals = await walletTotals(deps.db, payer.owner)
  expect(totals.held).toBe(0)
  const { available: received } = await walletTotals(deps.db, payee.owner)
  expect(totals.available + received).toBe(1_000)
})

it('leaves a ledger that passes verification', async () => {
  expect((await verifyLedger(deps)).findings).toEqual([])
})
