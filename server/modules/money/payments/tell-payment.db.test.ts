// The payer gets one message for each outcome of a top-up.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
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
async function paid(status: 'APPROVED' | 'DECLINED' | 'ERROR', reference?: string) {
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

  it.each(['DECLINED', 'ERROR'] as const)(
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
})
