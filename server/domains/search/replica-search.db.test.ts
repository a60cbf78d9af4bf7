import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildApp } from '#server/app.ts'
import { bookSeat } from '#server/domains/bookings/bookings.public.ts'
import { quoteTrip } from '#server/domains/pricing/pricing.public.ts'
import { addMs, bogotaDate, DAY_MS } from '#server/platform/clock.ts'
import { type Db, openDatabase } from '#server/platform/db/open.ts'
import { openReplica } from '#server/platform/db/replica.ts'
import type { Replica } from '#server/platform/db/replica-reads.ts'
import type { Deps } from '#server/platform/deps.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { type TestDeps, testDeps } from '#test/deps.ts'
import { aFundedWallet, aUser, aVerifiedDriver, type TestDriver } from '#test/factories.ts'
import { openReplicatedDatabase, type ReplicatedDatabase } from '#test/streaming-replica.ts'
import { aRoadNetwork, aTrip, BOGOTA, CALI } from '#test/trip-factories.ts'

// Two server processes that search on a replica. It is cut off while somebody publishes: within its
// bound it may still be read, and does not have the new trip.

type Process = { app: FastifyInstance; replica: Replica; deps: Deps }

let pair: ReplicatedDatabase
let deps: TestDeps
let one: Process
let other: Process
let db: Db
let driver: TestDriver
const departsAt = (): Date => addMs(deps.clock.now(), 7 * DAY_MS)

beforeAll(async () => {
  pair = await openReplicatedDatabase()
  db = openDatabase(pair.primaryUrl, { restricted: true, poolSize: 10 })
  // Money of tests is moved by the owner of the database.
  deps = { ...(await testDeps()), db, databaseUrl: pair.primaryUrl }
  await aRoadNetwork(deps)
  one = await aProcess()
  other = await aProcess()
  driver = await aVerifiedDriver(deps)
}, 120_000)

afterAll(async () => {
  for (const { app, replica } of [one, other]) {
    await app.close()
    await replica.stop()
  }
  await db.destroy()
})

async function aProcess(): Promise<Process> {
  const own = { ...deps, metrics: createMetrics({ process: false }) }
  const settings = { url: pair.replicaUrl, maxAgeMs: 15_000, poolSize: 4, beatEveryMs: 100 }
  const replica = openReplica(own, settings)
  return { app: await buildApp({ ...own, replica }), replica, deps: own }
}

type Asked = { token?: string; newest?: boolean }

async function search({ app }: Process, { token, newest }: Asked = {}): Promise<string[]> {
  const url = `/api/trips/search?from=${BOGOTA}&to=${CALI}&date=${bogotaDate(departsAt())}`
  const headers = {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(newest ? { 'cache-control': 'max-age=0' } : {}),
  }
  const answer = await app.inject({ url, headers })
  expect(answer.statusCode).toBe(200)
  return answer.json().results.map((found: { tripId: string }) => found.tripId)
}

async function publish({ app }: Process, { token, vehicleId }: TestDriver): Promise<string> {
  const stops = [BOGOTA, CALI]
  const { quote } = await quoteTrip(deps, { stops, departsAt: departsAt(), seats: 3 })
  const answer = await app.inject({
    method: 'POST',
    url: '/api/trips',
    headers: { authorization: `Bearer ${token}` },
    payload: {
      vehicleId,
      stops: stops.map((placeId) => ({ placeId })),
      departsAt: departsAt().toISOString(),
      seats: 3,
      seatPrice: quote.seat.recommended,
    },
  })
  expect(answer.statusCode).toBe(201)
  return answer.json().trip.id
}

async function sources({ deps: own }: Process): Promise<Record<string, number>> {
  const counted = await own.metrics.registry.getSingleMetric('cupo_events_total')?.get()
  const reads = counted?.values.filter(({ labels }) => labels.name === 'replica_read') ?? []
  return Object.fromEntries(reads.map(({ labels, value }) => [labels.detail, value]))
}

async function untilRead(process: Process): Promise<void> {
  const reads = async () => {
    await search(process)
    return (await sources(process)).replica ?? 0
  }
  await expect.poll(reads, { timeout: 20_000 }).toBeGreaterThan(0)
}

it('whoever has just published finds the trip at once, at any process', async () => {
  await untilRead(one)
  await untilRead(other)
  await pair.cutOff()
  try {
    const tripId = await publish(one, driver)
    expect(await search(one, { token: driver.token })).toEqual([tripId])
    expect((await sources(one)).own_write).toBe(1)
    // The web asks another process for the newest; without that it is a search as any other.
    expect(await search(other, { token: driver.token, newest: true })).toEqual([tripId])
    expect(await search(other, { token: driver.token })).toEqual([])
    expect(await search(one)).toEqual([])
  } finally {
    await pair.follow()
  }
  await expect.poll(() => search(other), { timeout: 10_000 }).toHaveLength(1)
})

it('a trip that is sold out since is found, and cannot be booked', async () => {
  const { tripId, stop } = await aTrip(deps, { seats: 1 })
  const [first, late] = [await aUser(deps), await aUser(deps)]
  const owner = { ...deps, db: openDatabase(pair.primaryUrl, { restricted: false, poolSize: 2 }) }
  for (const { userId } of [first, late]) await aFundedWallet(owner, userId, 300_000)
  await owner.db.destroy()
  await expect.poll(() => search(one), { timeout: 10_000 }).toContain(tripId)
  await pair.cutOff()
  try {
    const seat = { tripId, fromStopId: stop(BOGOTA), toStopId: stop(CALI), seats: 1 }
    await bookSeat(deps, first, { ...seat, paymentMode: 'billetera' })
    expect(await search(one)).toContain(tripId)
    const again = bookSeat(deps, late, { ...seat, paymentMode: 'billetera' })
    await expect(again).rejects.toMatchObject({ code: 'seats_unavailable' })
  } finally {
    await pair.follow()
  }
  await expect.poll(() => search(one), { timeout: 10_000 }).not.toContain(tripId)
})
