import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { asOwner } from '#test/db.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { openWithdrawalsApp, type Saver, type WithdrawalsApp } from '#test/withdrawal-factories.ts'
import { sendWithdrawals } from './send-withdrawals.ts'
import { settleBatch } from './settle-payout.ts'

let shop: WithdrawalsApp
let saver: Saver
let finance: [TestUser, TestUser]

beforeAll(async () => {
  shop = await openWithdrawalsApp()
  finance = shop.finance
})

beforeEach(async () => {
  shop.payouts.setFault('none')
  saver = await shop.aSaver()
  // What a test before left open is of no interest.
  await asOwner(shop.deps.databaseUrl, `update withdrawals set next_check_at = 'infinity'`)
})

type Fault = Parameters<typeof shop.payouts.setFault>[0]

/** An hour later, with the gateway like that. */
async function later(fault: Fault = 'none', ms = HOUR_MS): Promise<void> {
  shop.clock.advance(ms)
  shop.payouts.setFault(fault)
  await sendWithdrawals(shop.deps)
}

/** Approved, and handed over while the gateway was like that. */
async function tried(fault: Fault) {
  const withdrawal = await shop.approved(saver, 50_000)
  await later(fault, 0)
  return withdrawal
}

const statusOf = async (id: string) => (await shop.withdrawal(id)).status
const payoutsOf = ({ reference }: { reference: string }) => shop.payouts.payouts(reference)

/** Open cases of a withdrawal. */
async function caseOf(reference: string) {
  const open = 'select kind from payment_cases where reference = $1 and closed_at is null'
  return (await asOwner(shop.deps.databaseUrl, open, [reference])).rows
}

async function setSwitch(isOn: boolean): Promise<void> {
  const admin = await aUser(shop.deps, { roles: ['admin'] })
  const body = { isOn, reason: 'La pasarela está en obras.' }
  expect((await shop.post(admin, '/admin/switches/withdrawals', body)).status).toBe(200)
}

async function counted(name: string): Promise<number> {
  const metric = await shop.deps.metrics.registry.getSingleMetric('cupo_events_total')?.get()
  const found = metric?.values.filter(({ labels }) => labels.name === name) ?? []
  return found.reduce((sum, { value }) => sum + value, 0)
}

const tell = (who: TestUser, id: string, outcome: 'paid' | 'failed') =>
  shop.post(who, `/admin/withdrawals/${id}/result`, { outcome, note: 'Según el tablero.' })
const confirm = (who: TestUser, id: string) =>
  shop.post(who, `/admin/withdrawals/${id}/confirm`, { agree: true })

// covers: C91
describe('the first try', () => {
  it('that is refused for good returns the money; nobody was told that it was sent', async () => {
    const { id } = await tried('refused')
    expect(await statusOf(id)).toBe('failed')
    expect(await shop.balance(saver)).toBe(1_000_000)
    expect(await shop.told(saver)).not.toContain('withdrawal_sent')
    expect((await shop.told(saver)).at(-1)).toBe('withdrawal_failed')
    await shop.assertSound()
  })

  it('without an answer returns nothing, nor does a refusal of the second', async () => {
    const withdrawal = await tried('cut')
    await later('refused')
    expect(await statusOf(withdrawal.id)).toBe('sending')
    expect(await shop.balance(saver)).toBe(950_000)
    // Another address meanwhile: what is sent again is what was stored.
    const moved = `update users set email = 'otra-' || email where id = $1`
    await asOwner(shop.deps.databaseUrl, moved, [saver.userId])
    await later()
    const [payout] = payoutsOf(withdrawal)
    expect(payout?.idempotency_key).toBe(withdrawal.id)
    expect(JSON.parse(String(payout?.payee)).email).toBe(saver.email)
    expect(await statusOf(withdrawal.id)).toBe('sent')
  })

  it('whose answer is lost is found, told once, and not sent again', async () => {
    const withdrawal = await tried('lost')
    expect(await statusOf(withdrawal.id)).toBe('sending')
    await later()
    await later()
    expect(await statusOf(withdrawal.id)).toBe('sent')
    expect(payoutsOf(withdrawal)).toHaveLength(1)
    const told = (await shop.told(saver)).filter((kind) => kind === 'withdrawal_sent')
    expect(told).toHaveLength(1)
  })

  it.each(['no_funds', 'locked'] as const)(
    'that certainly was not taken (%s) can be refused, or go into a file for the bank',
    async (fault) => {
      const refused = await tried(fault)
      expect(await statusOf(refused.id)).toBe('approved')
      const reason = { reason: 'Falta saldo en la pasarela.' }
      await shop.post(finance[0], `/admin/withdrawals/${refused.id}/reject`, reason)
      expect(await statusOf(refused.id)).toBe('rejected')
      const moved = await tried(fault)
      await shop.post(finance[0], '/admin/payout-batches', {}, { 'idempotency-key': moved.id })
      expect(await shop.withdrawal(moved.id)).toMatchObject({
        status: 'sent',
        channel: 'bank_file',
      })
      await later()
      expect(payoutsOf(moved)).toHaveLength(0)
    },
  )

  it('does not happen when the gateway has the reference already', async () => {
    const withdrawal = await shop.approved(saver, 50_000)
    const { reference } = withdrawal
    shop.payouts.add({ reference, pesos: 50_000, status: 'APPROVED' })
    await later()
    expect(payoutsOf(withdrawal)).toHaveLength(1)
    expect(await statusOf(withdrawal.id)).toBe('paid')
  })

  it('of which nothing began is read by its id before anybody hears of it', async () => {
    const { id } = await tried('idle')
    expect(await statusOf(id)).toBe('failed')
    expect(await shop.told(saver)).not.toContain('withdrawal_sent')
    expect(await shop.balance(saver)).toBe(1_000_000)
  })
})

describe('what the gateway does not find', () => {
  it('is sent again with its key, which proves that it exists', async () => {
    const withdrawal = await tried('lost')
    await later('blind')
    expect(await statusOf(withdrawal.id)).toBe('sent')
    expect(payoutsOf(withdrawal)).toHaveLength(1)
    expect(await caseOf(withdrawal.reference)).toEqual([])
  })

  it('is neither sent again nor returned after 20 hours: two people decide', async () => {
    const withdrawal = await tried('lost')
    const { id, reference } = withdrawal
    await later('away', 21 * HOUR_MS)
    await later('blind')
    await later('blind', 10 * HOUR_MS)
    await later('blind', DAY_MS)
    expect(payoutsOf(withdrawal)).toHaveLength(1)
    expect(await statusOf(id)).toBe('sending')
    expect(await shop.balance(saver)).toBe(950_000)
    expect(await caseOf(reference)).toMatchObject([{ kind: 'payout_unanswered' }])
    expect((await tell(saver, id, 'failed')).body.code).toBe('forbidden')
    await tell(finance[0], id, 'paid')
    expect((await confirm(finance[0], id)).body.code).toBe('withdrawal_same_person')
    await confirm(finance[1], id)
    expect(await statusOf(id)).toBe('paid')
    expect(await shop.balance(saver)).toBe(950_000)
    expect(await caseOf(reference)).toEqual([])
    await shop.assertSound()
  })

  it('returns when two people say so; a payment afterwards is a case', async () => {
    const { id, reference } = await tried('cut')
    await later('away', 21 * HOUR_MS)
    await later()
    await tell(finance[0], id, 'failed')
    await confirm(finance[1], id)
    expect(await statusOf(id)).toBe('failed')
    expect(await shop.balance(saver)).toBe(1_000_000)
    const late = shop.payouts.add({ reference, pesos: 50_000, status: 'APPROVED' })
    await shop.payouts.post(shop.payouts.eventBody(late))
    await shop.runJobs()
    expect(await shop.balance(saver)).toBe(1_000_000)
    expect(await caseOf(reference)).toMatchObject([{ kind: 'payout_changed' }])
  })

  it('is nobody’s to decide before, nor once it is found', async () => {
    const withdrawal = await tried('lost')
    const { id, reference } = withdrawal
    expect((await tell(finance[0], id, 'failed')).body.code).toBe('withdrawal_not_open')
    await later('away', 21 * HOUR_MS)
    await later('blind')
    await tell(finance[0], id, 'failed')
    await later()
    expect((await confirm(finance[1], id)).body.code).toBe('withdrawal_not_open')
    expect(await caseOf(reference)).toEqual([])
    shop.payouts.settle(String(payoutsOf(withdrawal)[0]?.id), 'APPROVED')
    await shop.settlePayouts()
    expect(await statusOf(id)).toBe('paid')
  })

  it('is not decided by people once an event of it came', async () => {
    const { id, reference } = await tried('cut')
    await later('away', 21 * HOUR_MS)
    await later('blind')
    await tell(finance[0], id, 'failed')
    const transactionId = shop.payouts.add({ reference, pesos: 50_000, status: 'PENDING' })
    shop.payouts.setFault('none')
    await shop.payouts.post(shop.payouts.eventBody(transactionId))
    await shop.runJobs()
    expect(await statusOf(id)).toBe('sent')
    expect((await confirm(finance[1], id)).body.code).toBe('withdrawal_not_open')
    expect(await caseOf(reference)).toEqual([])
  })

  it('with credentials of another account is not sent, at no time, and not returned', async () => {
    const withdrawal = await tried('lost')
    const { payouts: own } = shop.deps.secrets
    if (!own) throw new Error('keys of the sandbox')
    const other = { ...own, apiKey: 'another', principalId: 'another-principal' }
    shop.payouts.addPrincipal(other)
    shop.deps.secrets.payouts = other
    try {
      for (const ms of [HOUR_MS, 12 * HOUR_MS, 12 * HOUR_MS, DAY_MS]) await later('none', ms)
    } finally {
      shop.deps.secrets.payouts = own
    }
    expect(payoutsOf(withdrawal)).toHaveLength(1)
    expect(await statusOf(withdrawal.id)).toBe('sending')
    expect(await shop.balance(saver)).toBe(950_000)
    expect(await caseOf(withdrawal.reference)).toMatchObject([{ kind: 'payout_unanswered' }])
    await later()
    expect(await statusOf(withdrawal.id)).toBe('sent')
  })
})

describe('a batch', () => {
  it.each(['NOT_APPROVED', 'REJECTED', 'AFE_REJECTED'])(
    'that ends %s ends its withdrawal, and the money returns',
    async (state) => {
      const withdrawal = await tried('none')
      shop.payouts.setBatch(String(payoutsOf(withdrawal)[0]?.payout_id), state)
      await shop.settlePayouts()
      // Its event only says that it is time to ask.
      await later('none', 0)
      expect(await statusOf(withdrawal.id)).toBe('failed')
      expect(await shop.balance(saver)).toBe(1_000_000)
      expect((await shop.told(saver)).at(-1)).toBe('withdrawal_failed')
    },
  )

  it.each(['AFE_ON_HOLD', 'A_NEW_WORD'])('that is %s stays open, with one alarm', async (state) => {
    const withdrawal = await tried('none')
    const before = await counted('payout_state_odd')
    shop.payouts.setBatch(String(payoutsOf(withdrawal)[0]?.payout_id), state)
    await later()
    await later()
    expect(await statusOf(withdrawal.id)).toBe('sent')
    expect(await counted('payout_state_odd')).toBe(before + 1)
  })

  it('without transactions yet was taken', async () => {
    const { id } = await tried('cut')
    const batch = { payoutId: id, state: 'open', told: 'PENDING', transactions: [] } as const
    await settleBatch(shop.deps, id, { ...batch, transactions: [] })
    expect(await statusOf(id)).toBe('sent')
  })

  it('whose only transaction has no reference is known by its id', async () => {
    const withdrawal = await tried('none')
    const id = String(payoutsOf(withdrawal)[0]?.id)
    shop.payouts.loseReference(id)
    shop.payouts.settle(id, 'APPROVED')
    await shop.settlePayouts()
    expect(await statusOf(withdrawal.id)).toBe('paid')
  })

  it('with two transactions without references is a case, and moves nothing', async () => {
    const withdrawal = await tried('none')
    const { reference } = withdrawal
    const payoutId = String(payoutsOf(withdrawal)[0]?.payout_id)
    shop.payouts.add({ reference, pesos: 50_000, status: 'APPROVED', payoutId })
    for (const { id } of payoutsOf(withdrawal)) shop.payouts.loseReference(id)
    await later()
    expect(await statusOf(withdrawal.id)).toBe('sent')
    expect(await shop.balance(saver)).toBe(950_000)
    expect((await shop.cases()).map(({ kind }) => kind)).toContain('payout_unknown')
  })
})

describe('the job', () => {
  it('hands nothing over while withdrawals are off, and still asks for what is out', async () => {
    const out = await tried('none')
    const waiting = await shop.approved(saver, 30_000)
    await setSwitch(false)
    shop.payouts.settle(String(payoutsOf(out)[0]?.id), 'APPROVED')
    await later()
    expect(await statusOf(out.id)).toBe('paid')
    expect(await statusOf(waiting.id)).toBe('approved')
    await setSwitch(true)
    await later()
    expect(await statusOf(waiting.id)).toBe('sent')
  })

  it('goes on after one withdrawal that throws, and tries that one again later', async () => {
    const broken = await shop.approved(saver, 30_000)
    const spoil = `update withdrawals set destination_sealed = '\\x00' where id = $1`
    const { databaseUrl } = shop.deps
    await asOwner(databaseUrl, spoil, [broken.id])
    const fine = await shop.approved(saver, 40_000)
    await later()
    expect(await statusOf(fine.id)).toBe('sent')
    expect(await counted('leased_row_failed')).toBeGreaterThan(0)
    const next = 'select checks from withdrawals where id = $1'
    expect((await asOwner(databaseUrl, next, [broken.id])).rows).toEqual([{ checks: 1 }])
  })
})
