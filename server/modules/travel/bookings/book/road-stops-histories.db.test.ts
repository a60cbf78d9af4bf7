// Random histories of a trip that sells places of its road at once: whatever passengers, its driver
// and the team do in any order, it stops at no more of them than it allows, and at each that is
// booked.
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { HOUR_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { aVerifiedDriver, type TestDriver, type TestUser } from '#test/factories.ts'
import { HISTORIES, LONG_MS } from '#test/property-budget.ts'
import { expectConsistent } from '#test/race/invariants.ts'
import { BOGOTA, CALI, type TestTrip } from '#test/trip-factories.ts'

const ROAD = 5
const PEOPLE = 4

let test: BookingsApp
let driver: TestDriver
let people: TestUser[]
/** Places of the road in their order, each with a point. */
let road: string[]

const read = async (sql: string, values: unknown[] = []) =>
  (await asOwner(test.deps.databaseUrl, sql, values)).rows

beforeAll(async () => {
  test = await openBookingsApp()
  driver = await aVerifiedDriver(test.deps)
  people = []
  for (let no = 0; no < PEOPLE; no += 1) people.push(await test.aPassenger(50_000_000))
  const { facts, tripId } = await test.newTrip({ driver, stops: [BOGOTA, CALI] })
  road = facts.places.slice(1, 1 + ROAD).map(({ placeId }) => placeId)
  await test.call(driver, 'POST', `/trips/${tripId}/cancel`)
  for (const placeId of road) {
    await read(
      `insert into safe_points (id, place_id, name, kind, lat, lng, approximate, address, status,
         created_at) values ($1, $2, 'Parador', 'other', 4, -75, false, 'Vía', 'vetted', now())`,
      [newId(), placeId],
    )
  }
})

type World = { trip: TestTrip; bookings: { id: string; who: TestUser }[] }

const step = fc.oneof(
  ...[1, 2, 3].map(() =>
    fc.record({
      do: fc.constantFrom('book' as const, 'segment' as const),
      who: fc.nat(PEOPLE - 1),
      from: fc.nat(ROAD),
      to: fc.nat(ROAD),
    }),
  ),
  fc.record({
    do: fc.constantFrom('cancel' as const, 'drop' as const, 'accept' as const, 'back' as const),
    who: fc.nat(PEOPLE - 1),
  }),
  fc.record({ do: fc.constant('allow' as const), extraMax: fc.nat(3), asks: fc.boolean() }),
  fc.record({ do: fc.constant('declare' as const), place: fc.nat(ROAD) }),
  fc.record({ do: fc.constant('hide' as const), place: fc.nat(ROAD - 1) }),
  fc.constant({ do: 'wait' as const }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
type Ends = { from: number; to: number }

/** Bogotá or a place of the road to a place of the road further on or Cali. */
const endsOf = ({ from, to }: Ends) => {
  const places = [BOGOTA, ...road, CALI]
  return { from: places[from] as string, to: places[Math.min(from + 1 + to, ROAD + 1)] as string }
}

type Sold = { roadStops: string; max: number; declared: number[]; used: number[] }

async function soldBy({ trip }: World): Promise<Sold> {
  const [row] = await read(
    `select road_stops as "roadStops", extra_max::int as max, declared_seqs as declared,
       s.extra_stops as used
     from trips t join trip_seats s on s.trip_id = t.id where t.id = $1`,
    [trip.tripId],
  )
  return row as Sold
}

/** By the words of decision 72: both ends are stops, or are sold at once and still fit. */
async function isAtOnce(world: World, ends: { from: string; to: string }): Promise<boolean> {
  const { roadStops, max, declared, used } = await soldBy(world)
  const hidden = await read("select place_id as id from safe_points where status = 'hidden'")
  const { places } = world.trip.facts
  const seqs = [ends.from, ends.to].map((id) => places.findIndex(({ placeId }) => placeId === id))
  const extra = seqs.filter((seq) => !declared.includes(seq))
  if (extra.length === 0) return true
  if (roadStops !== 'at_once') return false
  // A stop of the driver needs no point.
  if (extra.some((seq) => hidden.some(({ id }) => id === places[seq]?.placeId))) return false
  return new Set([...used, ...extra]).size <= max
}

const OPEN = ['requested', 'confirmed']

/** Each step may be refused; it must not break an invariant. */
async function perform(world: World, each: Step): Promise<void> {
  const { trip, bookings } = world
  if (each.do === 'wait') return test.clock.advance(HOUR_MS)
  if (each.do === 'hide') {
    const toggle = `update safe_points
      set status = case status when 'hidden' then 'vetted' else 'hidden' end where place_id = $1`
    return void (await read(toggle, [road[each.place]]))
  }
  if (each.do === 'allow' || each.do === 'declare') {
    const place = each.do === 'declare' && road[each.place]
    const stops = [BOGOTA, ...(place ? [place] : []), CALI].map((placeId) => ({ placeId }))
    const terms =
      each.do === 'declare'
        ? { stops }
        : { extraMax: each.extraMax, roadStops: each.asks ? 'ask' : 'at_once' }
    return void (await test.call(driver, 'PATCH', `/trips/${trip.tripId}`, terms))
  }
  const who = people[each.who] as TestUser
  const own = bookings.findLast((booking) => booking.who === who)
  if (each.do === 'book') {
    const ends = endsOf(each)
    const atOnce = await isAtOnce(world, ends)
    const { status, body } = await test.book(who, trip, ends)
    if (status !== 201) return
    expect(body.booking.status, JSON.stringify(ends)).toBe(atOnce ? 'confirmed' : 'requested')
    bookings.push({ id: body.booking.id, who })
  } else if (!own) {
    return
  } else if (each.do === 'segment') {
    const { from, to } = endsOf(each)
    await test.act(who, own, 'segment', { fromStopId: trip.stop(from), toStopId: trip.stop(to) })
  } else if (each.do === 'cancel') await test.act(who, own, 'cancel')
  else if (each.do === 'back') await test.act(who, own, 'give-back', { seats: 1 })
  else await test.act(driver, own, each.do === 'drop' ? 'cancel' : 'accept')
}

async function expectInvariants(world: World): Promise<void> {
  const { max, declared, used } = await soldBy(world)
  const rows = await read(
    `select id, status, from_seq, to_seq, expires_at is null as at_once from bookings
     where trip_id = $1`,
    [world.trip.tripId],
  )
  const ends = rows.flatMap((row) =>
    row.status === 'confirmed' && row.at_once ? [row.from_seq, row.to_seq] : [],
  )
  const extra = [...new Set<number>(ends)].filter((seq) => !declared.includes(seq))
  expect([...used].sort((a, b) => a - b)).toEqual(extra.sort((a, b) => a - b))
  expect(used.length).toBeLessThanOrEqual(max)
}

it('stops at what is booked, and at no more than it allows, in every history', {
  timeout: LONG_MS,
}, async () => {
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 3 }),
      fc.array(step, { minLength: 1, maxLength: 12 }),
      async (extraMax, history) => {
        // The same people act in every history.
        await read('delete from rate_limits')
        // A history that failed left its trip, and a smaller one is looked for.
        const left = `select id from trips where driver_id = $1 and status = 'published'`
        for (const { id } of await read(left, [driver.userId])) {
          await test.call(driver, 'POST', `/trips/${id}/cancel`)
        }
        await read("update safe_points set status = 'vetted' where name = 'Parador'")
        const terms = { stops: [BOGOTA, CALI], roadStops: 'at_once' as const, extraMax, seats: 4 }
        const world: World = { trip: await test.newTrip({ driver, ...terms }), bookings: [] }
        for (const each of history) {
          await perform(world, each)
          await expectInvariants(world)
        }
        for (const { id } of world.bookings) {
          const [row] = await read('select status from bookings where id = $1', [id])
          seen.add(row?.status)
        }
        const { status } = await test.call(driver, 'POST', `/trips/${world.trip.tripId}/cancel`)
        expect(status).toBe(200)
        const open = 'select id from bookings where trip_id = $1 and status = any ($2)'
        expect(await read(open, [world.trip.tripId, OPEN])).toEqual([])
        expect((await soldBy(world)).used).toEqual([])
      },
    ),
    {
      numRuns: HISTORIES,
      examples: [[1, [1, 2].map((from, who) => ({ do: 'book' as const, who, from, to: 9 }))]],
    },
  )
  await expectConsistent(test.deps)
  expect([...seen]).toEqual(expect.arrayContaining(['confirmed', 'requested']))
})
