// Case 13 and 14 of trips with one change: a driver moves, and no time is left to change cars.
import { beforeAll, expect, it } from 'vitest'
import { addMs, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { type ConnectionsApp, openConnectionsApp, type Pair } from '#test/connection-factories.ts'
import { asOwner } from '#test/db.ts'
import type { TestUser } from '#test/factories.ts'
import { expectConsistent } from '#test/race/invariants.ts'

let test: ConnectionsApp

beforeAll(async () => {
  test = await openConnectionsApp()
})

const FUNDS = 500_000

const at = (trip: Pair[number], byMinutes: number) => ({
  departsAt: addMs(trip.facts.departsAt, byMinutes * MINUTE_MS).toISOString(),
})

/** A passenger with 90 minutes to change cars, after driver 1 or 2 moved by some minutes. */
async function moved(part: 1 | 2, byMinutes: number) {
  const pair = await test.newPair()
  const ana = await test.aPassenger()
  const booked = await test.bookedBoth(ana, pair)
  test.clock.set(addMs(pair[0].facts.departsAt, -10 * HOUR_MS))
  await test.edit(pair[part - 1] as Pair[number], at(pair[part - 1] as Pair[number], byMinutes))
  const moves = byMinutes * MINUTE_MS
  const pickUp = addMs(pair[1].facts.departsAt, part === 2 ? moves : 0)
  const release = addMs(pickUp, -2 * HOUR_MS)
  return { pair, ana, booked, release, before: FUNDS }
}

const states = async (ana: TestUser, booked: Parameters<ConnectionsApp['show']>[1]) =>
  (await test.show(ana, booked)).map(({ state }) => state)

async function atRelease(release: Date) {
  await test.runJobs()
  test.clock.set(addMs(release, -MINUTE_MS))
  await test.runJobs()
  test.clock.set(release)
  await test.runJobs()
}

it.each([
  [1, 70],
  [2, -70],
] as const)(
  'releases the second seat two hours before when driver %i moves by %i min and nobody answers',
  async (part, by) => {
    const { pair, ana, booked, release, before } = await moved(part, by)
    expect(await states(ana, booked)).toEqual(['confirmed', 'confirmed'])
    await atRelease(release)
    expect((await states(ana, booked))[1]).toBe('cancelled_by_passenger')
    const [first, second] = await test.show(ana, booked)
    expect([second.refunded, second.charged]).toEqual([second.price, 0])
    expect(second.leftBecause).toBe('moved_hours')
    // The first one is free too: who does not board pays nothing.
    expect(first.connection.brokenAt).not.toBeNull()
    expect(await test.messages(ana)).toContain('part_released')
    expect(await test.messages(pair[1].driver)).toContain('passenger_released')
    test.clock.set(addMs(pair[0].facts.arrivesAt, 26 * HOUR_MS))
    await test.runJobs()
    expect(await test.available(ana)).toBe(before)
    await expectConsistent(test.deps)
  },
)

it('says in the message of the move when the seat is released, and why it was', async () => {
  const { ana, release } = await moved(1, 70)
  const bodies = async (kind: string): Promise<string> => {
    const find = 'select body from notifications where user_id = $1 and kind = $2'
    const { rows } = await asOwner(test.deps.databaseUrl, find, [ana.userId, kind])
    return rows.map(({ body }) => body).join(' ')
  }
  expect(await bodies('trip_changed')).toMatch(/soltamos el segundo carro .* sin costo/)
  await atRelease(release)
  expect(await bodies('part_released')).toMatch(/no alcanzas a cambiar de carro/)
})

it('keeps the seat of a passenger who says that the hour suits', async () => {
  const { ana, booked, release } = await moved(1, 70)
  const [first] = await test.show(ana, booked)
  const said = await test.act(ana, booked.first, 'accept-change', { at: first.from.at })
  expect(said.status).toBe(200)
  await atRelease(release)
  expect((await states(ana, booked))[1]).toBe('confirmed')
})

it('keeps the seat when a later move leaves time again', async () => {
  const { pair, ana, booked, release } = await moved(1, 70)
  await test.edit(pair[1], at(pair[1], 60))
  await atRelease(release)
  expect((await states(ana, booked))[1]).toBe('confirmed')
})

it('keeps the seat of a passenger who boarded the first car', async () => {
  const { pair, ana, booked, release } = await moved(1, 70)
  const boards = addMs(pair[0].facts.departsAt, 70 * MINUTE_MS)
  test.clock.set(boards < release ? boards : addMs(release, -MINUTE_MS))
  await test.board(pair[0].driver, booked.first)
  await atRelease(release)
  expect((await states(ana, booked))[1]).toBe('confirmed')
})

it('keeps connection and seat after a move that leaves 30 minutes or more', async () => {
  const { ana, booked, release } = await moved(1, 60)
  const [first] = await test.show(ana, booked)
  expect(first.refundIfCancelledNow).toBe(first.price)
  await atRelease(release)
  expect((await states(ana, booked))[1]).toBe('confirmed')
})

it.each([
  ['first', 0, 70, 1],
  ['first', 0, 20, 0],
  ['second', 1, -70, 1],
  ['second', 1, -10, 0],
] as const)('previews a move of the %s car: %i %i', async (_which, index, by, changesLost) => {
  const pair = await test.newPair()
  await test.bookedBoth(await test.aPassenger(), pair)
  const trip = pair[index]
  const { body } = await test.call(
    trip.driver,
    'POST',
    `/trips/${trip.tripId}/change-preview`,
    at(trip, by),
  )
  expect(body.preview).toMatchObject({ changesLost })
})
