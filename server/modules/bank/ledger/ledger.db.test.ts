import { beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { asOwner } from '#test/db.ts'
import { type TestDeps, testDeps } from '#test/deps.ts'
import { gatewayWompi } from './chart.ts'
import { expireHolds } from './expire-holds.ts'
import { hold, post, transfer, voidHold } from './move-money.ts'
import { statement } from './statement.ts'
import { ensureWallet, walletTotals } from './wallet-account.ts'

let deps: TestDeps

beforeAll(async () => {
  deps = await testDeps({ owner: true })
})

const tx = <T>(fn: (tx: Tx) => Promise<T>) => inTransaction(deps.db, fn)
const cause = { kind: 'operator', id: 'test' } as const

async function wallet(pesos = 0): Promise<{ owner: string; account: string }> {
  const owner = newId()
  const account = await tx((t) => ensureWallet(t, owner, deps.clock.now()))
  if (pesos > 0) await move(gatewayWompi, account, pesos)
  return { owner, account }
}

function move(from: string, to: string, pesos: number, id = newId(), pinRefusal = false) {
  const now = deps.clock.now()
  return tx((t) => transfer(t, { id, from, to, pesos, code: 'adjustment', cause, now, pinRefusal }))
}

function reserve(from: string, to: string, pesos: number, expiresAt: Date | null = null) {
  const id = newId()
  const now = deps.clock.now()
  return tx((t) => hold(t, { id, from, to, pesos, code: 'fare', cause, now, expiresAt })).then(
    () => id,
  )
}

function take(holdId: string, pesos?: number, id = newId()) {
  const input = { id, holdId, code: 'fare', cause, now: deps.clock.now() } as const
  return tx((t) => post(t, pesos === undefined ? input : { ...input, pesos }))
}

function release(holdId: string, id = newId()) {
  return tx((t) => voidHold(t, { id, holdId, code: 'fare', cause, now: deps.clock.now() }))
}

const refused = (code: string) => expect.objectContaining({ code })
const available = async (owner: string) => (await walletTotals(deps.db, owner)).available

describe('transfers of the ledger', () => {
  it('moves money once when a transfer id is sent repeatedly', async () => {
    const [payer, payee, bystander] = [await wallet(1_000), await wallet(), await wallet(77)]
    const id = newId()
    await move(payer.account, payee.account, 400, id)
    await move(payer.account, payee.account, 400, id)
    expect(await available(payer.owner)).toBe(600)
    expect(await available(payee.owner)).toBe(400)
    expect(await available(bystander.owner)).toBe(77)
  })

  it('refuses a transfer whose id was used for another movement', async () => {
    const [payer, payee] = [await wallet(1_000), await wallet()]
    const id = newId()
    await move(payer.account, payee.account, 400, id)
    await expect(move(payer.account, payee.account, 401, id)).rejects.toEqual(
      refused('transfer_conflict'),
    )
    expect(await available(payee.owner)).toBe(400)
  })

  it('keeps refusing a refused transfer id after a later top-up', async () => {
    const [payer, payee] = [await wallet(100), await wallet()]
    const id = newId()
    const attempt = () => move(payer.account, payee.account, 500, id, true)
    await expect(attempt()).rejects.toEqual(refused('insufficient_funds'))
    await move(gatewayWompi, payer.account, 10_000)
    await expect(attempt()).rejects.toEqual(refused('insufficient_funds'))
    await move(payer.account, payee.account, 500)
    expect(await available(payer.owner)).toBe(9_600)
  })

  it('refuses a transfer to the same account or to an unknown account', async () => {
    const payer = await wallet(100)
    for (const to of [payer.account, newId()]) {
      await expect(move(payer.account, to, 50)).rejects.toEqual(refused('account_unsuitable'))
    }
    expect(await available(payer.owner)).toBe(100)
  })

  it.each([0, -1, 0.5, Number.NaN, 2 ** 53])('refuses a transfer of %s pesos', async (pesos) => {
    const [payer, payee] = [await wallet(100), await wallet()]
    await expect(move(payer.account, payee.account, pesos)).rejects.toThrow(/amount of pesos/)
  })
})

describe('holds of the ledger', () => {
  it('removes held money from the balance, and gives it to the payee when posted', async () => {
    const [payer, payee] = [await wallet(1_000), await wallet()]
    const id = await reserve(payer.account, payee.account, 700)
    expect(await walletTotals(deps.db, payer.owner)).toMatchObject({ available: 300, held: 700 })
    expect(await walletTotals(deps.db, payee.owner)).toMatchObject({ available: 0, incoming: 700 })
    await take(id)
    expect(await walletTotals(deps.db, payer.owner)).toMatchObject({ available: 300, held: 0 })
    expect(await walletTotals(deps.db, payee.owner)).toMatchObject({ available: 700, incoming: 0 })
  })

  it('returns the rest of a hold that is posted in part, and refuses a second post', async () => {
    const [payer, payee] = [await wallet(100), await wallet()]
    const id = await reserve(payer.account, payee.account, 100)
    await take(id, 60)
    expect(await available(payer.owner)).toBe(40)
    expect(await available(payee.owner)).toBe(60)
    await expect(take(id, 40)).rejects.toEqual(refused('hold_resolved'))
    await expect(release(id)).rejects.toEqual(refused('hold_resolved'))
  })

  it('refuses to post more than was held', async () => {
    const [payer, payee] = [await wallet(200), await wallet()]
    const id = await reserve(payer.account, payee.account, 100)
    await expect(take(id, 101)).rejects.toEqual(refused('amount_exceeds_hold'))
    await release(id)
    await expect(take(id)).rejects.toEqual(refused('hold_resolved'))
    expect(await available(payer.owner)).toBe(200)
  })

  it('expires a hold once at its time, and refuses a later post', async () => {
    const [payer, payee] = [await wallet(100), await wallet()]
    const expiresAt = new Date(deps.clock.now().getTime() + HOUR_MS)
    const id = await reserve(payer.account, payee.account, 100, expiresAt)
    expect(await expireHolds(deps)).toBe(0)
    deps.clock.advance(HOUR_MS)
    await expect(take(id)).rejects.toEqual(refused('hold_expired'))
    const expired = await Promise.all([expireHolds(deps), expireHolds(deps), expireHolds(deps)])
    expect(expired.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(1)
    expect(await available(payer.owner)).toBe(100)
    await expect(take(id)).rejects.toEqual(refused('hold_resolved'))
  })

  it('refuses a hold on money that is already held', async () => {
    const [payer, payee] = [await wallet(100), await wallet()]
    await reserve(payer.account, payee.account, 60)
    await expect(reserve(payer.account, payee.account, 41)).rejects.toEqual(
      refused('insufficient_funds'),
    )
    await expect(take(newId())).rejects.toEqual(refused('hold_not_found'))
  })
})

describe('statement of an account', () => {
  it('shows a hold as one statement line, first pending, then with the posted amount', async () => {
    const [payer, payee] = [await wallet(1_000), await wallet()]
    const id = await reserve(payer.account, payee.account, 500)
    const lines = () => statement(deps.db, { account: payer.account, limit: 10, offset: 0 })
    expect((await lines())[0]).toMatchObject({ id, status: 'pending', pesos: -500 })
    await take(id, 200)
    expect((await lines())[0]).toMatchObject({ id, status: 'completed', pesos: -200 })
    expect(await lines()).toHaveLength(2)
  })
})

describe('immutability of transfers', () => {
  it('refuses to change or delete a transfer, as the app role and as the owner', async () => {
    const payee = await wallet(100)
    for (const verb of ['update ledger_transfers set amount = 1', 'delete from ledger_transfers']) {
      const statement = `${verb} where credit_account = '${payee.account}'`
      await expect(asOwner(deps.databaseUrl, statement)).rejects.toThrow(/never change/)
      await expect(asOwner(deps.databaseUrl, `set role cupo_app; ${statement}`)).rejects.toThrow(
        /permission denied/,
      )
    }
  })
})
