import { beforeAll, beforeEach, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { asOwner } from '#test/db.ts'
import { openWithdrawalsApp, type WithdrawalsApp } from '#test/withdrawal-factories.ts'
import { processPayoutEvent } from './receive-payout-event.ts'
import { sendWithdrawals } from './send-withdrawals.ts'

// What becomes of an event of a payout: applied, postponed, without effect, or abandoned.

let shop: WithdrawalsApp

beforeAll(async () => {
  shop = await openWithdrawalsApp()
})

beforeEach(async () => {
  shop.payouts.setFault('none')
  // Withdrawals of earlier tests are not sent.
  await run(`update withdrawals set next_check_at = 'infinity'`)
})

const run = (text: string, ...values: unknown[]) => asOwner(shop.deps.databaseUrl, text, values)

/** A withdrawal that the gateway has, whose payout ended without anybody hearing of it. */
async function ended() {
  const saver = await shop.aSaver()
  const { id, reference } = await shop.approved(saver, 50_000)
  await sendWithdrawals(shop.deps)
  // Only events tell of it from now on.
  await run(`update withdrawals set next_check_at = 'infinity' where id = $1`, id)
  const payoutId = String(shop.payouts.payouts(reference)[0]?.id)
  shop.payouts.tell(payoutId, 'APPROVED')
  return { id, reference, payoutId }
}

/** Stores an event; its job is run by the test. */
async function hear(payoutId: string, status: 'APPROVED' | 'PENDING' = 'APPROVED') {
  expect(await shop.payouts.post(shop.payouts.eventBody(payoutId, { status }))).toBe(200)
  const { rows } = await run(
    'select id from payout_events where transaction_id = $1 order by received_at desc, id desc',
    payoutId,
  )
  return String(rows[0].id)
}

async function outcomeOf(eventId: string) {
  const { rows } = await run('select outcome, attempts from payout_events where id = $1', eventId)
  return rows[0]
}

const statusOf = async (id: string) => (await shop.withdrawal(id)).status

it('stores a payout event while the gateway is down, and applies it later', async () => {
  const { id, payoutId } = await ended()
  const eventId = await hear(payoutId)
  shop.payouts.setFault('away')
  await expect(processPayoutEvent(shop.deps, eventId)).rejects.toThrow('waits for the gateway')
  expect([await outcomeOf(eventId), await statusOf(id)]).toEqual([
    { outcome: null, attempts: 0 },
    'sent',
  ])
  shop.payouts.setFault('none')
  shop.clock.advance(MINUTE_MS)
  await processPayoutEvent(shop.deps, eventId)
  expect([await outcomeOf(eventId), await statusOf(id)]).toEqual([
    { outcome: 'paid', attempts: 0 },
    'paid',
  ])
})

it("delays a payout event that is ahead of the gateway's answer", async () => {
  const { id, payoutId } = await ended()
  const eventId = await hear(payoutId)
  shop.payouts.tell(payoutId, 'PENDING')
  await expect(processPayoutEvent(shop.deps, eventId)).rejects.toThrow('waits for the gateway')
  expect(await statusOf(id)).toBe('sent')
})

it('abandons an event after two days, and the regular lookup still finds the payout', async () => {
  const { id, payoutId } = await ended()
  const eventId = await hear(payoutId)
  shop.payouts.setFault('away')
  shop.clock.advance(2 * DAY_MS + 1)
  await processPayoutEvent(shop.deps, eventId)
  expect([await outcomeOf(eventId), await statusOf(id)]).toEqual([
    { outcome: 'dead', attempts: 0 },
    'sent',
  ])
  shop.payouts.setFault('none')
  shop.clock.advance(HOUR_MS)
  await run('update withdrawals set next_check_at = $2 where id = $1', id, shop.clock.now())
  await sendWithdrawals(shop.deps)
  expect(await statusOf(id)).toBe('paid')
})

it('abandons an event that fails by itself for the eighth time', async () => {
  const { id, payoutId } = await ended()
  const eventId = await hear(payoutId)
  const table = 'alter table payout_transactions'
  await run(`${table} add constraint broken check (status <> 'approved') not valid`)
  for (let attempt = 1; attempt < 8; attempt += 1) {
    await expect(processPayoutEvent(shop.deps, eventId)).rejects.toThrow('broken')
  }
  expect(await outcomeOf(eventId)).toEqual({ outcome: null, attempts: 7 })
  await processPayoutEvent(shop.deps, eventId)
  await run(`${table} drop constraint broken`)
  expect([await outcomeOf(eventId), await statusOf(id)]).toEqual([
    { outcome: 'dead', attempts: 8 },
    'sent',
  ])
  await processPayoutEvent(shop.deps, eventId)
  expect([await outcomeOf(eventId), await statusOf(id)]).toEqual([
    { outcome: 'dead', attempts: 8 },
    'sent',
  ])
})

it('closes without a case an event of a payout that nobody knows', async () => {
  const { reference, payoutId } = await ended()
  const other = shop.payouts.add({ reference: 'OTRA-COSA-1', pesos: 70_000, status: 'PENDING' })
  const eventId = await hear(other, 'PENDING')
  shop.payouts.forget(other)
  await processPayoutEvent(shop.deps, eventId)
  expect(await outcomeOf(eventId)).toMatchObject({ outcome: 'missing' })
  expect(await shop.cases()).toEqual([])
  expect(shop.payouts.payouts(reference)[0]?.id).toBe(payoutId)
})

it('asks for a payout in the next run when an event of its batch comes', async () => {
  const { id, reference } = await ended()
  const [payout] = shop.payouts.payouts(reference)
  shop.payouts.setBatch(String(payout?.payout_id), 'TOTAL_PAYMENT')
  await shop.payouts.deliverAll()
  const { rows } = await run('select next_check_at from withdrawals where id = $1', id)
  expect(rows).toEqual([{ next_check_at: shop.clock.now() }])
})

it('asks for a payout with growing pauses, of which the last one repeats', async () => {
  const saver = await shop.aSaver()
  const { id } = await shop.approved(saver, 50_000)
  const pauses: number[] = []
  for (let check = 0; check < 8; check += 1) {
    await sendWithdrawals(shop.deps)
    const { rows } = await run('select next_check_at from withdrawals where id = $1', id)
    pauses.push((rows[0].next_check_at - shop.clock.now().getTime()) / MINUTE_MS)
    shop.clock.set(rows[0].next_check_at)
  }
  expect(pauses).toEqual([1, 2, 5, 10, 30, 60, 60, 60])
})
