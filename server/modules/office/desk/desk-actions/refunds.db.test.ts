import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { walletTotals } from '#server/modules/bank/ledger/index.ts'
import { findMismatches } from '#server/modules/office/books/index.ts'
import { DAY_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { asOwner } from '#test/db.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { openPaymentsApp, type PaymentsApp } from '#test/wompi.ts'

const PESOS = 60_000
const REASON = 'Pagó dos veces el mismo mes, caso 88.'

let shop: PaymentsApp
let finance: TestUser
let second: TestUser
let ana: TestUser
let transactionId: string
let paymentId: string

beforeAll(async () => {
  shop = await openPaymentsApp()
  finance = await aUser(shop.deps, { roles: ['passenger', 'finance'] })
  second = await aUser(shop.deps, { roles: ['passenger', 'finance'] })
})

beforeEach(() => another())

/** Another person with a top-up. */
async function another(pesos = PESOS): Promise<void> {
  ana = await aUser(shop.deps)
  await topUp(pesos)
}

async function topUp(pesos: number): Promise<void> {
  const reference = await shop.topUp(ana, pesos)
  transactionId = shop.payer(reference, pesos)
  shop.wompi.settle(transactionId, 'APPROVED')
  await shop.settleAll()
  const { rows } = await asOwner(
    shop.deps.databaseUrl,
    'select id from payments where reference = $1',
    [reference],
  )
  paymentId = rows[0].id
}

function propose(id: string, pesos = PESOS, gatewayReference = `DEV-${id}`) {
  const body = { id, pesos, cause: 'error', gatewayReference, reason: REASON }
  return shop.post(finance, `/admin/desk-actions/payments/${paymentId}/refunds`, body)
}
const decide = (who: TestUser, id: string, verb: 'sign' | 'refuse' | 'unpaid', seen = {}) =>
  shop.post(who, `/admin/desk-actions/money/${id}/${verb}`, { reason: REASON, ...seen })

async function wallet(): Promise<[available: number, held: number]> {
  const { available, held } = await walletTotals(shop.deps.db, ana.userId)
  return [available, held]
}

async function told(): Promise<string[]> {
  await shop.settleAll()
  const { rows } = await asOwner(
    shop.deps.databaseUrl,
    `select kind from notifications where user_id = $1 order by created_at, id`,
    [ana.userId],
  )
  return rows.map(({ kind }) => kind)
}

describe('refunds of a top-up by two people', () => {
  it('holds the money when it is proposed, and takes it when another human signs', async () => {
    const id = newId()
    expect((await propose(id, 40_000)).status).toBe(200)
    await propose(id, 40_000)
    expect(await wallet()).toEqual([20_000, 40_000])
    expect((await decide(finance, id, 'sign')).body.code).toBe('money_act_own')
    expect((await decide(second, id, 'sign')).status).toBe(200)
    expect(await wallet()).toEqual([20_000, 0])
    expect((await decide(second, id, 'refuse')).body.code).toBe('money_act_over')
    expect(await told()).toEqual(['topup_approved', 'refund_started', 'refund_done'])
    expect((await propose(newId(), 20_001)).body.code).toBe('refund_over_payment')
  })

  it('frees the money only when two people say that the gateway did not pay', async () => {
    const id = newId()
    await propose(id)
    // Neither a colleague nor the proposer releases alone what the gateway may have paid.
    for (const who of [second, finance]) {
      expect((await decide(who, id, 'refuse')).body.code).toBe('refund_takes_two')
    }
    expect((await decide(finance, id, 'unpaid')).status).toBe(200)
    expect(await wallet()).toEqual([0, PESOS])
    expect((await decide(finance, id, 'unpaid')).body.code).toBe('refund_unpaid_own')
    const unseen = await decide(second, id, 'unpaid', { isLast: false })
    expect([unseen.body.code, (await wallet())[1]]).toEqual(['case_changed', PESOS])
    expect((await decide(second, id, 'unpaid', { isLast: true })).status).toBe(200)
    expect(await wallet()).toEqual([PESOS, 0])
    expect(await told()).toContain('refund_stopped')
    expect((await propose(newId(), PESOS, `DEV-${id}`)).status).toBe(200)
  })

  it('refuses in the database that one person releases a refund', async () => {
    const id = newId()
    await propose(id)
    const alone = `update money_acts set outcome = 'refused', decided_by = $2, decided_at = now(),
      unpaid_by = $2, unpaid_at = now(), unpaid_proof = 'En el tablero no aparece.' where id = $1`
    await expect(asOwner(shop.deps.databaseUrl, alone, [id, second.userId])).rejects.toThrow(
      'two people say',
    )
  })

  it('takes a new first signature once the first signer has left finance', async () => {
    const id = newId()
    const leaver = await aUser(shop.deps, { roles: ['passenger', 'finance'] })
    const body = { id, pesos: PESOS, cause: 'error', gatewayReference: `DEV-${id}` }
    const path = `/admin/desk-actions/payments/${paymentId}/refunds`
    expect((await shop.post(leaver, path, { ...body, reason: REASON })).status).toBe(200)
    const taken = `update users set roles = '{passenger}' where id = $1`
    await asOwner(shop.deps.databaseUrl, taken, [leaver.userId])
    expect((await decide(second, id, 'sign')).body.entry).toMatchObject({
      action: 'refund.signed_first',
    })
    expect(await wallet()).toEqual([0, PESOS])
    expect((await decide(second, id, 'sign')).body.code).toBe('money_act_own')
    expect((await decide(finance, id, 'sign')).status).toBe(200)
    expect(await wallet()).toEqual([0, 0])
  })

  it('does not count the signature of a signer who says that it was not paid', async () => {
    const id = newId()
    await propose(id)
    await decide(finance, id, 'unpaid')
    expect((await decide(second, id, 'sign')).status).toBe(200)
    expect(await wallet()).toEqual([0, PESOS])
    const third = await aUser(shop.deps, { roles: ['passenger', 'finance'] })
    expect((await decide(third, id, 'sign')).status).toBe(200)
    expect(await wallet()).toEqual([0, 0])
  })

  it('compares a reference without case and spaces', async () => {
    await propose(newId(), 20_000, 'dev 7-abc')
    const first = ana
    await another()
    expect(ana.userId).not.toBe(first.userId)
    const again = await propose(newId(), 20_000, 'DEV7-ABC')
    expect(again.body.code).toBe('refund_reference_used')
  })

  it('alarms finance when one person holds refunds of two people, or 500,000 pesos', async () => {
    const alarmed = async () => {
      await shop.settleAll()
      const told = `select count(*)::int as times from notifications
        where kind = 'refunds_held' and user_id = $1`
      return (await asOwner(shop.deps.databaseUrl, told, [second.userId])).rows[0].times
    }
    shop.clock.advance(DAY_MS)
    const before = await alarmed()
    await propose(newId(), 10_000)
    expect(await alarmed()).toBe(before)
    await another()
    await propose(newId(), 10_000)
    expect(await alarmed()).toBe(before + 1)
    shop.clock.advance(DAY_MS)
    await another(600_000)
    await propose(newId(), 500_000)
    expect(await alarmed()).toBe(before + 2)
  })

  it('offers no refund of another top-up of a person while one of them waits', async () => {
    const offered = async () =>
      (await shop.get(second, `/admin/desk-actions/payment/${paymentId}`)).body.actions
    await propose(newId(), 10_000)
    await topUp(PESOS)
    expect((await propose(newId(), 10_000)).body.code).toBe('money_act_pending')
    expect(await offered()).not.toContain('refund')
  })

  it('refuses a refund that the wallet no longer has, and one with a used reference', async () => {
    const first = newId()
    await propose(first, 20_000, 'DEV-1-2026')
    await decide(second, first, 'sign')
    expect((await propose(newId(), 20_000, 'DEV-1-2026')).body.code).toBe('refund_reference_used')
    await asOwner(
      shop.deps.databaseUrl,
      `update ledger_accounts set debits_pending = credits_posted - debits_posted - 10000
       where id = derived_id('ledger.wallet.COP', $1::text)`,
      [ana.userId],
    )
    expect((await propose(newId(), 20_000)).body.code).toBe('refund_wallet_short')
    const { rows } = await asOwner(
      shop.deps.databaseUrl,
      'select count(*)::int as acts from money_acts where user_id = $1 and outcome is null',
      [ana.userId],
    )
    expect(rows[0].acts).toBe(0)
  })

  it('takes a top-up back once when the gateway also reports the refund as a void', async () => {
    const id = newId()
    await propose(id)
    shop.wompi.settle(transactionId, 'VOIDED')
    await shop.settleAll()
    expect(await wallet()).toEqual([0, PESOS])
    expect((await decide(second, id, 'unpaid')).body.code).toBe('refund_returned')
    expect((await decide(second, id, 'sign')).status).toBe(200)
    expect(await wallet()).toEqual([0, 0])
    expect(await told()).not.toContain('topup_voided')
  })

  it('takes only the rest of a partly refunded top-up when the gateway voids it', async () => {
    const id = newId()
    await propose(id, 40_000)
    await decide(second, id, 'sign')
    shop.wompi.settle(transactionId, 'VOIDED')
    await shop.settleAll()
    expect(await wallet()).toEqual([0, 0])
    const { rows } = await asOwner(
      shop.deps.databaseUrl,
      `select sum(amount)::int as pesos from ledger_transfers
       where cause_id = $1 and code in ('topup_reversal', 'topup_debt')`,
      [paymentId],
    )
    expect(rows[0].pesos).toBe(20_000)
    expect(await findMismatches(shop.deps)).toEqual([])
  })

  it('refuses a refund that would take a credit for travelling out as money', async () => {
    const credit = { id: newId(), pesos: 30_000, cause: 'courtesy', withdrawable: false }
    const path = `/admin/desk-actions/people/${ana.userId}/credits`
    await shop.post(finance, path, { ...credit, reason: REASON })
    expect((await decide(second, credit.id, 'sign')).status).toBe(200)
    // No withdrawal explains this hold: the books are compared before.
    await asOwner(
      shop.deps.databaseUrl,
      `select ledger_move($1::uuid, 'pending', derived_id('ledger.wallet.COP', $2::text),
         '00000000-0000-7000-8000-000000000003', 50000, 'withdrawal', 'operator', $1::text, null,
         $3)`,
      [newId(), ana.userId, shop.clock.now()],
    )
    expect(await wallet()).toEqual([40_000, 50_000])
    expect((await propose(newId(), 10_001)).body.code).toBe('refund_wallet_short')
    const { body } = await shop.get(second, `/admin/desk-actions/payment/${paymentId}`)
    expect(body.walletFree).toBe(10_000)
    expect((await propose(newId(), 10_000)).status).toBe(200)
  })
})
