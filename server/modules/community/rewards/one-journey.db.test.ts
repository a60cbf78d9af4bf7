// Amendment 9: a trip with one change of car is one journey for points, invitations and counts.
import { expect, it } from 'vitest'
import { avoidedBy } from '#server/modules/travel/journeys/index.ts'
import { DAY_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { openConnectionsApp } from '#test/connection-factories.ts'
import { asOwner } from '#test/db.ts'
import { aUser } from '#test/factories.ts'
import { policyNow } from './policy.ts'

it('amendment 9: counts two cars as one journey', async () => {
  const test = await openConnectionsApp()
  const referrer = await aUser(test.deps)
  const { code } = (await test.call(referrer, 'POST', '/referrals/code')).body
  test.clock.advance(MINUTE_MS)
  const ana = await test.aPassenger()
  expect((await test.call(ana, 'POST', '/referrals', { code })).status).toBe(201)
  const pair = await test.newPair()
  const booked = await test.bookedBoth(ana, pair)
  test.clock.set(pair[0].facts.departsAt)
  await test.board(pair[0].driver, booked.first)
  test.clock.set(pair[1].facts.departsAt)
  await test.board(pair[1].driver, booked.second)
  test.clock.set(pair[1].facts.arrivesAt)
  test.clock.advance(DAY_MS + MINUTE_MS)
  await test.runJobs()

  const ridden = 'select trips_ridden as n from user_reputation where user_id = $1'
  const { rows } = await asOwner(test.deps.databaseUrl, ridden, [ana.userId])
  expect(rows).toEqual([{ n: 1 }])
  const { points } = policyNow('2026-11-20')
  const { body } = await test.call(ana, 'GET', '/rewards/movements')
  type Moved = { kind: string; points: number }
  const byReferral = body.items.filter(({ kind }: Moved) => kind === 'referral')
  expect(byReferral.map((each: Moved) => each.points)).toEqual([points.friend])
  const byTrip: number[] = body.items
    .filter(({ kind }: Moved) => kind === 'trip')
    .map((each: Moved) => each.points)
  // The points of one trip; the second car adds those of its CO₂.
  const kms = pair.map(({ facts }) => facts.places.at(-1)?.km ?? 0)
  const forCo2 = kms.map((km) => Math.floor(avoidedBy({ seats: 1, km }).co2Kg) * points.perKgCo2)
  const due = [points.passengerTrip + (forCo2[0] ?? 0), forCo2[1] ?? 0]
  expect(byTrip.toSorted()).toEqual(due.toSorted())
  const paid = await test.messages(referrer)
  expect(paid.filter((kind) => kind === 'referral_paid')).toHaveLength(1)
})
