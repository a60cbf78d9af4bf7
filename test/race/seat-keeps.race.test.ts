import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { expireDue, expireSeats } from '#server/modules/travel/bookings/seat-keeps/end-keep.ts'
import { listSeatsLeft } from '#server/modules/travel/trips/index.ts'
import { MINUTE_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { type Body, type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { aFundedWallet, type TestUser } from '#test/factories.ts'
import { BOGOTA, CALI, GIRARDOT, IBAGUE, type TestTrip } from '#test/trip-factories.ts'
import { expectConsistent } from './invariants.ts'

let test: BookingsApp

beforeAll(async () => {
  test = await openBookingsApp({ poolSize: 20, callsOfOnePerson: 50 })
})

type Answer = Awaited<ReturnType<BookingsApp['call']>>

function times<T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => make(index)))
}

function keep(who: TestUser, trip: TestTrip, body: Body = {}): Promise<Answer> {
  const { from = IBAGUE, to = CALI, ...rest } = body
  const stops = { fromStopId: trip.stop(String(from)), toStopId: trip.stop(String(to)) }
  return test.call(who, 'POST', `/trips/${trip.tripId}/keeps`, { ...stops, ...rest })
}

function outcomes(answers: Answer[]): Record<string, number> {
  const found: Record<string, number> = {}
  for (const { status, body } of answers) {
    const name = status < 300 ? 'ok' : String(body.code)
    found[name] = (found[name] ?? 0) + 1
  }
  return found
}

/** Number of keeps of a trip per status. */
async function keepsOf({ tripId }: TestTrip): Promise<Record<string, number>> {
  const { rows } = await asOwner(
    test.deps.databaseUrl,
    'select status, count(*)::int as n from seat_keeps where trip_id = $1 group by status',
    [tripId],
  )
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]))
}

async function bookingsOf({ tripId }: TestTrip): Promise<string[]> {
  const { rows } = await asOwner(
    test.deps.databaseUrl,
    'select status from bookings where trip_id = $1',
    [tripId],
  )
  return rows.map(({ status }) => status)
}

const freeAtTheEnd = async (trip: TestTrip) =>
  (await listSeatsLeft(test.deps.db, trip.tripId)).at(-1)

/** Creates a person with a kept seat and the money for it. */
async function keeper(trip: TestTrip): Promise<{ who: TestUser; keepId: string }> {
  const who = await test.aPassenger(0)
  const { body } = await keep(who, trip)
  await aFundedWallet(test.deps, who.userId, 200_000)
  return { who, keepId: body.keep.id }
}

describe('many people who keep seats', () => {
  it('lets one of 200 people keep the last seat', async () => {
    const trip = await test.newTrip({ seats: 1 })
    const people: TestUser[] = []
    while (people.length < 200) people.push(await test.aPassenger(0))
    const answers = await Promise.all(people.map((who) => keep(who, trip)))
    expect(outcomes(answers)).toEqual({ ok: 1, seats_unavailable: 199 })
    expect(await keepsOf(trip)).toEqual({ open: 1 })
    await expectConsistent(test.deps)
  })

  it('gives each seat to one person when keeping and booking run in parallel', async () => {
    const trip = await test.newTrip({ seats: 4 })
    const answers = await times(60, async (index) => {
      const [from, to] = [index % 3 === 0 ? GIRARDOT : IBAGUE, CALI]
      const books = index % 2 === 0
      const who = await test.aPassenger(books ? 200_000 : 0)
      return books ? test.book(who, trip, { from, to }) : keep(who, trip, { from, to })
    })
    expect(outcomes(answers)).toEqual({ ok: 4, seats_unavailable: 56 })
    expect(await freeAtTheEnd(trip)).toBe(0)
    await expectConsistent(test.deps)
  })

  it('leaves one keep when a person asks twenty times for two trips', async () => {
    const trips = [await test.newTrip({ seats: 1 }), await test.newTrip({ seats: 1 })]
    const ana = await test.aPassenger(0)
    const key = newId()
    await times(20, () => keep(ana, trips[0] as TestTrip, { key }))
    expect(await keepsOf(trips[0] as TestTrip)).toEqual({ open: 1 })
    const answers = await times(9, (n) => keep(ana, trips[n % 2] as TestTrip))
    // Whether the limit is reached depends on the order of arrival.
    const { ok, too_many_keeps: refused = 0, ...others } = outcomes(answers)
    expect([(ok ?? 0) + refused, others]).toEqual([9, {}])
    await expectConsistent(test.deps)
    const left = await Promise.all(trips.map(freeAtTheEnd))
    expect(left.sort()).toEqual([0, 1])
  })

  it('switches keeps between two full trips in opposite directions without deadlock', async () => {
    const trips = [await test.newTrip({ seats: 4 }), await test.newTrip({ seats: 4 })]
    const people = await times(8, () => test.aPassenger(0))
    await Promise.all(people.map((who, n) => keep(who, trips[n % 2] as TestTrip, { seats: 1 })))
    for (let round = 1; round < 3; round += 1) {
      const answers = await Promise.all(
        people.map((who, n) => keep(who, trips[(n + round) % 2] as TestTrip, { seats: 1 })),
      )
      expect(Object.keys(outcomes(answers))).not.toContain('busy')
      await expectConsistent(test.deps)
    }
  })
})

describe('the end of a kept seat', () => {
  it('ends a keep by booking or by the clock, never both, fifty times', async () => {
    const ends: Record<string, number> = {}
    for (let round = 0; round < 50; round += 1) {
      const trip = await test.newTrip({ seats: 1 })
      const { who, keepId } = await keeper(trip)
      const eva = await test.aPassenger()
      test.clock.advance(5 * MINUTE_MS - 1)
      const booking = test.book(who, trip, { keepId })
      const late = async () => {
        // Every tenth expiry waits for the booking, so that both ends occur on any machine.
        await (round % 10 === 9 ? booking : sleep(4 * (round % 10)))
        test.clock.advance(1)
        return await Promise.all([
          expireSeats(test.deps, keepId),
          expireDue(test.deps),
          test.book(eva, trip),
        ])
      }
      const [own, [, , other]] = await Promise.all([booking, late()])
      const [status = ''] = Object.keys(await keepsOf(trip))
      ends[status] = (ends[status] ?? 0) + 1
      const sold = [own, other].filter((each) => each.status === 201)
      expect(sold.length).toBeLessThanOrEqual(1)
      if (status === 'used') expect(own.status).toBe(201)
      expect(await bookingsOf(trip)).toEqual(sold.map(() => 'confirmed'))
      expect(await freeAtTheEnd(trip)).toBe(1 - sold.length)
    }
    expect(Object.keys(ends).sort()).toEqual(['expired', 'used'])
    await expectConsistent(test.deps)
  })

  it('ends a keep by booking or by release, never both, fifty times', async () => {
    const ends: Record<string, number> = {}
    for (let round = 0; round < 50; round += 1) {
      const trip = await test.newTrip({ seats: 1 })
      const { who, keepId } = await keeper(trip)
      const booking = test.book(who, trip, { keepId })
      const release = async () => {
        // Every tenth release waits for the booking, so that both ends occur on any machine.
        await (round % 10 === 9 ? booking : sleep(4 * (round % 10)))
        return await times(3, () => test.call(who, 'POST', `/keeps/${keepId}/release`))
      }
      const [own, released] = await Promise.all([booking, release()])
      const [status = ''] = Object.keys(await keepsOf(trip))
      ends[status] = (ends[status] ?? 0) + 1
      // When the release came first, the seat was free, and the booking took it all the same.
      expect(own.status).toBe(201)
      expect(released.map(({ body }) => body.status)).toEqual([status, status, status])
      expect(await freeAtTheEnd(trip)).toBe(0)
    }
    expect(Object.keys(ends).sort()).toEqual(['released', 'used'])
    await expectConsistent(test.deps)
  })

  it('returns the seats once when a keep is released repeatedly', async () => {
    const trip = await test.newTrip({ seats: 3 })
    const { who, keepId } = await keeper(trip)
    const answers = await times(20, () => test.call(who, 'POST', `/keeps/${keepId}/release`))
    expect(outcomes(answers)).toEqual({ ok: 20 })
    expect(await listSeatsLeft(test.deps.db, trip.tripId)).toEqual(
      trip.facts.places.slice(1).map(() => 3),
    )
    await expectConsistent(test.deps)
  })
})

describe('a kept seat and its trip', () => {
  it('makes one booking when a keep is used twice in parallel', async () => {
    const trip = await test.newTrip({ seats: 2 })
    const { who, keepId } = await keeper(trip)
    const answers = await times(20, () => test.book(who, trip, { keepId }))
    expect(outcomes(answers)).toEqual({ ok: 1, already_booked: 19 })
    expect(await freeAtTheEnd(trip)).toBe(1)
    await expectConsistent(test.deps)
  })

  it('refuses a keep after its trip is cancelled, in twenty interleavings', async () => {
    for (let round = 0; round < 20; round += 1) {
      const trip = await test.newTrip({ seats: 3 })
      const people = await times(3, () => keeper(trip))
      const cancelled = test.call(trip.driver, 'POST', `/trips/${trip.tripId}/cancel`)
      const answers = await Promise.all([
        ...people.slice(0, 2).map(({ who, keepId }) => test.book(who, trip, { keepId })),
        cancelled,
      ])
      expect(outcomes(answers).ok).toBeGreaterThanOrEqual(1)
      expect(new Set(await bookingsOf(trip)).has('confirmed')).toBe(false)
      for (const { who } of people) expect(await test.available(who)).toBe(200_000)
      test.clock.advance(5 * MINUTE_MS)
      await expireDue(test.deps)
      expect((await keepsOf(trip)).open).toBeUndefined()
      expect(await listSeatsLeft(test.deps.db, trip.tripId)).toEqual(
        trip.facts.places.slice(1).map(() => 3),
      )
    }
    await expectConsistent(test.deps)
  })

  it('counts a kept seat as taken when the driver reduces the seats', async () => {
    const trip = await test.newTrip({ seats: 4 })
    const people = await times(4, () => test.aPassenger(0))
    const edit = test.app.inject({
      method: 'PATCH',
      url: `/api/trips/${trip.tripId}`,
      headers: { authorization: `Bearer ${trip.driver.token}` },
      payload: { seats: 2 },
    })
    const asked = Promise.all(people.map((who) => keep(who, trip, { from: BOGOTA })))
    const [answers, edited] = await Promise.all([asked, edit])
    expect(Object.keys(outcomes(answers))).toContain('ok')
    expect([200, 409, 503]).toContain(edited.statusCode)
    await expectConsistent(test.deps)
  })
})
