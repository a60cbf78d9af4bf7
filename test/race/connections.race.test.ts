// Both parts of a trip with one change are booked or none, and cancelled or none, also when many
// people want the last seats and when the process is killed.
import { beforeAll, expect, it } from 'vitest'
import { cancelBooking } from '#server/modules/travel/bookings/cancel/cancel-booking.ts'
import { cancelParts } from '#server/modules/travel/bookings/cancel/cancel-parts.ts'
import { giveBackBoth } from '#server/modules/travel/bookings/cancel/give-back-seats.ts'
import { followPart } from '#server/modules/travel/bookings/settle/follow-part.ts'
import { bookConnection } from '#server/modules/travel/connections/book-connection.ts'
import type { Deps } from '#server/platform/deps.ts'
import { newId } from '#server/platform/ids.ts'
import { type ConnectionsApp, openConnectionsApp, type Pair } from '#test/connection-factories.ts'
import { asOwner } from '#test/db.ts'
import type { TestUser } from '#test/factories.ts'
import { LONG_MS } from '#test/property-budget.ts'
import { BOGOTA, CALI, IBAGUE } from '#test/trip-factories.ts'
import { expectConsistent } from './invariants.ts'
import { killEach } from './kills.ts'

let test: ConnectionsApp

beforeAll(async () => {
  test = await openConnectionsApp({ poolSize: 8 })
})

const asked = ([one, two]: Pair, key: string) => ({
  parts: [
    { tripId: one.tripId, fromStopId: one.stop(BOGOTA), toStopId: one.stop(IBAGUE) },
    { tripId: two.tripId, fromStopId: two.stop(IBAGUE), toStopId: two.stop(CALI) },
  ] as const,
  ...{ changePointId: test.pointId, seats: 1, idempotencyKey: key },
})

const statusesOf = async ({ userId }: TestUser): Promise<string[]> => {
  const find = 'select status from bookings where passenger_id = $1 order by connection_part'
  return (await asOwner(test.deps.databaseUrl, find, [userId])).rows.map(({ status }) => status)
}

it('sells 3 and 2 last seats to 20 people who press twice as whole connections', async () => {
  const pair = await test.newPair({ seats: 3 }, { seats: 2 })
  const people = await Promise.all(Array.from({ length: 20 }, () => test.aPassenger()))
  const alone = await Promise.all(Array.from({ length: 5 }, () => test.aPassenger()))
  const presses = people.flatMap((person) => {
    const key = newId()
    return [1, 2].map(() => test.bookBoth(person, pair, { key }))
  })
  const rivals = alone.map((person) => test.book(person, pair[0], { from: BOGOTA, to: IBAGUE }))
  const answers = await Promise.all([...presses, ...rivals])
  expect(answers.filter(({ status }) => ![201, 409].includes(status))).toEqual([])
  for (const person of people) {
    expect([0, 2]).toContain((await statusesOf(person)).length)
  }
  const counts = await Promise.all(people.map((person) => test.countOf(person)))
  const whole = counts.filter((count) => count === 2).length
  expect(whole).toBeLessThanOrEqual(2)
  expect(whole + answers.slice(-alone.length).filter(({ status }) => status === 201).length).toBe(3)
  await expectConsistent(test.deps)
})

it('books two people with crossed trips at the same time', async () => {
  const pair = await test.newPair()
  const [ana, eva] = [await test.aPassenger(), await test.aPassenger()]
  const answers = await Promise.all([test.bookBoth(ana, pair), test.bookBoth(eva, pair)])
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
})

it('gives back seats of two cars while others book them', async () => {
  const pair = await test.newPair({ seats: 4 }, { seats: 4 })
  const people = await Promise.all(Array.from({ length: 2 }, () => test.aPassenger()))
  const booked = await Promise.all(people.map((who) => test.bookedBoth(who, pair, { seats: 2 })))
  const more = await Promise.all(people.map(() => test.aPassenger()))
  const backs = people.map((who, no) =>
    giveBackBoth(test.deps, who, { connectionId: booked[no]?.id ?? '', seats: 1 }),
  )
  await Promise.all([...backs, ...more.map((who) => test.bookBoth(who, pair))])
  await expectConsistent(test.deps)
})

type Act = {
  name: string
  prepare: (ana: TestUser, pair: Pair) => Promise<string>
  act: (deps: Deps, ana: TestUser, pair: Pair, id: string) => Promise<unknown>
  /** Statuses of both bookings that may be left by a kill; the last one is that of a retry. */
  left: string[][]
}

const acts: Act[] = [
  {
    name: 'booking',
    prepare: async () => newId(),
    act: (deps, ana, pair, key) => bookConnection(deps, ana, asked(pair, key)),
    left: [[], ['confirmed', 'confirmed']],
  },
  {
    name: 'cancelling',
    prepare: async (ana, pair) => (await test.bookedBoth(ana, pair)).id,
    act: (deps, ana, _pair, connectionId) => cancelParts(deps, ana, { connectionId }),
    left: [
      ['confirmed', 'confirmed'],
      ['cancelled_by_passenger', 'cancelled_by_passenger'],
    ],
  },
  {
    name: 'giving back a seat of both',
    prepare: async (ana, pair) => (await test.bookedBoth(ana, pair, { seats: 2 })).id,
    act: (deps, ana, _pair, connectionId) =>
      giveBackBoth(deps, ana, { connectionId, seats: 1, idempotencyKey: connectionId }),
    left: [
      ['confirmed', 'confirmed'],
      ['confirmed', 'confirmed', 'cancelled_by_passenger', 'cancelled_by_passenger'],
    ],
  },
  {
    name: 'following a driver who cancelled',
    prepare: async (ana, pair) => {
      const { first } = await test.bookedBoth(ana, pair)
      await cancelBooking(test.deps, pair[0].driver, { bookingId: first.id })
      return first.id
    },
    act: (deps, _ana, _pair, bookingId) => followPart(deps, { bookingId }),
    left: [
      ['cancelled_by_driver', 'confirmed'],
      ['cancelled_by_driver', 'cancelled_by_passenger'],
    ],
  },
]

it.each(acts)(
  'leaves both parts whole wherever the process is killed: $name',
  { timeout: LONG_MS },
  async (each) => {
    const pair = await test.newPair({ seats: 4 }, { seats: 4 })
    await killEach(test.deps.databaseUrl, async ({ db, name, bury }) => {
      const ana = await test.aPassenger()
      const id = await each.prepare(ana, pair)
      await each.act({ ...test.deps, db }, ana, pair, id).catch(() => undefined)
      await bury()
      expect(each.left, name).toContainEqual(await statusesOf(ana))
      await each.act(test.deps, ana, pair, id)
      expect(await statusesOf(ana), name).toEqual(each.left.at(-1))
      if (each.name === 'giving back a seat of both') await test.cancelBoth(ana, id)
      if (each.name === 'booking') {
        const { rows } = await asOwner(
          test.deps.databaseUrl,
          'select distinct connection_id as id from bookings where passenger_id = $1',
          [ana.userId],
        )
        await test.cancelBoth(ana, rows[0].id)
      }
    })
    await expectConsistent(test.deps)
  },
)
