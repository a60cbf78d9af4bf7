import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withdrawableOf } from '#server/modules/bank/ledger/index.ts'
import { findMismatches } from '#server/modules/office/books/index.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { asOwner } from '#test/db.ts'
import { openWithdrawalsApp, type Saver, type WithdrawalsApp } from '#test/withdrawal-factories.ts'
import { sendWithdrawals } from './send-withdrawals.ts'
import { settlePayout } from './settle-payout.ts'

let shop: WithdrawalsApp
let saver: Saver

beforeAll(async () => {
  shop = await openWithdrawalsApp()
})

beforeEach(async () => {
  shop.payouts.setFault('none')
  saver = await shop.aSaver()
  // Ignore withdrawals that previous tests left open.
  await asOwner(shop.deps.databaseUrl, `update withdrawals set next_check_at = 'infinity'`)
})

/** Approves a withdrawal and hands it over. */
async function sent(amount = 50_000) {
  const withdrawal = await shop.approved(saver, amount)
  await sendWithdrawals(shop.deps)
  const [payout] = shop.payouts.payouts(withdrawal.reference)
  if (!payout) throw new Error('nothing was handed over')
  return { ...withdrawal, payout }
}

async function cases(): Promise<string[]> {
  return (await shop.cases()).map(({ kind }) => kind)
}

describe('a payout by the gateway', () => {
  it('sends a payout with key, holder and account, and marks it paid at its event', async () => {
    const { id, payout } = await sent()
    expect(payout).toMatchObject({ idempotency_key: id, amount_in_cents: 5_000_000 })
    expect(JSON.parse(payout.payee)).toMatchObject({
      legalIdType: 'CC',
      bankId: '00000000-0000-4000-8000-000000001007',
      accountType: 'AHORROS',
      name: 'Elena Cano',
    })
    shop.payouts.settle(payout.id, 'APPROVED')
    await shop.settlePayouts()
    expect(await shop.withdrawal(id)).toMatchObject({ status: 'paid' })
    expect(await shop.balance(saver)).toBe(950_000)
    expect((await shop.told(saver)).slice(-2)).toEqual(['withdrawal_sent', 'withdrawal_paid'])
    await shop.assertSound()
  })

  it('returns the money of a failed payout once when its event is repeated', async () => {
    const { id, payout } = await sent()
    shop.payouts.settle(payout.id, 'FAILED', 'D07')
    const body = shop.payouts.eventBody(payout.id)
    await Promise.all([shop.payouts.post(body), shop.payouts.post(body)])
    await shop.settlePayouts()
    expect(await shop.withdrawal(id)).toMatchObject({
      status: 'failed',
      reason: 'La cuenta no existe o no está activa.',
    })
    expect(await shop.balance(saver)).toBe(1_000_000)
    const told = (await shop.told(saver)).filter((kind) => kind === 'withdrawal_failed')
    expect(told).toHaveLength(1)
  })

  it('marks a payout as paid by the regular lookup when its event is lost', async () => {
    const { id, payout } = await sent()
    shop.payouts.settle(payout.id, 'APPROVED')
    shop.clock.advance(HOUR_MS)
    await sendWithdrawals(shop.deps)
    expect((await shop.withdrawal(id)).status).toBe('paid')
  })

  it('does not resend a payout whose answer was lost, also after its key expired', async () => {
    const { id, reference } = await shop.approved(saver, 50_000)
    shop.payouts.setFault('silent')
    await sendWithdrawals(shop.deps)
    expect((await shop.withdrawal(id)).status).toBe('sending')
    expect(await shop.told(saver)).not.toContain('withdrawal_sent')
    shop.payouts.setFault('none')
    shop.clock.advance(3 * DAY_MS)
    await sendWithdrawals(shop.deps)
    const payouts = shop.payouts.payouts(reference)
    expect(payouts).toHaveLength(1)
    shop.payouts.settle(String(payouts[0]?.id), 'APPROVED')
    await shop.settlePayouts()
    expect((await shop.withdrawal(id)).status).toBe('paid')
  })

  it('keeps a payout waiting while the gateway is down or our account is empty', async () => {
    const { id, reference } = await shop.approved(saver, 50_000)
    for (const fault of ['away', 'no_funds'] as const) {
      shop.payouts.setFault(fault)
      shop.clock.advance(HOUR_MS)
      await sendWithdrawals(shop.deps)
      expect((await shop.withdrawal(id)).status).toBe('approved')
    }
    shop.payouts.setFault('none')
    shop.clock.advance(HOUR_MS)
    await sendWithdrawals(shop.deps)
    expect(shop.payouts.payouts(reference)).toHaveLength(1)
  })

  it('leaves a payout to the account of a PPT holder to the file, and pays to a key', async () => {
    const [finance] = shop.finance
    const holder = await shop.aSaver(1_000_000, 'PPT')
    const first = await shop.approved(holder, 50_000)
    await sendWithdrawals(shop.deps)
    expect(shop.payouts.payouts(first.reference)).toHaveLength(0)
    expect(await shop.withdrawal(first.id)).toMatchObject({ status: 'approved', channel: null })
    const shown = await shop.get(finance, `/admin/withdrawals?reference=${first.reference}`)
    expect(shown.body.items).toMatchObject([{ channel: 'bank_file' }])
    const made = await shop.post(finance, '/admin/payout-batches', {})
    expect(made.body).toMatchObject({ batch: { count: 1 } })

    shop.payouts.setKey('@elena3', { name: 'ELE*** CAN***' })
    const breb = { kind: 'breb', keyType: 'alphanumeric', key: '@elena3', holder: 'ELE*** CAN***' }
    const { body } = await shop.addAccount(holder, breb)
    const { account } = body as unknown as { account: { id: string } }
    shop.clock.advance(DAY_MS)
    const second = await shop.approved({ ...holder, accountId: account.id }, 50_000)
    await sendWithdrawals(shop.deps)
    const [paid] = shop.payouts.payouts(second.reference)
    expect(JSON.parse(String(paid?.payee))).toMatchObject({ key: '@elena3' })
    expect(String(paid?.payee)).not.toMatch(/legalId|OTHER/)
  })

  it('fails a payout to a Bre-B key that now belongs to another person', async () => {
    const key = { name: 'ELE*** CAN***' }
    shop.payouts.setKey('@elena2', key)
    const breb = { kind: 'breb', keyType: 'alphanumeric', key: '@elena2', holder: 'ELE*** CAN***' }
    const { body } = await shop.addAccount(saver, breb)
    const { account } = body as unknown as { account: { id: string } }
    shop.clock.advance(DAY_MS)
    const owner = { ...saver, accountId: account.id }
    const first = await shop.approved(owner, 50_000)
    shop.payouts.setKey('@elena2', { name: 'PED*** RAM***' })
    await sendWithdrawals(shop.deps)
    expect(await shop.withdrawal(first.id)).toMatchObject({
      status: 'failed',
      reason: 'La llave ya no es tuya o no está activa.',
    })
    shop.payouts.setKey('@elena2', key)
    const second = await shop.approved(owner, 50_000)
    await sendWithdrawals(shop.deps)
    expect(shop.payouts.payouts(first.reference)).toHaveLength(0)
    const [paid] = shop.payouts.payouts(second.reference)
    expect(JSON.parse(String(paid?.payee))).toMatchObject({ key: '@elena2' })
  })
})

const path = (id: string) => `/admin/withdrawals/${id}/return`
const told = (bankReference: string) => ({ bankReference, reason: 'La cuenta está cerrada.' })

async function paid(amount: number) {
  const withdrawal = await sent(amount)
  shop.payouts.settle(withdrawal.payout.id, 'APPROVED')
  await shop.settlePayouts()
  return withdrawal
}

describe('a payment that the bank returns after it was paid', () => {
  const free = async () => {
    const { userId } = saver
    return await withdrawableOf(shop.deps.db, { userId, now: shop.clock.now() })
  }

  it('comes back to the wallet as it was once two people say so, and tells its owner', async () => {
    const [jorge, marta] = shop.finance
    const before = await free()
    const { id, reference } = await paid(300_000)
    shop.clock.advance(3 * DAY_MS)
    expect((await shop.post(jorge, path(id), told('mov 12345'))).status).toBe(200)
    expect(await shop.balance(saver)).toBe(700_000)
    const own = await shop.post(jorge, `${path(id)}/confirm`, { agree: true })
    expect(own.body).toMatchObject({ code: 'withdrawal_same_person' })
    const waiting = async () => {
      const { body } = await shop.get(marta, '/admin/withdrawals')
      return (body as never as { items: { id: string }[] }).items.find((each) => each.id === id)
    }
    expect(await waiting()).toMatchObject({
      ...{ reference, status: 'paid', returned: { bankReference: 'MOV12345' } },
    })
    for (const _ of ['first', 'repeated']) {
      expect((await shop.post(marta, `${path(id)}/confirm`, { agree: true })).status).toBe(200)
    }
    expect(await waiting()).toBeUndefined()
    expect(await shop.withdrawal(id)).toMatchObject({
      ...{ status: 'failed', reason: 'La cuenta está cerrada.' },
    })
    expect(await shop.balance(saver)).toBe(1_000_000)
    expect(await free()).toEqual(before)
    expect((await shop.told(saver)).slice(-2)).toEqual(['withdrawal_paid', 'withdrawal_returned'])
    await shop.assertSound()
    expect((await findMismatches(shop.deps)).filter(({ check }) => check !== 'chain')).toEqual([])
  })

  it('closes the case of the gateway, and takes a movement of the bank once', async () => {
    const [jorge, marta] = shop.finance
    const [first, second] = [await paid(50_000), await paid(50_000)]
    shop.payouts.settle(first.payout.id, 'FAILED', 'D07')
    await shop.settlePayouts()
    const open = async () =>
      (await shop.cases()).filter((each) => each.kind === 'payout_changed' && !each.closed)
    expect(await open()).not.toEqual([])
    await shop.post(jorge, path(first.id), told('MOV-77'))
    const again = await shop.post(jorge, path(second.id), told('mov-77'))
    expect(again.body).toMatchObject({ code: 'withdrawal_return_used' })
    await shop.post(marta, `${path(first.id)}/confirm`, { agree: true })
    expect(await open()).toEqual([])
    shop.payouts.settle(first.payout.id, 'FAILED', 'D07')
    await shop.settlePayouts()
    expect(await open()).toEqual([])
  })
})

describe('a second payment of the gateway for one withdrawal', () => {
  it.each(['paid', 'returned'])('opens a case when the withdrawal is %s', async (state) => {
    const [jorge, marta] = shop.finance
    const { id, reference, payout } = await paid(50_000)
    if (state === 'returned') {
      await shop.post(jorge, path(id), told(`MOV-${state}`))
      await shop.post(marta, `${path(id)}/confirm`, { agree: true })
    }
    const common = { payoutId: null, reference, alone: true, amountInCents: 5_000_000 }
    const again = {
      ...common,
      status: 'approved',
      told: 'APPROVED',
      failure: null,
      at: null,
    } as const
    expect(await settlePayout(shop.deps, { ...again, transactionId: payout.id })).toBe('repeated')
    expect(await settlePayout(shop.deps, { ...again, transactionId: newId() })).toBe('case')
    expect(await cases()).toContain('payout_changed')
  })
})

describe('gateway answers that do not match a withdrawal', () => {
  it('opens a case and moves no money when a final payout changes its state', async () => {
    const { id, payout } = await sent()
    shop.payouts.settle(payout.id, 'APPROVED')
    await shop.settlePayouts()
    shop.clock.advance(MINUTE_MS)
    shop.payouts.settle(payout.id, 'FAILED', 'D07')
    await shop.settlePayouts()
    expect((await shop.withdrawal(id)).status).toBe('paid')
    expect(await shop.balance(saver)).toBe(950_000)
    expect(await cases()).toContain('payout_changed')
    const { rows } = await asOwner(
      shop.deps.databaseUrl,
      'select status, failure_code from payout_transactions where transaction_id = $1',
      [payout.id],
    )
    expect(rows).toEqual([{ status: 'approved', failure_code: null }])
  })

  it('opens a case and moves no money for a payout of another amount', async () => {
    const { id, reference } = await shop.approved(saver, 50_000)
    shop.payouts.setFault('cut')
    await sendWithdrawals(shop.deps)
    shop.payouts.setFault('none')
    shop.payouts.add({ reference, pesos: 49_999, status: 'APPROVED' })
    shop.clock.advance(HOUR_MS)
    await sendWithdrawals(shop.deps)
    expect((await shop.withdrawal(id)).status).toBe('sending')
    expect(await shop.balance(saver)).toBe(950_000)
    expect(await cases()).toContain('payout_mismatch')
  })

  it('returns no money while another payout of the withdrawal can still be paid', async () => {
    const { id, reference, payout } = await sent()
    const other = shop.payouts.add({ reference, pesos: 50_000, status: 'FAILED' })
    expect(await shop.payouts.post(shop.payouts.eventBody(other))).toBe(200)
    await shop.runRecurring('withdrawals.send')
    expect((await shop.withdrawal(id)).status).toBe('sent')
    expect(await shop.balance(saver)).toBe(950_000)
    shop.payouts.settle(payout.id, 'APPROVED')
    await shop.settlePayouts()
    expect((await shop.withdrawal(id)).status).toBe('paid')
  })

  it('refuses payout events with another secret or a malformed body', async () => {
    const { payout } = await sent()
    const forged = shop.payouts.eventBody(payout.id, {
      secret: shop.deps.secrets.wompi.eventsSecret,
      status: 'APPROVED',
    })
    expect(await shop.payouts.post(forged)).toBe(401)
    const changed = shop.payouts.eventBody(payout.id).replace('PENDING', 'APPROVED')
    expect(await shop.payouts.post(changed)).toBe(401)
    const asPayment = shop.payouts.eventBody(payout.id)
    const { statusCode } = await shop.app.inject({
      method: 'POST',
      url: '/api/webhooks/wompi',
      headers: { 'content-type': 'application/json' },
      payload: asPayment,
    })
    expect(statusCode).toBe(401)
    expect(await shop.payouts.post('{')).toBe(400)
  })

  it('applies the state that the gateway answers, not the one in the event', async () => {
    const { id, payout } = await sent()
    const early = shop.payouts.eventBody(payout.id, { status: 'APPROVED' })
    expect(await shop.payouts.post(early)).toBe(200)
    await shop.runRecurring('withdrawals.send')
    expect((await shop.withdrawal(id)).status).toBe('sent')
    shop.payouts.settle(payout.id, 'FAILED')
    shop.clock.advance(MINUTE_MS)
    await shop.settlePayouts()
    expect((await shop.withdrawal(id)).status).toBe('failed')
  })
})
