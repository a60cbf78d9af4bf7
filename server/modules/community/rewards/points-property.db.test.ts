import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findMismatches } from '#server/modules/office/books/index.ts'
import { HOUR_MS } from '#server/platform/clock.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import type { TestDriver, TestUser } from '#test/factories.ts'
import type { Journey } from '#test/rating-factories.ts'
import { openRewardsApp, type RewardsApp } from '#test/reward-factories.ts'
import { findTravelled } from './points.queries.ts'
import { pointsDue } from './trip-points.ts'

type Told = { at: Date; event: string; id: string; points: number | null }

/** Lists the events of a person from the event tables, the earliest first. */
async function eventsOf(test: RewardsApp, { userId }: TestUser): Promise<Told[]> {
  const { rows } = await asOwner(
    test.deps.databaseUrl,
    `select e.at, e.event, b.id, null::int as points
     from booking_events e join bookings b on b.id = e.booking_id
     where $1 in (b.passenger_id, b.driver_id) and e.event in ('completed', 'cancelled_by_driver')
     union all
     select created_at, 'redeemed', id, points from reward_redemptions where user_id = $1
     order by at`,
    [userId],
  )
  return rows as Told[]
}

/** Computes the point balance from the events, without the ledger. */
async function recomputed(test: RewardsApp, who: TestUser): Promise<number> {
  let balance = 0
  for (const { event, id, points } of await eventsOf(test, who)) {
    if (event === 'redeemed') {
      balance -= points ?? Number.NaN
      continue
    }
    const booking = await findTravelled(test.deps.db, id)
    const due = booking ? pointsDue(booking).find(({ userId }) => userId === who.userId) : undefined
    if (event === 'completed') balance += due?.points ?? 0
    else balance = Math.max(0, balance - (due?.points ?? 0))
  }
  return balance
}

it('keeps balances of points equal to a recomputation from all events', async () => {
  const test = await openRewardsApp()
  const rewardId = await test.aReward(
    Array.from({ length: 99 }, (_, n) => `VALE-${n}`),
    { points: 25, perPerson: 99 },
  )
  const step = fc.record({
    name: fc.constantFrom('travel', 'travel', 'undo', 'redeem', 'redeem'),
    driver: fc.nat(1),
    passenger: fc.nat(1),
  })
  const by = (name: string) => ({ name, driver: 0, passenger: 0 })
  const each = [by('redeem'), by('redeem'), by('undo')]
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 6 }), async (steps) => {
      test.clock.set(TEST_NOW)
      const drivers: TestDriver[] = [await test.aRichDriver(), await test.aRichDriver()]
      const passengers = [await test.aPassenger(900_000), await test.aPassenger(900_000)]
      const open: Journey[] = []
      const people: TestUser[] = [...drivers, ...passengers]
      // Starts with one completed trip, so that there are points to undo and to spend.
      for (const { name, driver, passenger } of [
        { name: 'travel', driver: 0, passenger: 0 },
        ...steps,
      ]) {
        if (name === 'travel') {
          const trip = await test.aLaterTrip({ driver: drivers[driver]! })
          const journey = await test.aScannedJourney(trip, passengers[passenger]!)
          await test.complete(journey)
          open.push(journey)
        } else if (name === 'redeem') {
          const { status } = await test.redeem(people[driver * 2 + passenger]!, rewardId)
          seen.add(`redeem ${status}`)
        } else {
          const journey = open.pop()
          if (!journey) continue
          await test.denyLate(journey)
          await test.decide(journey, 'passenger')
          seen.add('undone')
        }
        test.clock.advance(HOUR_MS)
        for (const who of people) expect(await test.points(who)).toBe(await recomputed(test, who))
      }
    }),
    // The first run, which is always made, reaches each outcome.
    { numRuns: 4, seed: 11, examples: [[each]] },
  )
  expect([...seen].sort()).toEqual(['redeem 201', 'redeem 409', 'undone'])
  expect(await findMismatches(test.deps)).toEqual([])
}, 120_000)
