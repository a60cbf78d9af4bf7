import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { WithdrawalSum } from '#contract/withdrawals.ts'
import { DAY_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { asOwner } from '#test/db.ts'
import { aFundedWallet, aUser, type TestUser } from '#test/factories.ts'
import { anEarnedFare, anEarningDriver, type EarningDriver } from '#test/fare-factories.ts'
import { aRoadNetwork, aTrip, BOGOTA, CALI } from '#test/trip-factories.ts'
import { openWithdrawalsApp, type WithdrawalsApp } from '#test/withdrawal-factories.ts'

let shop: WithdrawalsApp
let driver: EarningDriver

beforeAll(async () => {
  shop = await openWithdrawalsApp({ gateway: false })
  await aRoadNetwork(shop.deps)
})

beforeEach(async () => {
  driver = await anEarningDriver(shop)
})

async function sumOf(user: TestUser): Promise<WithdrawalSum> {
  const { body } = await shop.get(user, '/withdrawals')
  return (body as unknown as { sum: WithdrawalSum }).sum
}

const owner = (text: string, values: unknown[]) => asOwner(shop.deps.databaseUrl, text, values)

/** Lets the driver board a passenger by code on five trips; returns the net earnings in pesos. */
async function fiveScannedTrips(): Promise<number> {
  let net = 0
  for (let n = 0; n < 5; n += 1) net += (await anEarnedFare(shop, driver, { method: 'PSE' })).net
  return net
}

async function shareADevice(one: TestUser, other: TestUser): Promise<void> {
  for (const { userId } of [one, other]) {
    await owner(
      `insert into user_devices (user_id, device_index, first_seen_at, last_seen_at)
       values ($1, sha256(convert_to($2, 'UTF8')), now(), now())`,
      [userId, driver.userId],
    )
  }
}

describe('waiting time of top-ups', () => {
  it.each([
    ['PSE', 3],
    ['NEQUI', 3],
    ['BANCOLOMBIA_TRANSFER', 3],
    ['CARD', 30],
    ['BNPL', 30],
  ])('lets a top-up by %s be withdrawn after %i days', async (method, days) => {
    const saver = await shop.aSaver(0)
    await aFundedWallet(shop.deps, saver.userId, 100_000, {
      method,
      now: shop.clock.now(),
    })
    shop.clock.advance(days * DAY_MS - 1)
    const before = await sumOf(saver)
    expect(before).toMatchObject({ young: 100_000, withdrawable: 0, next: { pesos: 100_000 } })
    expect((await shop.ask(saver, 50_000)).body.code).toBe('withdrawal_too_large')
    shop.clock.advance(1)
    expect(await sumOf(saver)).toMatchObject({ young: 0, withdrawable: 100_000, next: null })
    expect((await shop.ask(saver, 50_000)).status).toBe(201)
  })

  it('refuses in the ledger too a withdrawal of a top-up that is too recent', async () => {
    const saver = await shop.aSaver(0)
    await aFundedWallet(shop.deps, saver.userId, 100_000, { method: 'CARD' })
    const id = newId()
    await owner(
      `insert into withdrawals (id, user_id, account_id, reference, amount_pesos, two_people,
         status, created_at, updated_at, next_check_at)
       values ($1, $2, $3, 'CUPO-W-TEST-LOTS', 50000, false, 'requested', $4, $4, $4)`,
      [id, saver.userId, saver.accountId, shop.clock.now()],
    )
    const { rows } = await owner(
      `select ledger_move(derived_id('withdrawal.hold', $1::text), 'pending',
         derived_id('ledger.wallet.COP', $2::text), '00000000-0000-7000-8000-000000000003',
         50000, 'withdrawal', 'withdrawal', $1::text, null, $3) as outcome`,
      [id, saver.userId, shop.clock.now()],
    )
    expect(rows).toEqual([{ outcome: 'refused:cause_unsuitable' }])
  })

  it('keeps the date of a card top-up that returns from a cancelled booking', async () => {
    const saver = await shop.aSaver(0)
    await aFundedWallet(shop.deps, saver.userId, 500_000, { method: 'CARD' })
    const trip = await aTrip(shop.deps)
    const stops = { fromStopId: trip.stop(BOGOTA), toStopId: trip.stop(CALI) }
    const before = await sumOf(saver)
    shop.clock.advance(DAY_MS)
    const booked = await shop.post(saver, `/trips/${trip.tripId}/bookings`, stops)
    const { booking } = booked.body as unknown as { booking: { id: string } }
    expect((await sumOf(saver)).young).toBeLessThan(500_000)
    expect((await shop.post(saver, `/bookings/${booking.id}/cancel`, {})).status).toBe(200)
    expect(await sumOf(saver)).toMatchObject({ young: 500_000, next: before.next })
  })
})

describe('a credit by the team', () => {
  it('refuses to withdraw a credit by the team, which is for trips only', async () => {
    const saver = await shop.aSaver(100_000)
    await owner(
      `select ledger_move($1, 'transfer', '00000000-0000-7000-8000-000000000001',
         derived_id('ledger.wallet.COP', $2::text), 40000, 'adjustment', 'operator', 'sorry',
         null, $3)`,
      [newId(), saver.userId, shop.clock.now()],
    )
    shop.clock.advance(200 * DAY_MS)
    expect(await sumOf(saver)).toMatchObject({ travelOnly: 40_000, withdrawable: 100_000 })
  })
})

describe('waiting time of fares', () => {
  it('lets a fare paid from PSE money be withdrawn after 24 hours', async () => {
    const { net } = await anEarnedFare(shop, driver, { method: 'PSE' })
    expect(await sumOf(driver)).toMatchObject({ young: net, withdrawable: 0 })
    shop.clock.advance(DAY_MS / 2)
    expect(await sumOf(driver)).toMatchObject({ young: 0, withdrawable: net })
  })

  it('holds a fare paid from recent card money for 7 days for a new driver', async () => {
    const { net } = await anEarnedFare(shop, driver, { method: 'CARD' })
    shop.clock.advance(6 * DAY_MS)
    expect(await sumOf(driver)).toMatchObject({ young: net, withdrawable: 0 })
    shop.clock.advance(DAY_MS / 2)
    expect(await sumOf(driver)).toMatchObject({ young: 0, withdrawable: net })
  })

  it('holds a fare paid from recent card money for 24 hours after 5 scanned trips', async () => {
    const earlier = await fiveScannedTrips()
    const { net, bookingId } = await anEarnedFare(shop, driver, { method: 'CARD' })
    shop.clock.advance(DAY_MS / 2)
    expect(await sumOf(driver)).toMatchObject({ young: 0, withdrawable: earlier + net })
    // If the ticket of this booking was not scanned, the driver's earlier trips do not shorten the
    // wait.
    await owner(`update bookings set checked_in_by = 'auto' where id = $1`, [bookingId])
    expect(await sumOf(driver)).toMatchObject({ young: net, withdrawable: earlier })
  }, 60_000)

  it('holds a fare for 7 days when it was paid from earnings of recent card money', async () => {
    const between = await anEarningDriver(shop)
    await anEarnedFare(shop, between, { method: 'CARD' })
    await anEarnedFare(shop, between, { method: 'CARD' })
    shop.clock.advance(DAY_MS)
    const { net } = await anEarnedFare(shop, driver, { passenger: between })
    shop.clock.advance(2 * DAY_MS)
    expect(await sumOf(driver)).toMatchObject({ young: net, withdrawable: 0 })
  })

  it('holds a fare between people who share a device until finance closes its case', async () => {
    const passenger = await aUser(shop.deps)
    await shareADevice(driver, passenger)
    const { net, bookingId } = await anEarnedFare(shop, driver, { passenger, method: 'CARD' })
    shop.clock.advance(20 * DAY_MS)
    expect(await sumOf(driver)).toMatchObject({ held: net, young: 0, withdrawable: 0 })
    const { rows } = await owner(
      `select id from payment_cases where kind = 'shared_fare' and transaction_id = $1`,
      [bookingId],
    )
    expect(rows).toHaveLength(1)
    const note = 'Son hermanos y viajaron juntos.'
    const [jorge, marta] = shop.finance
    const path = `/admin/reconciliations/${rows[0]?.id}`
    expect((await shop.post(jorge, `${path}/propose`, { note })).status).toBe(200)
    expect((await shop.post(marta, `${path}/confirm`, { note })).status).toBe(200)
    expect(await sumOf(driver)).toMatchObject({ held: 0, withdrawable: net })
  })

  it('does not hold a fare paid from PSE money between people who share a device', async () => {
    const passenger = await aUser(shop.deps)
    await shareADevice(driver, passenger)
    const { net } = await anEarnedFare(shop, driver, { passenger, method: 'PSE' })
    shop.clock.advance(DAY_MS)
    expect(await sumOf(driver)).toMatchObject({ held: 0, withdrawable: net })
  })

  it('excludes a disputed fare from the withdrawable sum until it is decided', async () => {
    const fare = await anEarnedFare(shop, driver, { method: 'PSE' })
    const statement = 'Yo no viajé: anotaron mi código y se fueron.'
    const path = `/bookings/${fare.bookingId}/dispute`
    expect((await shop.post(fare.passenger, path, { statement })).status).toBe(200)
    shop.clock.advance(DAY_MS)
    expect(await sumOf(driver)).toMatchObject({ disputed: fare.net, young: 0, withdrawable: 0 })
    const wallet = await shop.get(driver, '/wallet/balance')
    expect(wallet.body).toMatchObject({ disputed: fare.net })
    const team = await aUser(shop.deps, { roles: ['support'] })
    const decision = { outcome: 'driver', note: 'El registro del viaje lo muestra a bordo.' }
    const decided = await shop.post(team, `/admin/disputes/${fare.bookingId}/resolve`, decision)
    expect(decided.status).toBe(200)
    expect(await sumOf(driver)).toMatchObject({ disputed: 0, withdrawable: fare.net })
  })
})

it('spends top-ups before earnings, so that earnings stay withdrawable', async () => {
  const { net } = await anEarnedFare(shop, driver, { method: 'PSE' })
  await aFundedWallet(shop.deps, driver.userId, 400_000, { method: 'CARD' })
  shop.clock.advance(DAY_MS)
  expect(await sumOf(driver)).toMatchObject({ young: 400_000, withdrawable: net })
  const other = await anEarningDriver(shop)
  await anEarnedFare(shop, other, { passenger: driver })
  expect(await sumOf(driver)).toMatchObject({ withdrawable: net })
})
