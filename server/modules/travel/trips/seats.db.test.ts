import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { asOwner } from '#test/db.ts'
import { type TestDeps, testDeps } from '#test/deps.ts'
import { aRoadNetwork, aTrip, type TestTrip } from '#test/trip-factories.ts'
import { findSeatState, listSeatsLeft, returnSeats, takeSeats } from './seats.queries.ts'
import { closeTrip, completeTrips, findTripFacts, findTripsFacts } from './trips.queries.ts'

let deps: TestDeps
let trip: TestTrip
let legs: number

beforeAll(async () => {
  deps = await testDeps()
  await aRoadNetwork(deps)
})

beforeEach(async () => {
  trip = await aTrip(deps)
  legs = trip.facts.places.length - 1
})

function take(fromSeq: number, toSeq: number, seats: number, tripId = trip.tripId) {
  return inTransaction(deps.db, (tx) => takeSeats(tx, { tripId, fromSeq, toSeq, seats }))
}

function giveBack(fromSeq: number, toSeq: number, seats: number) {
  const { tripId } = trip
  return inTransaction(deps.db, (tx) => returnSeats(tx, { tripId, fromSeq, toSeq, seats }))
}

const left = () => listSeatsLeft(deps.db, trip.tripId)

describe('seats per leg of a trip', () => {
  it('takes seats only on the requested legs', async () => {
    expect(await take(1, 3, 2)).toBe(true)
    const expected = Array.from({ length: legs }, (_, leg) => (leg === 1 || leg === 2 ? 1 : 3))
    expect(await left()).toEqual(expected)
  })

  it('takes no seats at all when one leg has too few', async () => {
    expect(await take(2, 3, 2)).toBe(true)
    const before = await left()
    expect(await take(0, legs, 2)).toBe(false)
    expect(await left()).toEqual(before)
    expect(await take(0, 2, 3)).toBe(true)
    expect(await take(3, legs, 3)).toBe(true)
    expect(await take(2, 3, 1)).toBe(true)
    expect(new Set(await left())).toEqual(new Set([0]))
  })

  it('takes no seats past the last leg, on unknown trips or on closed ones', async () => {
    expect(await take(legs, legs + 1, 1)).toBe(false)
    expect(await take(0, legs + 1, 1)).toBe(false)
    expect(await take(0, 1, 1, '01890000-0000-7000-8000-00000000dead')).toBe(false)
    await asOwner(deps.databaseUrl, 'update trip_seats set open = false where trip_id = $1', [
      trip.tripId,
    ])
    expect(await take(0, 1, 1)).toBe(false)
  })

  it('returns seats to their legs, never above the capacity', async () => {
    await take(0, legs, 1)
    await giveBack(1, 2, 1)
    expect(await left()).toEqual(Array.from({ length: legs }, (_, leg) => (leg === 1 ? 3 : 2)))
    await expect(giveBack(1, 2, 1)).rejects.toThrow('trip_seats')
    await expect(giveBack(0, legs + 1, 1)).rejects.toThrow('no trip')
  })

  it('refuses to take seats on empty and backward segments', async () => {
    await expect(take(2, 2, 1)).rejects.toThrow('no slice')
    await expect(take(-1, 2, 1)).rejects.toThrow('no slice')
    await expect(take(0, 2, 0)).rejects.toThrow('no slice')
    await expect(take(0, 2, -1)).rejects.toThrow('no slice')
  })

  it('sells each of three seats once to twenty parallel requests', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => take(0, legs, 1)))
    expect(answers.filter(Boolean)).toHaveLength(3)
    expect(new Set(await left())).toEqual(new Set([0]))
  })
})

describe('closing a trip', () => {
  const close = (status: 'cancelled' | 'completed', driverId = trip.driver.userId) =>
    inTransaction(deps.db, (tx) =>
      closeTrip(tx, { tripId: trip.tripId, driverId, status, now: deps.clock.now() }),
    )

  it('lets the driver cancel a trip once, which closes its sales', async () => {
    expect(await close('cancelled', '01890000-0000-7000-8000-00000000dead')).toBe(false)
    expect(await close('cancelled')).toBe(true)
    expect(await close('cancelled')).toBe(false)
    expect((await findTripFacts(deps.db, trip.tripId))?.status).toBe('cancelled')
    expect((await findSeatState(deps.db, trip.tripId)).open).toBe(false)
  })

  it('does not cancel a departed trip', async () => {
    await asOwner(deps.databaseUrl, 'update trips set departs_at = $1 where id = $2', [
      deps.clock.now(),
      trip.tripId,
    ])
    expect(await close('cancelled')).toBe(false)
    expect(await close('completed')).toBe(true)
  })

  it('completes a trip once, a day after its arrival', async () => {
    const { arrivesAt } = trip.facts
    const complete = (ms: number) =>
      inTransaction(deps.db, (tx) => completeTrips(tx, addMs(arrivesAt, DAY_MS + ms)))
    await complete(-1)
    expect((await findTripFacts(deps.db, trip.tripId))?.status).toBe('published')
    expect(await complete(0)).toBeGreaterThanOrEqual(1)
    expect(await complete(0)).toBe(0)
    expect((await findTripFacts(deps.db, trip.tripId))?.status).toBe('completed')
    expect((await findSeatState(deps.db, trip.tripId)).open).toBe(false)
  })
})

describe('facts of trips', () => {
  it('reads the facts of several trips in one call and leaves out unknown ids', async () => {
    const other = await aTrip(deps, { stops: ['73001', '76001'] })
    const unknown = '01890000-0000-7000-8000-00000000dead'
    const found = await findTripsFacts(deps.db, [trip.tripId, unknown, other.tripId])
    expect([...found.keys()].sort()).toEqual([trip.tripId, other.tripId].sort())
    expect(found.get(other.tripId)?.places[0]).toMatchObject({
      seq: 0,
      placeId: '73001',
      name: 'Ibagué',
      at: other.facts.departsAt,
      km: 0,
    })
    expect(found.get(other.tripId)?.places.at(-1)?.at).toEqual(other.facts.arrivesAt)
  })
})
