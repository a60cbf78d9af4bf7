// Random histories of a trip with one change: whatever two drivers, a passenger and time do in any
// order, the invariants below hold.
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import type { BookingView } from '#contract/booking-view.ts'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { FUNDS } from '#test/booking-factories.ts'
import { type ConnectionsApp, openConnectionsApp, type Pair } from '#test/connection-factories.ts'
import { asOwner } from '#test/db.ts'
import type { TestUser } from '#test/factories.ts'
import { HISTORIES, LONG_MS } from '#test/property-budget.ts'
import { expectConsistent } from '#test/race/invariants.ts'

let test: ConnectionsApp

beforeAll(async () => {
  test = await openConnectionsApp()
})

type World = {
  pair: Pair
  ana: TestUser
  booked: { id: string; first: BookingView; second: BookingView }
}
type Row = {
  status: string
  part: number
  fare: number
  charged: number | null
  seats: number
  mode: string
  open: boolean
  broken: boolean
  boarded: boolean
  picks_up_at: Date
  drops_off_at: Date
}

const ROWS = `
  select status, connection_part as part, fare_pesos::int as fare, charged_pesos::int as charged,
    seats, payment_mode as mode, picks_up_at, drops_off_at,
    status = 'confirmed' or status = 'no_show' and closed_at is null as open,
    connection_broken_at is not null as broken,
    aboard_said_at is not null or coalesce(checked_in_by not in ('auto', 'dispute'), false)
      as boarded
  from bookings where passenger_id = $1 order by connection_part`

const rowsOf = async ({ userId }: TestUser): Promise<Row[]> =>
  (await asOwner(test.deps.databaseUrl, ROWS, [userId])).rows

const bookingOf = ({ booked }: World, part: number) => (part === 1 ? booked.first : booked.second)
const tripOf = ({ pair }: World, part: number) => pair[part === 1 ? 0 : 1]

/** Each step may be refused; it must not break an invariant. */
const steps = {
  cancelOne: (world: World, part: number) => test.act(world.ana, bookingOf(world, part), 'cancel'),
  async cancelBoth(world: World) {
    const shown: BookingView[] = await test.show(world.ana, world.booked)
    const open = shown.filter(({ status }) => status === 'confirmed')
    const expected = open.reduce((sum, { refundIfCancelledNow }) => sum + refundIfCancelledNow, 0)
    const answer = await test.cancelBoth(world.ana, world.booked.id, { expectedRefund: expected })
    if (answer.status !== 200 || open.length === 0) return
    const ended: BookingView[] = answer.body.bookings
    const isNow = ({ id }: BookingView) => open.some((each) => each.id === id)
    const back = ended.filter(isNow).reduce((sum, { refunded }) => sum + (refunded ?? 0), 0)
    expect(back).toBe(expected)
  },
  driverCancels: (world: World, part: number) =>
    test.act(tripOf(world, part).driver, bookingOf(world, part), 'cancel'),
  cancelTrip: (world: World, part: number) => {
    const { driver, tripId } = tripOf(world, part)
    return test.call(driver, 'POST', `/trips/${tripId}/cancel`)
  },
  move: (world: World, part: number, by: number) => {
    const { driver, tripId, facts } = tripOf(world, part)
    const departsAt = addMs(facts.departsAt, (by - 60) * MINUTE_MS).toISOString()
    return test.call(driver, 'PATCH', `/trips/${tripId}`, { departsAt })
  },
  pause: (world: World, part: number) =>
    asOwner(
      test.deps.databaseUrl,
      `insert into trip_pauses (trip_id, cause, lacking, paused_at)
       values ($1, 'documents', '{soat}', $2) on conflict do nothing`,
      [tripOf(world, part).tripId, test.clock.now()],
    ),
  async board(world: World, part: number) {
    const find = 'select code from bookings where id = $1'
    const id = bookingOf(world, part).id
    const { rows } = await asOwner(test.deps.databaseUrl, find, [id])
    const { driver, tripId } = tripOf(world, part)
    await test.call(driver, 'POST', `/trips/${tripId}/check-in`, { code: rows[0].code })
  },
  sayAboard: (world: World, part: number) => test.act(world.ana, bookingOf(world, part), 'aboard'),
  noShow: (world: World, part: number) =>
    test.act(tripOf(world, part).driver, bookingOf(world, part), 'no-show'),
  missed: (world: World) => test.missed(world.ana, world.booked.id),
  undo: (world: World) => test.missed(world.ana, world.booked.id, { undo: true }),
  arrive: (world: World, _part: number, by: number) =>
    test
      .arrived(world.pair, addMs(tripOf(world, 2).facts.departsAt, (by - 60) * MINUTE_MS))
      .catch(() => undefined),
  jobs: () => test.runJobs(),
  /** To some minutes around a pick-up. */
  time(world: World, part: number, by: number) {
    const at = addMs(tripOf(world, part).facts.departsAt, (by - 60) * MINUTE_MS)
    if (at > test.clock.now()) test.clock.set(at)
    return Promise.resolve()
  },
  soon(world: World) {
    const at = addMs(tripOf(world, 1).facts.departsAt, -20 * HOUR_MS)
    if (at > test.clock.now()) test.clock.set(at)
    return Promise.resolve()
  },
}

async function expectInvariants(world: World): Promise<void> {
  const rows = await rowsOf(world.ana)
  // 1: never one part.
  expect(rows.map(({ part }) => part)).toEqual([1, 2])
  const [first, second] = rows as [Row, Row]
  // 2: what is held is the fares of open bookings.
  const gone = rows.reduce(
    (sum, { open, fare, charged }) => sum + (open ? fare : (charged ?? 0)),
    0,
  )
  expect(await test.available(world.ana)).toBe(FUNDS - gone)
  // 4: who does not board pays nothing for a broken part.
  const unfair = rows.filter(({ broken, boarded, charged }) => broken && !boarded && charged)
  expect(unfair).toEqual([])
  // 6: equal seats, both from the wallet.
  expect([first.seats, first.mode]).toEqual([second.seats, second.mode])
  // 5: a change below 30 minutes may be left free, while both can be.
  const minutes = (second.picks_up_at.getTime() - first.drops_off_at.getTime()) / MINUTE_MS
  if (minutes >= 30 || !rows.every(({ status }) => status === 'confirmed')) return
  const shown: BookingView[] = await test.show(world.ana, world.booked)
  for (const { state, from, refundIfCancelledNow, price } of shown) {
    const isAhead = new Date(from.at) > test.clock.now()
    if (state === 'confirmed' && isAhead) expect(refundIfCancelledNow).toBe(price)
  }
}

const step = fc.record({
  name: fc.constantFrom(...(Object.keys(steps) as (keyof typeof steps)[])),
  part: fc.constantFrom(1, 2),
  by: fc.nat(120),
})

it('keeps money, seats and promises in every history', { timeout: LONG_MS }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 9 }), async (history) => {
      const pair = await test.newPair()
      const ana = await test.aPassenger()
      const world = { pair, ana, booked: await test.bookedBoth(ana, pair) }
      for (const { name, part, by } of history) {
        await steps[name](world, part, by)
        await expectInvariants(world)
      }
      await test.runJobs()
      const [first, second] = await rowsOf(ana)
      // 3: the second part does not stand when the first one failed before boarding.
      if (['cancelled_by_driver', 'trip_cancelled'].includes(first?.status ?? '')) {
        expect(second?.open && !second.boarded).toBe(false)
      }
      test.clock.set(addMs(pair[1].facts.arrivesAt, 3 * DAY_MS))
      await test.runJobs()
      await test.runRecurring('bookings.advance-due')
      await expectInvariants(world)
    }),
    {
      numRuns: HISTORIES,
      examples: [
        [
          [
            { name: 'time', part: 2, by: 75 },
            { name: 'noShow', part: 2, by: 0 },
            { name: 'driverCancels', part: 1, by: 0 },
          ],
        ],
      ],
    },
  )
  // 8: seats, holds and bookings agree.
  await expectConsistent(test.deps)
})
