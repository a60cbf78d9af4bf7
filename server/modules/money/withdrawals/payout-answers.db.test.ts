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
  // Ignore withdrawals that previous tests left open.
  await asOwner(shop.deps.databaseUrl, `update withdrawals set next_check_at = 'infinity'`)
})

type Fault = Parameters<typeof shop.payouts.setFault>[0]

/** Advances the clock by an hour and runs the job while the gateway has this fault. */
async function later(fault: Fault = 'none', ms = HOUR_MS): Promise<void> {
  shop.clock.advance(ms)
  shop.payouts.setFault(fault)
  await sendWithdrawals(shop.deps)
}

/** Approves a withdrawal and hands it over while the gateway has this fault. */
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

describe('first attempt to send a withdrawal', () => {
  it('returns the money when the first attempt is refused, and announces no payout', async () => {
    const { id } = await tried('refused')
    expect(await statusOf(id)).toBe('failed')
    expect(await shop.balance(saver)).toBe(1_000_000)
    expect(await shop.told(saver)).not.toContain('withdrawal_sent')
    expect((await shop.told(saver)).at(-1)).toBe('withdrawal_failed')
    await shop.assertSound()
  })

  it('returns no money when the first attempt is unanswered and the second refused', async () => {
    const withdrawal = await tried('cut')
    await later('refused')
    expect(await statusOf(withdrawal.id)).toBe('sending')
    expect(await shop.balance(saver)).toBe(950_000)
    // The email address of the person changes meanwhile, but the stored request is sent again
    // unchanged.
    const moved = `update users set email = 'otra-' || email where id = $1`
    await asOwner(shop.deps.databaseUrl, moved, [saver.userId])
    await later()
    const [payout] = payoutsOf(withdrawal)
    expect(payout?.idempotency_key).toBe(withdrawal.id)
    expect(JSON.parse(String(payout?.payee)).email).toBe(saver.email)
    expect(await statusOf(withdrawal.id)).toBe('sent')
  })

  it('finds a payout whose answer was lost, notifies once, and does not resend it', async () => {
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
    'lets finance reject a payout that was certainly not taken (%s), or pay it by file',
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

  it('sends no payout when the gateway has its reference already', async () => {
    const withdrawal = await shop.approved(saver, 50_000)
    const { reference } = withdrawal
    shop.payouts.add({ reference, pesos: 50_000, status: 'APPROVED' })
    await later()
    expect(payoutsOf(withdrawal)).toHaveLength(1)
    expect(await statusOf(withdrawal.id)).toBe('paid')
  })

  it('notifies the owner of a payout only after its batch has started', async () => {
    const { id } = await tried('idle')
    expect(await statusOf(id)).toBe('failed')
    expect(await shop.told(saver)).not.toContain('withdrawal_sent')
    expect(await shop.balance(saver)).toBe(1_000_000)
  })
})

describe('a payout that the gateway does not find', () => {
  it('resends a payout that was not found, and learns from its key that it exists', async () => {
    const withdrawal = await tried('lost')
    await later('blind')
    expect(await statusOf(withdrawal.id)).toBe('sent')
    expect(payoutsOf(withdrawal)).toHaveLength(1)
    expect(await caseOf(withdrawal.reference)).toEqual([])
  })

  it('leaves a payout that the gateway has not found for 20 hours to two people', async () => {
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

  it('returns the money when two people confirm it; a later payment becomes a case', async () => {
    const { id, reference } = await tried('cut')
    await later('away', 21 * HOUR_MS)
    await later()
    await tell(finance[0], id, 'failed')
    await confirm(finance[1], id)
    expect(await statusOf(id)).toBe('failed')
    expect(await shop.balance(saver)).toBe(1_000_000)
    const late = shop.payouts.add({ reference, pesos: 50_000, status: 'APPROVED' })
    await shop.payouts.post(shop.payouts.eventBody(late))
    await shop.runRecurring('withdrawals.send')
    expect(await shop.balance(saver)).toBe(1_000_000)
    expect(await caseOf(reference)).toMatchObject([{ kind: 'payout_changed' }])
  })

  it('refuses a decision by people before 20 hours, and once the payout is found', async () => {
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

  it('refuses a decision by people once an event of the payout has arrived', async () => {
    const { id, reference } = await tried('cut')
    await later('away', 21 * HOUR_MS)
    await later('blind')
    await tell(finance[0], id, 'failed')
    const transactionId = shop.payouts.add({ reference, pesos: 50_000, status: 'PENDING' })
    shop.payouts.setFault('none')
    await shop.payouts.post(shop.payouts.eventBody(transactionId))
    await shop.runRecurring('withdrawals.send')
    expect(await statusOf(id)).toBe('sent')
    expect((await confirm(finance[1], id)).body.code).toBe('withdrawal_not_open')
    expect(await caseOf(reference)).toEqual([])
  })

  it('neither resends nor returns a payout under credentials of another account', async () => {
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

describe('batches of the gateway', () => {
  it.each(['NOT_APPROVED', 'REJECTED', 'AFE_REJECTED'])(
    'fails the withdrawal and returns the money when its batch ends as %s',
    async (state) => {
      const withdrawal = await tried('none')
      shop.payouts.setBatch(String(payoutsOf(withdrawal)[0]?.payout_id), state)
      await shop.settlePayouts()
      // The event of a batch only triggers a lookup.
      await later('none', 0)
      expect(await statusOf(withdrawal.id)).toBe('failed')
      expect(await shop.balance(saver)).toBe(1_000_000)
      expect((await shop.told(saver)).at(-1)).toBe('withdrawal_failed')
    },
  )

  it.each(['AFE_ON_HOLD', 'A_NEW_WORD'])(
    'keeps a batch in state %s open, with one alarm',
    async (state) => {
      const withdrawal = await tried('none')
      const before = await counted('payout_state_odd')
      shop.payouts.setBatch(String(payoutsOf(withdrawal)[0]?.payout_id), state)
      await later()
      await later()
      expect(await statusOf(withdrawal.id)).toBe('sent')
      expect(await counted('payout_state_odd')).toBe(before + 1)
    },
  )

  it('counts a payout as sent when its batch has no transactions yet', async () => {
    const { id } = await tried('cut')
    const batch = { payoutId: id, state: 'open', told: 'PENDING', transactions: [] } as const
    await settleBatch(shop.deps, id, { ...batch, transactions: [] })
    expect(await statusOf(id)).toBe('sent')
  })

  it('identifies the only transaction of a batch, without reference, by the batch', async () => {
    const withdrawal = await tried('none')
    const id = String(payoutsOf(withdrawal)[0]?.id)
    shop.payouts.loseReference(id)
    shop.payouts.settle(id, 'APPROVED')
    await shop.settlePayouts()
    expect(await statusOf(withdrawal.id)).toBe('paid')
  })

  it('opens a case for a batch with two transactions without references', async () => {
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

describe('job that sends withdrawals', () => {
  it('sends nothing while withdrawals are off, but still reads sent payouts', async () => {
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

  it('continues after a withdrawal that throws, and retries it later', async () => {
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
