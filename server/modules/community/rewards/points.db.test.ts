import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { verifyLedger } from '#server/modules/bank/ledger/index.ts'
import { findMismatches } from '#server/modules/office/books/index.ts'
import { advanceDue } from '#server/modules/travel/bookings/settle/advance-booking.ts'
import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { asOwner } from '#test/db.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { openRewardsApp, type RewardsApp } from '#test/reward-factories.ts'
import { settleMissed } from './check-points.ts'
import { findTravelled } from './points.queries.ts'
import { policyNow } from './policy.ts'
import { settlePoints } from './settle-points.ts'
import { pointsDue } from './trip-points.ts'

let test: RewardsApp

beforeAll(async () => {
  test = await openRewardsApp()
})

const { passengerTrip, driverTrip } = policyNow('2026-11-20').points

/** Computes the points that the policy gives each side of a booking. */
async function dueOf(bookingId: string): Promise<Map<string, number>> {
  const booking = await findTravelled(test.deps.db, bookingId)
  if (!booking) throw new Error('no booking')
  return new Map(pointsDue(booking).map(({ userId, points }) => [userId, points]))
}

async function expectSound(): Promise<void> {
  expect((await verifyLedger(test.deps)).findings.filter((f) => !f.startsWith('UNCH'))).toEqual([])
  expect(await findMismatches(test.deps)).toEqual([])
}

describe('the points of a trip', () => {
  it('gives points to both sides once, after the trip is completed', async () => {
    const journey = await test.aJourney()
    await test.settle()
    expect(await test.points(journey.passenger)).toBe(0)
    const done = await test.aCompletedTrip()
    const { passenger, driver, id } = done
    const due = await dueOf(id)
    expect(due.get(passenger.userId)).toBeGreaterThan(passengerTrip)
    expect(due.get(driver.userId)).toBeGreaterThan(driverTrip)
    for (let repeat = 0; repeat < 2; repeat += 1) {
      for (const who of [passenger, driver]) {
        expect(await test.points(who)).toBe(due.get(who.userId))
      }
      await settlePoints(test.deps, id)
    }
    expect(await test.toldOfPoints(passenger)).toEqual(['points_earned'])
    const { body } = await test.call(passenger, 'GET', '/rewards/movements')
    expect(body.items).toEqual([
      expect.objectContaining({ kind: 'trip', points: due.get(passenger.userId) }),
    ])
    await expectSound()
  })

  it('withholds points during a dispute, and gives them when the driver wins it', async () => {
    const journey = await test.aScannedJourney()
    await test.deny(journey)
    await test.complete(journey)
    expect(await test.points(journey.driver)).toBe(0)
    await expectSound()
    await test.decide(journey, 'driver')
    expect(await test.points(journey.driver)).toBe(
      (await dueOf(journey.id)).get(journey.driver.userId),
    )
    await expectSound()
  })

  it('takes points back when the team decides that nobody travelled', async () => {
    const journey = await test.aScannedJourney()
    await test.complete(journey)
    const { passenger, driver } = journey
    expect(await test.points(driver)).toBeGreaterThan(0)
    await test.denyLate(journey)
    await test.decide(journey, 'passenger')
    expect([await test.points(passenger), await test.points(driver)]).toEqual([0, 0])
    expect(await test.toldOfPoints(passenger)).toContain('points_taken')
    await expectSound()
  })

  it('takes back at most the remaining points, and records no debt for the rest', async () => {
    const rewardId = await test.aReward(['UNO-1', 'UNO-2'])
    const journey = await test.aScannedJourney()
    await test.complete(journey)
    const { passenger, id } = journey
    const had = await test.points(passenger)
    expect((await test.redeem(passenger, rewardId)).status).toBe(201)
    await test.denyLate(journey)
    await test.decide(journey, 'passenger')
    await settlePoints(test.deps, id)
    expect(await test.points(passenger)).toBe(0)
    const { body } = await test.call(passenger, 'GET', '/notifications')
    const told = body.notifications.find(({ kind }: { kind: string }) => kind === 'points_taken')
    expect(told.body).toContain(`${had - 10} puntos`)
    expect(told.body).toContain('10 puntos')
    expect(await test.toldOfPoints(passenger)).toEqual([
      'points_earned',
      'reward_redeemed',
      'points_taken',
    ])
    await expectSound()
  })

  it('finds points that a job missed and gives them at night', async () => {
    const { id, driver, dropsOffAt } = await test.aJourney()
    test.clock.set(addMs(dropsOffAt, DAY_MS + HOUR_MS))
    await advanceDue(test.deps)
    const lost = `delete from jobs where name in ('bookings.tell', 'rewards.settle')`
    await asOwner(test.deps.databaseUrl, lost)
    test.clock.advance(3 * DAY_MS)
    expect(await test.points(driver)).toBe(0)
    expect((await findMismatches(test.deps)).map(({ check }) => check)).toEqual(['points'])
    expect(await settleMissed(test.deps)).toContain(id)
    expect(await test.points(driver)).toBeGreaterThan(0)
    await expectSound()
  })
})

describe('the points that a ticket announces', () => {
  const announced = async (who: TestUser, { id }: { id: string }) =>
    (await test.call(who, 'GET', `/rewards/bookings/${id}`)).body

  it('announces the points that come, and says them as given after they came', async () => {
    const booked = await test.anUnseenJourney()
    expect(await announced(booked.passenger, booked)).toEqual({ points: null })
    const journey = await test.aScannedJourney()
    const { passenger, driver, id } = journey
    for (const given of [false, true]) {
      const due = await dueOf(id)
      for (const who of [passenger, driver]) {
        const points = { count: due.get(who.userId), given }
        expect(await announced(who, journey)).toEqual({ points })
      }
      await test.complete(journey)
    }
    expect(await test.points(passenger)).toBe((await announced(passenger, journey)).points.count)
    const stranger = await aUser(test.deps)
    expect((await announced(stranger, journey)).code).toBe('booking_not_found')
  })

  it('announces no points that a claim or a review can refuse', async () => {
    const journey = await test.aScannedJourney()
    await test.deny(journey)
    expect(await announced(journey.driver, journey)).toEqual({ points: null })
    await test.complete(journey)
    await test.decide(journey, 'passenger')
    expect(await announced(journey.driver, journey)).toEqual({ points: null })
    const late = await test.aScannedJourney()
    await test.complete(late)
    await test.denyLate(late)
    await test.decide(late, 'passenger')
    expect(await announced(late.passenger, late)).toEqual({ points: null })

    const own = await test.aScannedJourney()
    await test.shareDevice(own.driver, own.passenger)
    expect(await announced(own.passenger, own)).toEqual({ points: null })
    await test.complete(own)
    expect(await test.points(own.passenger)).toBe(0)
    expect(await announced(own.passenger, own)).toEqual({ points: null })
  })
})

describe('the points of a completed booking', () => {
  it('gives no points when only the clock recorded the boarding', async () => {
    const journey = await test.anUnseenJourney()
    await test.complete(journey)
    const { id, passenger, driver } = journey
    const found = await findTravelled(test.deps.db, id)
    expect(found).toMatchObject({ status: 'completed', isWitnessed: false })
    expect([await test.points(passenger), await test.points(driver)]).toEqual([0, 0])
    expect(await test.toldOfPoints(passenger)).toEqual([])
    expect(await settleMissed(test.deps)).not.toContain(id)
    await expectSound()
  })

  it('gives points when the passenger confirms the boarding', async () => {
    const journey = await test.anUnseenJourney()
    const { id, passenger, driver } = journey
    test.clock.set((await findTravelled(test.deps.db, id))!.picksUpAt)
    expect((await test.act(passenger, { id }, 'aboard')).status).toBe(200)
    await test.complete(journey)
    for (const who of [passenger, driver]) {
      expect(await test.points(who)).toBe((await dueOf(id)).get(who.userId))
    }
    await expectSound()
  })
})

describe('the points of a trip with oneself', () => {
  it('holds points of a trip with oneself until the team pays or refuses them', async () => {
    for (const outcome of ['pay', 'refuse'] as const) {
      const driver = await test.aRichDriver()
      const passenger = await test.aPassenger()
      await test.shareDevice(driver, passenger)
      const trip = await test.aLaterTrip({ driver })
      const journey = await test.aCompletedTrip(trip, passenger)
      expect(await test.points(passenger)).toBe(0)
      expect(await test.toldOfPoints(passenger)).toEqual(['points_waiting'])
      const { body } = await test.call(test.helper, 'GET', '/admin/reward-reviews')
      const review = body.items.at(-1)
      expect(review).toMatchObject({ kind: 'trip', signs: ['same_device'], outcome: null })
      expect(review.first.id).toBe(passenger.userId)
      expect(review.bookingId).toBe(journey.id)
      const path = `/admin/reward-reviews/${review.id}/resolve`
      const decision = { outcome, note: 'Son una pareja: los llamamos.' }
      expect((await test.call(test.helper, 'POST', path, decision)).body).toEqual({ outcome })
      const other = { ...decision, outcome: outcome === 'pay' ? 'refuse' : 'pay' }
      const changed = await test.call(test.helper, 'POST', path, other)
      expect(changed.body.code).toBe('reward_review_resolved')
      await test.settle()
      const due = (await dueOf(journey.id)).get(passenger.userId)
      expect(await test.points(passenger)).toBe(outcome === 'pay' ? due : 0)
      expect(await test.toldOfPoints(passenger)).toContain('points_decided')
      await expectSound()
    }
  })
})

describe('a review of points whose trip stopped counting', () => {
  /** Opens a review, lets the passenger deny the trip, and pays; `decided`: the dispute is over. */
  async function payAfterDenial({ decided }: { decided: boolean }) {
    const driver = await test.aRichDriver()
    const passenger = await test.aPassenger()
    await test.shareDevice(driver, passenger)
    const journey = await test.aScannedJourney(await test.aLaterTrip({ driver }), passenger)
    await test.complete(journey)
    const { body } = await test.call(test.helper, 'GET', '/admin/reward-reviews')
    const path = `/admin/reward-reviews/${body.items.at(-1).id}/resolve`
    await test.denyLate(journey)
    if (decided) await test.decide(journey, 'passenger')
    const decision = { outcome: 'pay', note: 'Son una pareja: los llamamos.' }
    expect((await test.call(test.helper, 'POST', path, decision)).status).toBe(200)
    await test.settle()
    return journey
  }

  async function lastDecision(who: TestUser): Promise<string> {
    const { body } = await test.call(who, 'GET', '/notifications')
    const found = body.notifications.find(({ kind }: { kind: string }) => kind === 'points_decided')
    return JSON.stringify(found)
  }

  it('promises no points when the trip was undone before the team agreed to pay', async () => {
    const { passenger, driver } = await payAfterDenial({ decided: true })
    for (const who of [passenger, driver]) {
      expect(await test.points(who)).toBe(0)
      expect(await lastDecision(who)).toContain('ya no cuenta como viajado')
    }
    await expectSound()
  })

  it('says that the points wait for a dispute, and gives them when the driver wins', async () => {
    const journey = await payAfterDenial({ decided: false })
    const { id, passenger } = journey
    expect(await test.points(passenger)).toBe(0)
    expect(await lastDecision(passenger)).toContain('se decide a favor')
    await test.decide(journey, 'driver')
    expect(await test.points(passenger)).toBe((await dueOf(id)).get(passenger.userId))
    await expectSound()
  })
})

describe('own statements of the app role', () => {
  const run = async (statement: string) => {
    const { rows } = await sql.raw<{ outcome: string }>(statement).execute(test.deps.db)
    return rows[0]?.outcome
  }
  const award = (booking: string, user: string, points = 50) =>
    run(`select ledger_award_trip_points('${booking}', '${user}', ${points}, now()) as outcome`)

  it('refuses the app role points for an open booking, for a stranger, or twice', async () => {
    const open = await test.aJourney()
    expect(await award(open.id, open.passenger.userId)).toBe('refused:cause_unsuitable')
    const unseen = await test.anUnseenJourney()
    await test.complete(unseen)
    expect(await award(unseen.id, unseen.passenger.userId)).toBe('refused:cause_unsuitable')
    const { id, passenger } = await test.aCompletedTrip()
    const stranger = await aUser(test.deps)
    expect(await award(id, stranger.userId)).toBe('refused:cause_unsuitable')
    expect(await award(id, passenger.userId, 999)).toBe('conflict')
    const before = await test.points(passenger)
    expect(await award(id, passenger.userId, before)).toBe('same')
    expect(await test.points(passenger)).toBe(before)
  })

  it('refuses the app role to take points of a completed booking', async () => {
    const { id, passenger } = await test.aCompletedTrip()
    const before = await test.points(passenger)
    const who = `'${id}', '${passenger.userId}'`
    const take = `select outcome from ledger_take_trip_points(${who}, now())`
    expect(await run(take)).toBe('refused:cause_unsuitable')
    const give = `select ledger_give_points('${id}', '${passenger.userId}', 9, 'points_trip',
      'booking', '${id}', now()) as outcome`
    await expect(run(give)).rejects.toMatchObject({ code: '42501' })
    expect(await test.points(passenger)).toBe(before)
  })
})
