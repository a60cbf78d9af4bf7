// Whose public record a booking that ended counts against: nobody's whose choice it was not.
import { beforeAll, expect, it } from 'vitest'
import { refreshReputation } from '#server/modules/people/standing/index.ts'
import { pauseTrip, resumeTrip } from '#server/modules/travel/trip-changes/index.ts'
import { addMs, HOUR_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { type ConnectionsApp, openConnectionsApp } from '#test/connection-factories.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { BOGOTA, IBAGUE } from '#test/trip-factories.ts'
import type { Whose } from '../booking.ts'
import type { Refund } from '../refund-policy.ts'
import { withdrawByTeam, withdrawPassenger } from './withdraw-passenger.ts'

let test: ConnectionsApp

beforeAll(async () => {
  test = await openConnectionsApp()
})

/** Confirmed bookings that ended, and those of them that count as cancelled, of each person. */
async function records(...people: TestUser[]) {
  const ids = people.map(({ userId }) => userId)
  await inTransaction(test.deps.db, (tx) => refreshReputation(tx, test.deps, ids))
  await test.runJobs()
  const find = 'select user_id, agreed, cancelled from user_reputation where user_id = any($1)'
  const { rows } = await asOwner(test.deps.databaseUrl, find, [ids])
  const of = new Map(rows.map(({ user_id, ...numbers }) => [user_id, numbers]))
  return ids.map((id) => of.get(id))
}

async function booked() {
  const trip = await test.newTrip()
  const ana = await test.aPassenger()
  return { trip, ana, booking: await test.booked(ana, trip) }
}

const choices = {
  driver_cancels: null,
  trip_paused: 'others',
  trip_crosses: 'others',
  connection_broken: 'others',
  repeated: null,
  not_accepted: null,
  trip_changed: 'driver',
  a_day_ahead: null,
  second_thoughts: null,
  late: null,
  driver_late: 'driver',
} satisfies Record<Refund['rule'], Whose | null>

it.each(Object.entries(choices))(
  'knows whose choice a cancellation was: %s',
  async (rule, whose) => {
    const find = "select whose_choice(jsonb_build_object('rule', $1::text)) as whose"
    const { rows } = await asOwner(test.deps.databaseUrl, find, [rule])
    expect(rows).toEqual([{ whose }])
  },
)

it.each(['sanction', 'untold'] as const)(
  'counts against nobody when Cupo takes a seat back: %s',
  async (rule) => {
    const { trip, ana, booking } = await booked()
    expect(await withdrawPassenger(test.deps, { bookingId: booking.id, rule })).toBe(true)
    const none = { agreed: 1, cancelled: 0 }
    expect(await records(ana, trip.driver)).toEqual([none, none])
  },
)

it('counts against nobody when the team cancels a booking', async () => {
  const { trip, ana, booking } = await booked()
  const member = await aUser(test.deps)
  await withdrawByTeam(test.deps, member, { bookingId: booking.id, note: async () => {} })
  const none = { agreed: 1, cancelled: 0 }
  expect(await records(ana, trip.driver)).toEqual([none, none])
})

it('counts against the first driver alone when both cars are lost by their failure', async () => {
  const pair = await test.newPair()
  const ana = await test.aPassenger()
  const both = await test.bookedBoth(ana, pair)
  await test.act(pair[0].driver, both.first, 'cancel')
  await test.runJobs()
  const [, first, second] = await records(ana, pair[0].driver, pair[1].driver)
  expect([first?.cancelled, second?.cancelled]).toEqual([1, 0])
})

it.each([
  ['conduct', 0],
  ['documents', 1],
] as const)('counts against the driver by the cause of a pause: %s', async (cause, cancelled) => {
  const { trip, ana, booking } = await booked()
  await pauseTrip(test.deps, { tripId: trip.tripId, cause, lacking: [] })
  expect((await test.act(ana, booking, 'cancel')).status).toBe(200)
  test.clock.advance(HOUR_MS)
  await resumeTrip(test.deps, { tripId: trip.tripId, cause, pausedAt: TEST_NOW })
  const [passenger, driver] = await records(ana, trip.driver)
  expect([passenger?.cancelled, driver?.cancelled]).toEqual([0, cancelled])
})

const way = { from: BOGOTA, to: IBAGUE }

it.each(['moved', 'unmoved'] as const)(
  'counts against the driver who moved far onto another journey alone: she leaves the %s one',
  async (which) => {
    const { trip, ana, booking } = await booked()
    const before = addMs(new Date(booking.from.at), -9 * HOUR_MS)
    const other = await test.newTrip({ departsAt: before, stops: [BOGOTA, IBAGUE] })
    const moved = await test.booked(ana, other, way)
    test.clock.set(addMs(before, -10 * HOUR_MS))
    await test.edit(other, { departsAt: addMs(before, 8 * HOUR_MS).toISOString() })
    const left = which === 'moved' ? moved : booking
    const answer = await test.act(ana, left, 'cancel')
    expect(answer.body.booking).toMatchObject({ refunded: left.price })
    const [, mover, driver] = await records(ana, other.driver, trip.driver)
    expect([mover?.cancelled ?? 0, driver?.cancelled ?? 0]).toEqual([Number(which === 'moved'), 0])
  },
)

it.each([
  ['sanction', 2],
  ['untold', 2],
  ['pause', 2],
  ['team', 1],
  ['choice', 1],
] as const)(
  'counts towards the third return no pause and no seat that Cupo took: %s',
  async (why, left) => {
    const { trip, ana, booking } = await booked()
    if (why === 'team') {
      const member = await aUser(test.deps)
      await withdrawByTeam(test.deps, member, { bookingId: booking.id, note: async () => {} })
    } else if (why === 'pause') {
      const pause = { tripId: trip.tripId, cause: 'conduct' } as const
      await pauseTrip(test.deps, { ...pause, lacking: [] })
      await test.act(ana, booking, 'cancel')
      await resumeTrip(test.deps, { ...pause, pausedAt: TEST_NOW })
    } else if (why === 'choice') await test.act(ana, booking, 'cancel')
    else await withdrawPassenger(test.deps, { bookingId: booking.id, rule: why })
    expect((await test.booked(ana, trip)).freeReturnsLeft).toBe(left)
  },
)

it('counts against the driver alone who left a moved trip, also days ahead', async () => {
  const { trip, ana, booking } = await booked()
  const departsAt = addMs(new Date(booking.from.at), HOUR_MS)
  await test.edit(trip, { departsAt: departsAt.toISOString() })
  await test.act(ana, booking, 'cancel')
  const [passenger, driver] = await records(ana, trip.driver)
  expect([passenger?.cancelled, driver?.cancelled]).toEqual([0, 1])
})
