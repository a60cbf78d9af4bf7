// Another car after a driver failed, and the guarantee fund: wherever the process is killed, the
// passenger has the money or a seat, the fund has what it did not pay, and a repeat has one effect.
import { beforeAll, expect, it } from 'vitest'
import { payFundShares } from '#server/modules/bank/ledger/fund.ts'
import { giveBackSeats } from '#server/modules/travel/bookings/cancel/give-back-seats.ts'
import { changeSegment } from '#server/modules/travel/bookings/change/change-segment.ts'
import { cancelBooking, cancelTrip } from '#server/modules/travel/bookings/index.ts'
import { followRescue } from '#server/modules/travel/connections/rescues/follow-rescue.ts'
import {
  declineRescue,
  takeRescue,
} from '#server/modules/travel/connections/rescues/take-rescue.ts'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'
import { newId } from '#server/platform/ids.ts'
import { FUNDS } from '#test/booking-factories.ts'
import { TEST_NOW } from '#test/deps.ts'
import type { TestUser } from '#test/factories.ts'
import { type FundApp, openFundApp } from '#test/fund-factories.ts'
import { LONG_MS } from '#test/property-budget.ts'
import { aTrip, BOGOTA, GIRARDOT, IBAGUE, type TestTrip } from '#test/trip-factories.ts'
import { expectConsistent } from './invariants.ts'
import { killEach } from './kills.ts'
import { traces } from './traces.ts'

const FUND = 50_000_000
const COVER = 7_000
const way = { from: BOGOTA, to: IBAGUE, seats: 2 }
const stops = [BOGOTA, GIRARDOT, IBAGUE]

let test: FundApp

beforeAll(async () => {
  test = await openFundApp({ poolSize: 5 })
  await test.settle('open', FUND)
})

type Scene = {
  ana: TestUser
  lost: TestTrip
  other: TestTrip
  failedId: string
  key: string
  spare?: TestTrip
}

const inHours = (hours: number) => addMs(TEST_NOW, hours * HOUR_MS)

/** A driver cancelled three hours after Ana booked; another car costs 7,000 more for both seats. */
async function failed(): Promise<Scene> {
  test.clock.set(TEST_NOW)
  const departsAt = inHours(30)
  const ana = await test.aPassenger()
  const other = await aTrip(test.deps, { departsAt, stops })
  const seatPrice = other.facts.seatPrice - COVER / 2
  const lost = await aTrip(test.deps, { departsAt, stops, seatPrice })
  const { id } = await test.booked(ana, lost, way)
  test.clock.advance(3 * HOUR_MS)
  await cancelTrip(test.deps, lost.driver, { tripId: lost.tripId })
  return { ana, lost, other, failedId: id, key: newId() }
}

async function offered(): Promise<Scene> {
  const scene = await failed()
  await follow(test.deps, scene)
  return scene
}

async function taken(): Promise<Scene> {
  const scene = await offered()
  await take(test.deps, scene)
  return { ...scene, key: newId() }
}

const follow = (deps: Deps, { failedId: bookingId }: Scene) => followRescue(deps, { bookingId })
const take = (deps: Deps, { ana, failedId: bookingId, key: idempotencyKey }: Scene) =>
  takeRescue(deps, ana, { bookingId, idempotencyKey })

async function bookedIn({ failedId }: Scene): Promise<{ bookingId: string }> {
  const find = 'select new_booking_ids[1] as "bookingId" from rescues where booking_id = $1'
  return (await test.rows(find, [failedId]))[0]
}

type Act = {
  name: string
  prepare: () => Promise<Scene>
  act: (deps: Deps, scene: Scene) => Promise<unknown>
}

const acts: Act[] = [
  { name: 'the offer of another car', prepare: failed, act: follow },
  {
    name: 'the next offer after the kept car changed',
    prepare: async () => {
      const scene = await failed()
      const spare = await aTrip(test.deps, { departsAt: inHours(31), stops })
      await follow(test.deps, scene)
      await test.edit(scene.other, { departsAt: inHours(32).toISOString() })
      return { ...scene, spare }
    },
    act: follow,
  },
  {
    name: 'the end of its twenty minutes',
    prepare: async () => {
      const scene = await offered()
      test.clock.advance(20 * MINUTE_MS)
      return scene
    },
    act: follow,
  },
  {
    name: 'declining it',
    prepare: offered,
    act: (deps, { ana, failedId: bookingId }) => declineRescue(deps, ana, { bookingId }),
  },
  { name: 'taking it with a cover', prepare: offered, act: take },
  {
    name: 'cancelling it, which returns the cover',
    prepare: taken,
    act: async (deps, scene) => cancelBooking(deps, scene.ana, await bookedIn(scene)),
  },
  {
    name: 'giving back one of two seats',
    prepare: taken,
    act: async (deps, scene) => {
      const asked = { ...(await bookedIn(scene)), seats: 1, idempotencyKey: scene.key }
      await giveBackSeats(deps, scene.ana, asked)
    },
  },
  {
    name: 'a change to a cheaper part',
    prepare: taken,
    act: async (deps, scene) => {
      const { other, ana } = scene
      const ends = { fromStopId: other.stop(BOGOTA), toStopId: other.stop(GIRARDOT) }
      await changeSegment(deps, ana, { ...(await bookedIn(scene)), ...ends })
    },
  },
  {
    name: 'the second driver who fails too',
    prepare: taken,
    act: (deps, { other }) => cancelTrip(deps, other.driver, { tripId: other.tripId }),
  },
]

const RESCUE = `
  select r.status, r.cover_pesos::int as cover, fund_returned(r)::int as returned,
    f.first::int, f.kept::int, r.fare_offered::int as offered,
    array(select k.status from seat_keeps k where k.rescue_of = r.booking_id order by k.status)
      as keeps,
    array(select n.kind from notifications n where n.user_id = r.person_id order by n.kind)
      as messages
  from rescues r cross join lateral fund_fares(r.new_booking_ids) as f where r.booking_id = $1`

/** What the person has in seats, in pesos: held and paid fares. */
const SEATS = `
  select coalesce(sum(case when charged_pesos is null and status in ('confirmed', 'checked_in')
    then fare_pesos else coalesce(charged_pesos, 0) end), 0)::int as pesos
  from bookings where passenger_id = $1`

/** Holds after each statement: what a repeat may still add is the other half of nothing. */
async function expectWhole({ ana, failedId }: Scene, fundBefore: number): Promise<void> {
  const [rescue] = await test.rows(RESCUE, [failedId])
  const { cover = 0, returned = 0, first = 0, kept = 0 } = rescue ?? {}
  const find = 'select status from seat_keeps where rescue_of = $1'
  const keeps = await test.rows(find, [failedId])
  const balance = await test.balance()
  expect(balance).toBeGreaterThanOrEqual(0)
  expect(balance).toBe(fundBefore - cover + returned)
  // A cover is what came back, what is in fares, and nothing else.
  if (cover > 0) expect(cover - returned).toBeLessThanOrEqual(Math.floor((cover * kept) / first))
  const [{ pesos }] = await test.rows(SEATS, [ana.userId])
  expect((await test.available(ana)) + pesos).toBe(FUNDS + cover - returned)
  const count = (status: string) => keeps.filter((keep) => keep.status === status).length
  expect(count('open')).toBe(rescue?.status === 'offered' ? 1 : 0)
  expect(count('used')).toBe(rescue?.status === 'taken' ? 1 : 0)
}

const ID = /[0-9a-f]{8}-[0-9a-f-]{27}/g

/** Everything that the act can have changed, in a form that is equal for every scene. */
async function leftOf({ ana, lost, other, failedId }: Scene): Promise<unknown> {
  const of = (trip: TestTrip) => traces(test, { trip, driver: trip.driver, passenger: ana })
  const left = [await test.rows(RESCUE, [failedId]), await of(lost), await of(other)]
  return JSON.parse(JSON.stringify(left).replaceAll(ID, 'id'))
}

/** So that the next scene finds no car of this one. */
async function close({ other, spare = other }: Scene): Promise<void> {
  for (const { driver, tripId } of new Set([other, spare])) {
    await cancelTrip(test.deps, driver, { tripId })
  }
}

it.each(acts)(
  'leaves money or a seat, and one effect after a repeat, wherever it is killed: $name',
  { timeout: LONG_MS },
  async ({ prepare, act }) => {
    let expected: unknown
    await killEach(test.deps.databaseUrl, async ({ db, name, bury }) => {
      const before = await test.balance()
      const scene = await prepare()
      await act({ ...test.deps, db }, scene).catch(() => undefined)
      await bury()
      await expectWhole(scene, before)
      await act(test.deps, scene)
      await expectWhole(scene, before)
      const left = await leftOf(scene)
      expected ??= left
      expect(left, name).toEqual(expected)
      await close(scene)
    })
    await expectConsistent(test.deps)
  },
)

it('pays the fund its share of each day once wherever the job is killed', {
  timeout: LONG_MS,
}, async () => {
  let day = 0
  await killEach(test.deps.databaseUrl, async ({ db, name, bury }) => {
    day += 1
    test.clock.set(addMs(TEST_NOW, day * DAY_MS))
    const trip = await aTrip(test.deps, { departsAt: addMs(test.clock.now(), HOUR_MS), stops })
    const ana = await test.aPassenger()
    const booking = await test.booked(ana, trip, way)
    await test.board(trip.driver, booking)
    test.clock.advance(DAY_MS)
    const before = await test.balance()
    const share = Math.floor((Math.floor(booking.price / 10) * 15) / 100)
    await payFundShares({ ...test.deps, db }).catch(() => undefined)
    await bury()
    expect([before, before + share], name).toContain(await test.balance())
    await payFundShares(test.deps)
    await payFundShares(test.deps)
    expect(await test.balance(), name).toBe(before + share)
  })
  await expectConsistent(test.deps)
})
