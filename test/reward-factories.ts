// Trips that earn points, and rewards to buy with them, over HTTP.
import { expect } from 'vitest'
import { rewardsModule } from '#server/modules/community/rewards/module.ts'
import { bookingsModule } from '#server/modules/travel/bookings/module.ts'
import { advanceDue } from '#server/modules/travel/bookings/settle/advance-booking.ts'
import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { jobRunner } from '#server/platform/jobs/worker.ts'
import type { Body } from './booking-factories.ts'
import { asOwner } from './db.ts'
import { aFundedWallet, aUser, aVerifiedDriver, type TestUser } from './factories.ts'
import { hearDriver } from './hearing-steps.ts'
import { type Journey, openRatingsApp } from './rating-factories.ts'
import { aTrip, type TestTrip } from './trip-factories.ts'

export type RewardsApp = Awaited<ReturnType<typeof openRewardsApp>>

const aReward: Body = {
  kind: 'fuel_voucher',
  title: 'Bono de gasolina',
  description: 'Vale 20.000 pesos en estaciones aliadas.',
  partner: 'Estaciones del Valle',
  points: 10,
  perPerson: 5,
  goldOnly: false,
  validFrom: '2026-01-01',
  validUntil: '2027-12-31',
}

type Ratings = Awaited<ReturnType<typeof openRatingsApp>>

export async function openRewardsApp() {
  const test = await openRatingsApp()
  const helper = await aUser(test.deps, { roles: ['passenger', 'support'] })
  const overview = async (who: TestUser) => (await test.call(who, 'GET', '/rewards')).body
  return {
    ...test,
    ...journeySteps(test, helper),
    /**
     * Creates a booked trip after which nobody reported or registered that the passenger travelled.
     */
    async anUnseenJourney(trip?: TestTrip, passenger?: TestUser): Promise<Journey> {
      const booked = trip ?? (await test.newTrip())
      const who = passenger ?? (await test.aPassenger())
      const { id, to } = await test.booked(who, booked)
      const { driver } = booked
      return { trip: booked, driver, passenger: who, id, dropsOffAt: new Date(to.at) }
    },
    ...rewardSteps(test, helper),
    helper,
    overview,
    points: async (who: TestUser): Promise<number> => (await overview(who)).points,
  }
}

const JOBS = [...(bookingsModule.jobs ?? []), ...(rewardsModule.jobs ?? [])]

/** Completes trips, and lets the team decide about them. */
function journeySteps(test: Ratings, helper: TestUser) {
  /** Runs what follows the end of a booking; without mail and the jobs of other modules. */
  async function settle(): Promise<void> {
    await advanceDue(test.deps)
    const runDue = jobRunner(test.deps, JOBS)
    for (let round = 0; round < 50 && (await runDue()) > 0; round += 1);
  }

  async function deny({ id, passenger }: Journey): Promise<void> {
    const statement = 'Yo no viajé: el conductor anotó mi código y se fue.'
    const denied = await test.act(passenger, { id }, 'dispute', { statement })
    expect([denied.status, denied.body.code]).toEqual([200, undefined])
  }

  return {
    settle,
    deny,
    /** Creates a completed trip: the clock stands a day and an hour after the drop-off. */
    async aCompletedTrip(trip?: TestTrip, passenger?: TestUser): Promise<Journey> {
      const journey = await test.aJourney(trip, passenger)
      test.clock.set(addMs(journey.dropsOffAt, DAY_MS + HOUR_MS))
      await settle()
      return journey
    },
    /** Creates a trip a week from now, so that trips of the same people do not overlap. */
    async aLaterTrip(driver?: Parameters<typeof aTrip>[1]): Promise<TestTrip> {
      return await aTrip(test.deps, { ...driver, departsAt: addMs(test.clock.now(), 7 * DAY_MS) })
    },
    async aRichDriver() {
      const driver = await aVerifiedDriver(test.deps)
      await aFundedWallet(test.deps, driver.userId, 100_000)
      return driver
    },
    /** Creates a trip with a check-in by ticket code, which the passenger can deny. */
    async aScannedJourney(trip?: TestTrip, passenger?: TestUser): Promise<Journey> {
      const booked = trip ?? (await test.newTrip())
      const who = passenger ?? (await test.aPassenger())
      const { id, from, to } = await test.booked(who, booked)
      const { body: ticket } = await test.call(who, 'GET', `/bookings/${id}/ticket`)
      test.toPickUp({ from }, 0)
      const path = `/trips/${booked.tripId}/check-in`
      const scanned = await test.call(booked.driver, 'POST', path, { code: ticket.code })
      expect(scanned.status).toBe(200)
      const { driver } = booked
      return { trip: booked, driver, passenger: who, id, dropsOffAt: new Date(to.at) }
    },
    async complete({ dropsOffAt }: Journey): Promise<void> {
      test.clock.set(addMs(dropsOffAt, DAY_MS + HOUR_MS))
      await settle()
    },
    /** The passenger learned of the scan only now, because it was made offline. */
    async denyLate(journey: Journey): Promise<void> {
      await asOwner(test.deps.databaseUrl, 'update bookings set checked_in_at = $2 where id = $1', [
        journey.id,
        test.clock.now(),
      ])
      await deny(journey)
    },
    async decide({ id }: Journey, outcome: 'passenger' | 'driver'): Promise<void> {
      const body = { outcome, note: 'Revisamos los registros del viaje.' }
      const path = `/admin/disputes/${id}/resolve`
      await hearDriver(test.deps.databaseUrl, id)
      expect((await test.call(helper, 'POST', path, body)).body).toMatchObject({ outcome })
      await settle()
    },
  }
}

/** Creates rewards and points without a trip, and reads notifications. */
function rewardSteps(test: Ratings, helper: TestUser) {
  return {
    /** Creates a reward with these codes. */
    async aReward(codes: readonly string[] = ['AAA-111'], more: Body = {}): Promise<string> {
      const { status, body } = await test.call(helper, 'POST', '/admin/rewards', {
        ...aReward,
        ...more,
      })
      expect([status, body.code]).toEqual([201, undefined])
      const { id } = body.reward
      const pasted = { codes: ['Código;Valor', ...codes.map((code) => `${code};20000`)].join('\n') }
      const load = await test.call(helper, 'POST', `/admin/rewards/${id}/codes`, pasted)
      expect(load.body).toEqual({ added: codes.length, repeated: 0 })
      return id
    },
    redeem: (who: TestUser, rewardId: string, key?: string) =>
      test.call(who, 'POST', `/rewards/${rewardId}/redemptions`, key ? { key } : {}),
    /** Gives points without a trip, as only the owner of the database can. */
    async givePoints({ userId }: TestUser, points: number): Promise<void> {
      await asOwner(
        test.deps.databaseUrl,
        `select ledger_give_points(gen_random_uuid(), $1, $2, 'points_trip', 'operator',
           gen_random_uuid(), now())`,
        [userId, points],
      )
    },
    /** Kinds of the person's notifications about points, oldest first. */
    async toldOfPoints(who: TestUser): Promise<string[]> {
      const { body } = await test.call(who, 'GET', '/notifications')
      return body.notifications
        .map(({ kind }: { kind: string }) => kind)
        .filter((kind: string) => /^(points|reward|referral)_/.test(kind))
        .reverse()
    },
    /** Marks two accounts as used in the same browser. */
    async shareDevice(a: TestUser, b: TestUser): Promise<void> {
      await asOwner(
        test.deps.databaseUrl,
        `insert into user_devices (user_id, device_index, first_seen_at, last_seen_at)
         select u, sha256($3::text::bytea), now(), now()
         from unnest(array[$1, $2]::uuid[]) as p (u)`,
        [a.userId, b.userId, a.userId + b.userId],
      )
    },
  }
}
