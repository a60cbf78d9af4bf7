import { beforeAll, describe, expect, it } from 'vitest'
import { findDebt } from '#server/modules/bank/ledger/index.ts'
import { DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { FUNDS } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { hearDriver } from '#test/hearing-steps.ts'
import { modes, openPolicyApp, type PolicyApp } from '#test/policy-factories.ts'
import { expectConsistent } from '#test/race/invariants.ts'
import { sharePhone } from '#test/same-human.ts'
import { BOGOTA, CALI } from '#test/trip-factories.ts'

let test: PolicyApp

beforeAll(async () => {
  test = await openPolicyApp()
})

const statement = 'Yo no viajé: el conductor anotó mi código y se fue.'
const note = 'Revisamos los registros del viaje.'

async function decide(who: TestUser, id: string, outcome: string) {
  await hearDriver(test.deps.databaseUrl, id)
  return await test.call(who, 'POST', `/admin/disputes/${id}/resolve`, { outcome, note })
}

/** Books a seat and checks it in by code one hour before the pick-up. */
async function aWrongCheckIn(mode: (typeof modes)[number]) {
  const seat = await test.aSeat(mode, DAY_MS)
  const { body: ticket } = await test.call(seat.passenger, 'GET', `/bookings/${seat.id}/ticket`)
  test.clock.set(new Date(seat.pickUp.getTime() - HOUR_MS))
  const path = `/trips/${seat.trip.tripId}/check-in`
  expect((await test.call(seat.trip.driver, 'POST', path, { code: ticket.code })).status).toBe(200)
  return seat
}

describe.each(modes)('a passenger who was checked in but did not travel, in %s', (mode) => {
  it('lets a passenger deny a check-in within 24 h, and refunds them by a decision', async () => {
    const seat = await aWrongCheckIn(mode)
    test.clock.advance(DAY_MS - 1)
    const seen = await test.call(seat.passenger, 'GET', `/bookings/${seat.id}`)
    expect(seen.body.booking.can.deny).toBe(true)
    for (let n = 0; n < 2; n += 1) {
      const { status, body } = await test.act(seat.passenger, seat, 'dispute', { statement })
      expect(status).toBe(200)
      expect(body.booking.denial).toMatchObject({ decided: false, openedAt: expect.any(String) })
    }
    const { body: queue } = await test.call(test.helper, 'GET', '/admin/disputes')
    const listed = queue.items.find((each: { bookingId: string }) => each.bookingId === seat.id)
    expect(listed.deniedCheckInAt).not.toBeNull()
    // The disputed check-in itself does not prove that the car was there.
    expect(listed.carWasThere).toBe(false)
    expect((await decide(test.helper, seat.id, 'passenger')).body.outcome).toBe('passenger')
    expect((await decide(test.helper, seat.id, 'passenger')).status).toBe(200)
    await test.expectSettled(mode, seat, 0)
    expect(await test.marksOf(seat.trip)).toMatchObject({ didNotCome: 1 })
    const after = await test.call(seat.passenger, 'GET', `/bookings/${seat.id}`)
    expect(after.body.booking).toMatchObject({
      status: 'cancelled_by_driver',
      denial: { decided: true },
    })
  })

  it('refuses to deny a check-in after 24 h, and pays nothing if the driver wins', async () => {
    const seat = await aWrongCheckIn(mode)
    test.clock.advance(DAY_MS)
    const late = await test.act(seat.passenger, seat, 'dispute', { statement })
    expect(late.body.code).toBe('dispute_closed')
    const other = await aWrongCheckIn(mode)
    await test.act(other.passenger, other, 'dispute', { statement })
    const before = await test.available(other.trip.driver)
    await decide(test.helper, other.id, 'driver')
    expect(await test.available(other.trip.driver)).toBe(before)
    await expectConsistent(test.deps)
  })
})

it('refunds a denied check-in, and turns the fare that was spent into a debt', async () => {
  const seat = await aWrongCheckIn('billetera')
  const { driver } = seat.trip
  const other = await test.newTrip({ departsAt: new Date(seat.pickUp.getTime() + 9 * DAY_MS) })
  test.clock.set(seat.pickUp)
  const rest = await test.available(driver)
  const { price } = await test.booked(driver, other, { from: BOGOTA, to: CALI })
  await test.act(seat.passenger, seat, 'dispute', { statement })
  await decide(test.helper, seat.id, 'passenger')
  expect(await test.available(seat.passenger)).toBe(FUNDS)
  const commission = Math.round(seat.price / 10)
  const owed = Math.max(0, seat.price - commission - (rest - price))
  expect(await findDebt(test.deps.db, driver.userId)).toBe(owed)
  await expectConsistent(test.deps)
})

it('refuses in the ledger to return a fare without a decision', async () => {
  const seat = await aWrongCheckIn('billetera')
  const call = async () => {
    const { rows } = await asOwner(
      test.deps.databaseUrl,
      'select outcome from ledger_return_fare($1, now())',
      [seat.id],
    )
    return rows[0].outcome
  }
  expect(await call()).toBe('refused:cause_unsuitable')
  await test.act(seat.passenger, seat, 'dispute', { statement })
  expect(await call()).toBe('refused:cause_unsuitable')
  await decide(test.helper, seat.id, 'driver')
  expect(await call()).toBe('refused:cause_unsuitable')
  expect(await test.available(seat.passenger)).toBe(FUNDS - seat.price)
})

describe('a dispute above the amount that one person can decide', () => {
  async function aDearDispute() {
    const seat = await aWrongCheckIn('billetera')
    test.deps.config.disputeSecondPerson = seat.price - 1
    await test.act(seat.passenger, seat, 'dispute', { statement })
    const second = await aUser(test.deps, { roles: ['passenger', 'support'] })
    const listed = async (who: TestUser) => {
      const { body } = await test.call(who, 'GET', '/admin/disputes')
      return body.items.find((each: { bookingId: string }) => each.bookingId === seat.id)
    }
    return { seat, second, listed }
  }

  it('refuses a second signature of a dispute from another account of the same human', async () => {
    const { seat, second, listed } = await aDearDispute()
    await sharePhone(test.deps.databaseUrl, test.helper, second)
    expect((await decide(test.helper, seat.id, 'driver')).body.outcome).toBe(null)
    expect((await decide(second, seat.id, 'driver')).body.code).toBe('same_human')
    expect((await listed(second)).outcome).toBe(null)
    const third = await aUser(test.deps, { roles: ['passenger', 'support'] })
    const { items } = (await test.call(third, 'GET', '/admin/signatures')).body
    expect(items).toContainEqual(expect.objectContaining({ kind: 'dispute', id: seat.id }))
    expect((await decide(third, seat.id, 'driver')).body.outcome).toBe('driver')
  })

  it('requires two equal decisions above the limit, and mails nobody after the first', async () => {
    const { seat, second, listed } = await aDearDispute()
    const mails = async () => {
      const { rows } = await asOwner(
        test.deps.databaseUrl,
        `select count(*)::int as n from jobs where name = 'notifications.mail'`,
      )
      return rows[0].n
    }
    const before = await mails()
    for (let n = 0; n < 2; n += 1) {
      const first = await decide(test.helper, seat.id, 'passenger')
      expect(first).toMatchObject({ status: 200, body: { outcome: null } })
    }
    const changed = await decide(test.helper, seat.id, 'driver')
    expect(changed.body.code).toBe('dispute_second_person')
    expect(await mails()).toBe(before)
    expect((await listed(test.helper)).proposal).toMatchObject({ outcome: 'passenger', mine: true })
    expect((await listed(second)).proposal).toMatchObject({ note, mine: false })
    expect((await decide(second, seat.id, 'passenger')).body.outcome).toBe('passenger')
    expect(await mails()).toBe(before + 2)
    await test.expectSettled('billetera', seat, 0)
    const { rows } = await asOwner(
      test.deps.databaseUrl,
      'select action from audit_entries where subject_id = $1 order by at, id',
      [seat.id],
    )
    expect(rows.map(({ action }) => action)).toEqual(['dispute.proposed', 'dispute.resolved'])
  })

  it('stands last for the person who proposed its decision, and alone behind a link', async () => {
    const { seat, second } = await aDearDispute()
    test.clock.advance(HOUR_MS)
    const { seat: later } = await aDearDispute()
    await decide(test.helper, seat.id, 'passenger')
    const listed = async (who: TestUser, query = '') => {
      const { body } = await test.call(who, 'GET', `/admin/disputes${query}`)
      return body.items.map((each: { bookingId: string }) => each.bookingId)
    }
    const own = await listed(test.helper)
    expect(own.indexOf(later.id)).toBeLessThan(own.indexOf(seat.id))
    const others = await listed(second)
    expect(others.indexOf(seat.id)).toBeLessThan(others.indexOf(later.id))
    await decide(second, seat.id, 'passenger')
    expect(await listed(second, `?only=${seat.id}`)).toEqual([seat.id])
  })

  it('restarts when the second person disagrees; at the limit one decision is enough', async () => {
    const { seat, second } = await aDearDispute()
    await decide(test.helper, seat.id, 'passenger')
    expect((await decide(second, seat.id, 'driver')).body.outcome).toBeNull()
    expect((await decide(test.helper, seat.id, 'driver')).body.outcome).toBe('driver')
    const alone = await aDearDispute()
    test.deps.config.disputeSecondPerson = alone.seat.price
    expect((await decide(second, alone.seat.id, 'driver')).body.outcome).toBe('driver')
    await expectConsistent(test.deps)
  })
})
