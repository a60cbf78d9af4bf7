// The payer gets one message for each outcome of a top-up.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SandboxStatus } from '#sandbox/wompi/wompi-store.ts'
import { HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { asOwner } from '#test/db.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { openPaymentsApp, type PaymentsApp } from '#test/wompi.ts'

let shop: PaymentsApp
let user: TestUser

beforeAll(async () => {
  shop = await openPaymentsApp()
})

beforeEach(async () => {
  user = await aUser(shop.deps)
})

const kinds = async (): Promise<string[]> => {
  const { rows } = await asOwner(
    shop.deps.databaseUrl,
    'select kind from notifications where user_id = $1 order by created_at, id',
    [user.userId],
  )
  return rows.map(({ kind }) => kind)
}

/** Starts a top-up and pays it; returns the id of the transaction. */
async function paid(status: Exclude<SandboxStatus, 'PENDING'>, reference?: string) {
  const id = shop.payer(reference ?? (await shop.topUp(user, 60_000)), 60_000)
  shop.wompi.settle(id, status)
  await shop.settleAll()
  return id
}

describe('notifications to the payer', () => {
  it('notifies the payer once when the top-up is credited', async () => {
    const id = await paid('APPROVED')
    await shop.wompi.post(shop.wompi.eventBody(id))
    await shop.settleAll()
    expect(await kinds()).toEqual(['topup_approved'])
  })

  it.each(['DECLINED', 'ERROR', 'VOIDED'] as const)(
    'notifies the payer when the top-up is not approved: %s',
    async (status) => {
      const reference = await shop.topUp(user, 60_000)
      await paid(status, reference)
      expect(await kinds()).toEqual(['topup_declined'])
      // Second payment attempt at the same checkout.
      await paid('APPROVED', reference)
      expect(await kinds()).toEqual(['topup_declined', 'topup_approved'])
    },
  )

  it('notifies the payer when the top-up is voided', async () => {
    const id = await paid('APPROVED')
    shop.wompi.settle(id, 'VOIDED')
    await shop.settleAll()
    expect(await kinds()).toEqual(['topup_approved', 'topup_voided'])
  })

  it('notifies the payer half an hour after the checkout was left without payment', async () => {
    await shop.topUp(user, 60_000)
    await paid('APPROVED')
    shop.clock.advance(29 * MINUTE_MS)
    await shop.runRecurring('payments.reconcile')
    expect(await kinds()).toEqual(['topup_approved'])
    shop.clock.advance(2 * MINUTE_MS)
    await shop.runRecurring('payments.reconcile')
    expect(await kinds()).toEqual(['topup_approved', 'topup_abandoned'])
    shop.clock.advance(HOUR_MS)
    await shop.runRecurring('payments.reconcile')
    expect(await kinds()).toHaveLength(2)
  })

  it.each([
    ['an amount that was not asked for', { amountInCents: 3_000_000 }, 'APPROVED'],
    ['an approval after a refusal', {}, 'DECLINED'],
  ] as const)('says that a charge is being checked, after %s', async (_name, change, first) => {
    const reference = await shop.topUp(user, 60_000)
    const id = shop.payer(reference, 60_000, change)
    shop.wompi.settle(id, first)
    await shop.settleAll()
    shop.wompi.settle(id, 'APPROVED')
    await shop.settleAll()
    shop.clock.advance(31 * MINUTE_MS)
    await shop.runRecurring('payments.reconcile')
    expect(await kinds()).not.toContain('topup_abandoned')
    const shown = await shop.post(user, '/payments/confirm-redirect', { reference })
    expect(shown.body.payment).toMatchObject({ status: 'PENDING', transactionSeen: true })
    const again = await shop.post(user, '/payments/resume', { reference })
    expect(again.body.code).toBe('payment_seen')
    const history = (await shop.get(user, '/wallet/transactions')).body.transactions
    expect(history).toMatchObject([{ status: 'pending' }])
    // Finance returned the money and closed the case.
    const close = 'update payment_cases set closed_at = now() where reference = $1'
    await asOwner(shop.deps.databaseUrl, close, [reference])
    const decided = await shop.post(user, '/payments/confirm-redirect', { reference })
    expect(decided.body.payment.status).toBe(first === 'DECLINED' ? 'DECLINED' : 'VOIDED')
  })
})
