import { beforeAll, describe, expect, it } from 'vitest'
import { loadSafePoints } from '#server/modules/roads/places/index.ts'
import { placeAt } from '#server/modules/travel/trips/index.ts'
import { addMs, bogotaDate, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { derivedId } from '#server/platform/ids.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aUser, aVerifiedDriver, type TestDriver, type TestUser } from '#test/factories.ts'
import { aTrip, BOGOTA, type TestTrip, type TripOptions } from '#test/trip-factories.ts'
import { neededChangeMinutes } from './change-minutes.ts'
import { type ConnectionQuery, findConnections } from './find-connections.ts'

const VILLAVICENCIO = '50001'
const TUNJA = '15001'
const SALITRE = derivedId('safe-point', 'bogota-terminal-salitre')
const NORTH = derivedId('safe-point', 'bogota-terminal-norte')
const NO_STOPS = { roadStops: 'ask', extraMax: 2 }
const MALL = derivedId('safe-point', 'bogota-unicentro')

let test: BookingsApp
let ana: TestUser
let drivers: { one: TestDriver; two: TestDriver }
beforeAll(async () => {
  test = await openBookingsApp()
  await loadSafePoints(test.deps)
  ana = await test.aPassenger()
  drivers = { one: await aVerifiedDriver(test.deps), two: await aVerifiedDriver(test.deps) }
})

/** Each case has a day of its own, so that it has only its own trips. */
let midnight = new Date('2026-11-26T05:00:00.000Z')
function aDay(): Date {
  midnight = addMs(midnight, 2 * DAY_MS)
  return midnight
}

type Pair = { first?: TripOptions; second?: TripOptions; startsAt?: Date; wait?: number }

/** A trip Villavicencio → Bogotá, and one Bogotá → Tunja that leaves `wait` minutes later. */
async function aPair({ first = {}, second = {}, startsAt, wait = 90 }: Pair = {}) {
  const departsAt = startsAt ?? addMs(aDay(), 6 * HOUR_MS)
  const one = await aTrip(test.deps, {
    ...{ driver: drivers.one, stops: [VILLAVICENCIO, BOGOTA], departsAt },
    ...first,
  })
  const leaves = addMs(endOf(one), wait * MINUTE_MS)
  const two = await aTrip(test.deps, {
    ...{ driver: drivers.two, stops: [BOGOTA, TUNJA], departsAt: leaves },
    ...second,
  })
  return { one, two, departsAt, minutes: (endOf(one).getTime() - departsAt.getTime()) / MINUTE_MS }
}

const endOf = ({ facts }: TestTrip) => placeAt(facts, facts.places.length - 1).at

async function find(departsAt: Date, query: Partial<ConnectionQuery> = {}, viewer = ana) {
  const ends = { from: VILLAVICENCIO, to: TUNJA, date: bogotaDate(departsAt) }
  return (await findConnections(test.deps, viewer, { ...ends, ...query })).connections
}

const tripsOf = (found: Awaited<ReturnType<typeof find>>) =>
  found.map(({ parts: [one, two] }) => [one.tripId, two.tripId])

describe('a trip with one change', () => {
  it('is shown with its price, its change and both cars, and can be booked', async () => {
    const { one, two, departsAt, minutes } = await aPair({ wait: 55 })
    const query = `from=${VILLAVICENCIO}&to=${TUNJA}&date=${bogotaDate(departsAt)}`
    const { status, body } = await test.call(ana, 'GET', `/connections?${query}`)
    expect(status).toBe(200)
    const [connection] = body.connections
    expect(connection).toMatchObject({
      parts: [
        { tripId: one.tripId, from: { placeId: VILLAVICENCIO }, to: { placeId: BOGOTA } },
        { tripId: two.tripId, from: { placeId: BOGOTA }, to: { placeId: TUNJA } },
      ],
      changeAt: { placeId: BOGOTA, name: 'Bogotá', point: { id: SALITRE, listed: true } },
      ...{ changeMinutes: 55, slack: 'normal' },
      departsAt: departsAt.toISOString(),
      arrivesAt: endOf(two).toISOString(),
    })
    expect(neededChangeMinutes(minutes, NO_STOPS)).toBeLessThanOrEqual(55)
    const [first, second] = connection.parts
    expect(connection.price).toBe(first.price + second.price)
    for (const [part, point] of [
      [first, { toPointId: SALITRE }],
      [second, { fromPointId: SALITRE }],
    ]) {
      const { tripId, fromStopId, toStopId, price } = part
      const asked = { fromStopId, toStopId, expectedPrice: price, ...point }
      const booked = await test.call(ana, 'POST', `/trips/${tripId}/bookings`, asked)
      expect(booked.body.booking.status).toBe('confirmed')
    }
  })

  it('is found on a part of a longer road, between stops of the driver', async () => {
    const stops = ['68001', TUNJA, BOGOTA]
    const departsAt = addMs(aDay(), 5 * HOUR_MS)
    const one = await aTrip(test.deps, { stops, departsAt })
    const leaves = addMs(endOf(one), 2 * HOUR_MS)
    const two = await aTrip(test.deps, { stops: [BOGOTA, VILLAVICENCIO], departsAt: leaves })
    const ends = { from: TUNJA, to: VILLAVICENCIO }
    expect(tripsOf(await find(departsAt, ends))).toEqual([[one.tripId, two.tripId]])
  })

  it('needs at least the minutes of its first part, and is ample with twice as many', async () => {
    const { minutes } = await aPair()
    const needs = neededChangeMinutes(minutes, NO_STOPS)
    const tight = await aPair({ wait: needs - 1 })
    expect(await find(tight.departsAt)).toEqual([])
    const fits = await aPair({ wait: needs })
    expect(await find(fits.departsAt)).toMatchObject([{ slack: 'normal' }])
    const ample = await aPair({ wait: 2 * needs })
    expect(await find(ample.departsAt)).toMatchObject([{ slack: 'ample' }])
    const minutesOf = (part: number) => neededChangeMinutes(part, NO_STOPS)
    expect([60, 120, 240, 360, 480].map(minutesOf)).toEqual([45, 48, 66, 84, 102])
  })

  it('needs 5 more minutes for each extra stop that the first driver sells at once', async () => {
    const first = { roadStops: 'at_once', extraMax: 2 } as const
    const { minutes } = await aPair()
    const needs = neededChangeMinutes(minutes, NO_STOPS) + 10
    expect(neededChangeMinutes(minutes, first)).toBe(needs)
    const tight = await aPair({ first, wait: needs - 1 })
    expect(await find(tight.departsAt)).toEqual([])
    expect(await find((await aPair({ first, wait: needs })).departsAt)).toHaveLength(1)
    // Stops of the second car cost the passenger no time before the change.
    const second = await aPair({ second: first, wait: needs - 10 })
    expect(await find(second.departsAt)).toHaveLength(1)
  })

  it('never has the same car twice, but may have the same driver twice', async () => {
    const through = await aTrip(test.deps, {
      stops: [VILLAVICENCIO, BOGOTA, TUNJA],
      departsAt: addMs(aDay(), 6 * HOUR_MS),
    })
    expect(await find(through.facts.departsAt)).toEqual([])
    const driver = await aVerifiedDriver(test.deps)
    const { departsAt } = await aPair({ first: { driver }, second: { driver } })
    expect(await find(departsAt)).toHaveLength(1)
  })

  it('is not shown beside a direct trip that leaves no earlier and arrives no later', async () => {
    const { departsAt, two } = await aPair({ wait: 180 })
    expect(await find(departsAt)).toHaveLength(1)
    const direct = { stops: [VILLAVICENCIO, BOGOTA, TUNJA] }
    await aTrip(test.deps, { ...direct, departsAt: addMs(departsAt, -MINUTE_MS) })
    expect(tripsOf(await find(departsAt))).toEqual([[expect.anything(), two.tripId]])
    await aTrip(test.deps, { ...direct, departsAt })
    expect(await find(departsAt)).toEqual([])
  })
})

describe('who may book both cars at once', () => {
  it.each([
    ['one driver answers requests', { instant: false }],
    ['one car has fewer seats than asked', { seats: 2 }],
  ])('case 23 and others: nothing is shown when %s', async (_why, second) => {
    const { departsAt } = await aPair({ second })
    expect(await find(departsAt, { seats: 3 })).toEqual([])
  })

  it('nothing is shown when one driver takes only cash', async () => {
    const { departsAt, two } = await aPair()
    const inCash = `update trips set payment_modes = '{directo}' where id = $1`
    await asOwner(test.deps.databaseUrl, inCash, [two.tripId])
    expect(await find(departsAt)).toEqual([])
  })

  it('leaves out places on the road where no driver declared a stop', async () => {
    const { departsAt } = await aPair({ first: { stops: [VILLAVICENCIO, BOGOTA, '25754'] } })
    expect(await find(departsAt)).toHaveLength(1)
    const passing = await aPair({
      first: { stops: [VILLAVICENCIO, '25754'] },
      second: { departsAt: addMs(aDay(), 14 * HOUR_MS) },
    })
    expect(await find(passing.departsAt)).toEqual([])
  })

  it("leaves out the passenger's own trips and those of blocked people", async () => {
    const [first, second] = [await aVerifiedDriver(test.deps), await aVerifiedDriver(test.deps)]
    const own = { first: { driver: first }, second: { driver: second } }
    const { departsAt, one, two } = await aPair(own)
    expect(await find(departsAt, {}, two.driver)).toEqual([])
    const other = await test.aPassenger(0)
    await test.call(other, 'POST', '/blocks', { userId: one.driver.userId })
    expect(await find(departsAt, {}, other)).toEqual([])
    await test.call(two.driver, 'POST', '/blocks', { userId: ana.userId })
    expect(await find(departsAt)).toEqual([])
    expect(await find(departsAt, {}, await test.aPassenger(0))).toHaveLength(1)
  })

  it('shows a car for verified people only to them, and only for one seat', async () => {
    const { one } = await aPair()
    const preferences = { ...one.facts.preferences, verifiedOnly: true }
    const { departsAt } = await aPair({ second: { preferences } })
    const verified = await aUser(test.deps, { verified: true })
    expect(await find(departsAt, {}, verified)).toHaveLength(1)
    expect(await find(departsAt, { seats: 2 }, verified)).toEqual([])
    expect(await find(departsAt)).toEqual([])
    const ends = { from: VILLAVICENCIO, to: TUNJA, date: bogotaDate(departsAt) }
    expect((await findConnections(test.deps, null, ends)).connections).toEqual([])
  })

  it('needs the filters in both cars, and finds nothing for who wants to pay in cash', async () => {
    const { one } = await aPair()
    const pets = { ...one.facts.preferences, pets: true }
    const both = { preferences: pets, paymentModes: ['billetera' as const] }
    const half = await aPair({ first: both })
    expect(await find(half.departsAt, { filters: ['pets', 'billetera'] })).toEqual([])
    const whole = await aPair({ first: both, second: both })
    expect(await find(whole.departsAt, { filters: ['pets', 'instant'] })).toHaveLength(1)
    expect(await find(whole.departsAt, { filters: ['directo'] })).toEqual([])
  })

  it('answers nothing for a past day, and refuses one place and unknown places', async () => {
    expect(await find(addMs(TEST_NOW, -30 * DAY_MS))).toEqual([])
    const same = find(TEST_NOW, { to: VILLAVICENCIO })
    await expect(same).rejects.toMatchObject({ code: 'route_stops_invalid' })
    await expect(find(TEST_NOW, { to: '99999' })).rejects.toMatchObject({ code: 'place_not_found' })
  })
})

describe('where the cars are changed', () => {
  const pointOf = async (departsAt: Date) =>
    (await find(departsAt)).map(({ changeAt }) => changeAt.point.id)

  it('is the point that a driver chose, and none when the two chose different ones', async () => {
    const at = (point: string) => ({ points: { [BOGOTA]: point } })
    expect(await pointOf((await aPair({ second: at(NORTH) })).departsAt)).toEqual([NORTH])
    const same = await aPair({ first: at(NORTH), second: at(NORTH) })
    expect(await pointOf(same.departsAt)).toEqual([NORTH])
    const apart = await aPair({ first: at(SALITRE), second: at(NORTH) })
    expect(await pointOf(apart.departsAt)).toEqual([])
  })

  it('is open from the arrival to the departure', async () => {
    const chosen = { second: { points: { [BOGOTA]: MALL } } }
    const morning = await aPair({ ...chosen, startsAt: addMs(aDay(), 4 * HOUR_MS) })
    expect(await pointOf(morning.departsAt)).toEqual([])
    const noon = await aPair({ ...chosen, startsAt: addMs(aDay(), 12 * HOUR_MS) })
    expect(await pointOf(noon.departsAt)).toEqual([MALL])
    const evening = { ...chosen, startsAt: addMs(aDay(), 16 * HOUR_MS), wait: 120 }
    expect(await pointOf((await aPair(evening)).departsAt)).toEqual([])
  })

  it('case 9: is at night only a terminal that never closes, also over midnight', async () => {
    const { minutes } = await aPair()
    const night = () => addMs(aDay(), 23 * HOUR_MS + (50 - minutes) * MINUTE_MS)
    const over = await aPair({ startsAt: night(), wait: 55 })
    expect(bogotaDate(over.two.facts.departsAt)).not.toBe(bogotaDate(over.departsAt))
    expect(await pointOf(over.departsAt)).toEqual([SALITRE])
    const closed = { second: { points: { [BOGOTA]: NORTH } } }
    expect(
      await pointOf((await aPair({ ...closed, startsAt: night(), wait: 55 })).departsAt),
    ).toEqual([])
  })

  it('case 10: is reached the day after, within the longest journey and not later', async () => {
    const startsAt = addMs(aDay(), 20 * HOUR_MS)
    const late = await aPair({ startsAt, wait: 6 * 60 })
    expect(await find(late.departsAt)).toEqual([])
    const early = await aPair({ startsAt: addMs(aDay(), 20 * HOUR_MS), wait: 3 * 60 })
    expect(await find(early.departsAt)).toHaveLength(1)
  })

  it('is no point that left the list', async () => {
    const { departsAt } = await aPair({ second: { points: { [BOGOTA]: NORTH } } })
    const hide = `update safe_points set status = $2 where id = $1`
    await asOwner(test.deps.databaseUrl, hide, [NORTH, 'hidden'])
    expect(await find(departsAt)).toEqual([])
    await asOwner(test.deps.databaseUrl, hide, [NORTH, 'vetted'])
    expect(await find(departsAt)).toHaveLength(1)
  })
})
