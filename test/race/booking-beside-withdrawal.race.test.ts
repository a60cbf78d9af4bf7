// A booking and a withdrawal of the same money: the booking was checked before the withdrawal
// committed, and waits for the wallet.
import { beforeAll, expect, it } from 'vitest'
import { holdMoney } from '#server/modules/money/withdrawals/withdrawal-money.ts'
import { insertWithdrawal } from '#server/modules/money/withdrawals/withdrawals.queries.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { asOwner } from '#test/db.ts'
import { aFundedWallet, aUser, aVerifiedDriver, matured } from '#test/factories.ts'
import { aRoadNetwork, aTrip, BOGOTA, CALI, type TestTrip } from '#test/trip-factories.ts'
import { openWithdrawalsApp, type Saver, type WithdrawalsApp } from '#test/withdrawal-factories.ts'

let shop: WithdrawalsApp

beforeAll(async () => {
  shop = await openWithdrawalsApp({ poolSize: 10 })
  await aRoadNetwork(shop.deps)
})

/**
 * Holds all the money of a wallet for a withdrawal, and commits when another transaction waits for
 * it.
 */
async function takeWhileSomebodyWaits(saver: Saver, pesos: number): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>()
  const { userId, accountId } = saver
  const done = inTransaction(shop.deps.db, async (tx) => {
    const id = newId()
    const now = shop.deps.clock.now()
    const reference = `CUPO-W-${id.replaceAll('-', '').slice(-20).toUpperCase()}`
    const row = { id, userId, accountId, reference, pesos, now }
    await insertWithdrawal(tx, { ...row, sealed: Buffer.from('sealed'), twoPeople: false })
    await holdMoney(tx, { id, userId, pesos, now })
    held.resolve()
    await expect.poll(waiting, { timeout: 30_000 }).toBeGreaterThan(0)
  })
  await Promise.race([held.promise, done])
  return () => done
}

/**
 * Calls that wait for a lock; queried outside a transaction, in which the view would not change.
 */
async function waiting(): Promise<number> {
  const { rows } = await asOwner(
    shop.deps.databaseUrl,
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'
       and query like '%book_seats%'`,
  )
  return rows[0].count
}

const book = (passenger: Saver, trip: TestTrip, paymentMode: string) =>
  shop.post(
    passenger,
    `/trips/${trip.tripId}/bookings`,
    { fromStopId: trip.stop(BOGOTA), toStopId: trip.stop(CALI), paymentMode },
    { 'idempotency-key': newId() },
  )

it('refuses the booking with insufficient_funds when the passenger took the money', async () => {
  const saver = await shop.aSaver(100_000)
  const trip = await aTrip(shop.deps)
  const taken = await takeWhileSomebodyWaits(saver, 100_000)
  const { status, body } = await book(saver, trip, 'billetera')
  await taken()
  expect([status, body.code]).toEqual([409, 'insufficient_funds'])
  await shop.assertSound()
})

it('refuses a booking in cash with driver_balance_low when the driver took the money', async () => {
  const saver = await shop.aSaver(0)
  const driver = await aVerifiedDriver(shop.deps)
  await aFundedWallet(shop.deps, driver.userId, 50_000, matured(shop.deps.clock.now()))
  const trip = await aTrip(shop.deps, { driver, paymentModes: ['directo'] })
  const passenger = { ...(await aUser(shop.deps)), accountId: '' }
  const taken = await takeWhileSomebodyWaits(
    { ...driver, accountId: saver.accountId, token: driver.token },
    50_000,
  )
  const { status, body } = await book(passenger, trip, 'directo')
  await taken()
  expect([status, body.code]).toEqual([409, 'driver_balance_low'])
  await shop.assertSound()
})
