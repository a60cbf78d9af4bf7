import { beforeAll, describe, expect, it } from 'vitest'
import { advanceDue } from '#server/modules/travel/bookings/settle/advance-booking.ts'
import { listSeatsLeft } from '#server/modules/travel/trips/index.ts'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { type BookingsApp, FUNDS, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aFundedWallet, aVerifiedDriver, type TestUser } from '#test/factories.ts'
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

/** One after the other: 200 at once would wait too long for the pool on a busy machine. */
async function passengers(count: number, pesos = FUNDS): Promise<TestUser[]> {
  const made: TestUser[] = []
  while (made.length < count) made.push(await test.aPassenger(pesos))
  return made
}

function outcomes(answers: Answer[]): Record<string, number> {
  const names = answers.map(({ status, body }) => (status < 300 ? 'ok' : String(body.code)))
  return Object.fromEntries(
    [...new Set(names)].map((name) => [name, names.filter((each) => each === name).length]),
  )
}

async function countBookings(trip: TestTrip): Promise<Record<string, number>> {
  const { rows } = await asOwner(
    test.deps.databaseUrl,
    `select status, count(*)::int as found from bookings where trip_id = $1 group by status`,
    [trip.tripId],
  )
  return Object.fromEntries(rows.map((row) => [row.status, row.found]))
}

describe('many buyers in parallel', () => {
  it('gives one seat to one of 200 buyers and charges nobody else', async () => {
    const trip = await test.newTrip({ seats: 1 })
    const buyers = await passengers(200)
    const answers = await Promise.all(buyers.map((buyer) => test.book(buyer, trip)))
    expect(outcomes(answers)).toEqual({ ok: 1, seats_unavailable: 199 })
    const winner = answers.findIndex(({ status }) => status === 201)
    const price = answers[winner]?.body.booking.price
    const money: number[] = []
    for (const buyer of buyers) money.push(await test.available(buyer))
    expect(money.filter((pesos) => pesos !== FUNDS)).toEqual([FUNDS - price])
    expect(money[winner]).toBe(FUNDS - price)
    expect(await countBookings(trip)).toEqual({ confirmed: 1 })
    await expectConsistent(test.deps)
  })

  it('sells exactly the capacity of every leg to buyers of overlapping parts', async () => {
    const trip = await test.newTrip({ seats: 4 })
    const buyers = await passengers(60)
    const parts = [
      { from: BOGOTA, to: IBAGUE },
      { from: GIRARDOT, to: CALI },
      { from: IBAGUE, to: CALI },
      { from: BOGOTA, to: CALI },
    ]
    const answers = await Promise.all(
      buyers.map((buyer, index) =>
        test.book(buyer, trip, { ...parts[index % 4], seats: 1 + (index % 2) }),
      ),
    )
    const { ok = 0, seats_unavailable: refused = 0 } = outcomes(answers)
    expect(ok + refused).toBe(60)
    expect(ok).toBeGreaterThanOrEqual(2)
    await expectConsistent(test.deps)
    const left = await listSeatsLeft(test.deps.db, trip.tripId)
    const girardot = trip.facts.places.findIndex((place) => place.placeId === GIRARDOT)
    expect(Math.min(...left.slice(girardot))).toBe(0)
  })

  it('books one of two trips when the money is enough for one', async () => {
    const departsAt = addMs(TEST_NOW, 2 * DAY_MS)
    const trips = [await test.newTrip(), await test.newTrip({ departsAt })]
    const price = trips[0]?.facts.seatPrice ?? 0
    const [ana] = await passengers(1, price)
    const whole = { from: BOGOTA, to: CALI }
    const answers = await times(20, (index) =>
      test.book(ana as TestUser, trips[index % 2] as TestTrip, whole),
    )
    const { ok, insufficient_funds: poor = 0, already_booked: twice = 0 } = outcomes(answers)
    expect(ok).toBe(1)
    expect(poor + twice).toBe(19)
    expect(await test.available(ana as TestUser)).toBe(0)
    await expectConsistent(test.deps)
  })
})

describe('one person with parallel requests', () => {
  it('has one effect and one response when the same key is sent 50 times', async () => {
    const trip = await test.newTrip()
    const [ana] = await passengers(1)
    const key = `clave-${newId()}`
    const answers = await times(50, () => test.book(ana as TestUser, trip, { key }))
    expect(outcomes(answers)).toEqual({ ok: 50 })
    const bookings = answers.map(({ body }) => body.booking)
    expect(new Set(bookings.map(({ id }) => id)).size).toBe(1)
    expect(await test.available(ana as TestUser)).toBe(FUNDS - bookings[0].price)
    expect(await countBookings(trip)).toEqual({ confirmed: 1 })
    await expectConsistent(test.deps)
  })

  it('refuses the same key 50 times when there is no money', async () => {
    const trip = await test.newTrip()
    const [ana] = await passengers(1, 0)
    const key = `clave-${newId()}`
    const answers = await times(50, () => test.book(ana as TestUser, trip, { key }))
    expect(outcomes(answers)).toEqual({ insufficient_funds: 50 })
    expect(await countBookings(trip)).toEqual({})
  })

  it('books once when a person sends 20 requests without a key', async () => {
    const trip = await test.newTrip()
    const [ana] = await passengers(1, 5_000_000)
    const answers = await times(20, () => test.book(ana as TestUser, trip))
    expect(outcomes(answers)).toEqual({ ok: 1, already_booked: 19 })
    await expectConsistent(test.deps)
  })
})

describe('parallel ends of a booking', () => {
  async function aBooking(options: Parameters<BookingsApp['newTrip']>[0] = {}) {
    const trip = await test.newTrip(options)
    const ana = await test.aPassenger()
    const booking = await test.booked(ana, trip)
    return { trip, ana, booking, path: `/bookings/${booking.id}` }
  }

  it('boards once and pays once when a ticket is scanned 50 times in parallel', async () => {
    const { trip, ana, booking, path } = await aBooking()
    const { body: ticket } = await test.call(ana, 'GET', `${path}/ticket`)
    test.toPickUp(booking, 0)
    const answers = await times(50, (index) =>
      test.call(
        trip.driver,
        'POST',
        `/trips/${trip.tripId}/check-in`,
        index % 2 ? { ticket: ticket.qr } : { code: ticket.code },
      ),
    )
    expect(outcomes(answers)).toEqual({ ok: 1, ticket_used: 49 })
    const commission = Math.round(booking.price / 10)
    expect(await test.available(trip.driver)).toBe(booking.price - commission)
    await expectConsistent(test.deps)
  })

  it('returns the money once when a booking is cancelled 20 times in parallel', async () => {
    const { trip, ana, booking, path } = await aBooking()
    test.toPickUp(booking, -HOUR_MS)
    const answers = await times(20, () => test.call(ana, 'POST', `${path}/cancel`))
    expect(outcomes(answers)).toEqual({ ok: 20 })
    expect(new Set(answers.map(({ body }) => body.booking.refunded)).size).toBe(1)
    expect(await test.available(ana)).toBe(FUNDS - Math.floor(booking.price / 2))
    expect(new Set(await listSeatsLeft(test.deps.db, trip.tripId))).toEqual(new Set([3]))
    await expectConsistent(test.deps)
  })

  it('has one outcome for parallel scan, confirmation, cancellations and deadline', async () => {
    for (let round = 0; round < 12; round += 1) {
      const { trip, ana, booking, path } = await aBooking()
      const { body: ticket } = await test.call(ana, 'GET', `${path}/ticket`)
      test.toPickUp(booking, -10 * MINUTE_MS)
      const answers = await times(12, (index) => {
        const who = index % 2 ? ana : trip.driver
        if (index % 4 === 0) {
          const code = { code: ticket.code }
          return test.call(trip.driver, 'POST', `/trips/${trip.tripId}/check-in`, code)
        }
        if (index % 4 === 1) return test.call(ana, 'POST', `${path}/aboard`)
        return test.call(who, 'POST', `${path}/cancel`)
      })
      const refusals = ['ticket_used', 'ticket_revoked', 'booking_not_cancellable', 'aboard_said']
      for (const name of Object.keys(outcomes(answers))) expect(['ok', ...refusals]).toContain(name)
      expect(Object.values(await countBookings(trip))).toEqual([1])
      await expectConsistent(test.deps)
    }
  })

  it('has one outcome for parallel answer, cancellation and deadline of a request', async () => {
    for (let round = 0; round < 12; round += 1) {
      const { trip, ana, booking, path } = await aBooking({ instant: false })
      test.clock.set(new Date(new Date(booking.expiresAt).getTime() - (round % 2)))
      const answers = Promise.all([
        test.call(trip.driver, 'POST', `${path}/accept`),
        test.call(trip.driver, 'POST', `${path}/reject`),
        test.call(ana, 'POST', `${path}/cancel`),
      ])
      await times(2, () => advanceDue(test.deps))
      const refusals = ['booking_not_pending', 'booking_not_cancellable']
      for (const name of Object.keys(outcomes(await answers))) {
        expect(['ok', ...refusals]).toContain(name)
      }
      await expectConsistent(test.deps)
    }
  })

  it('pays each fare once when three processes complete trips in parallel', async () => {
    const trip = await test.newTrip({ seats: 4 })
    const buyers = await passengers(4)
    const booked = await Promise.all(buyers.map((buyer) => test.booked(buyer, trip)))
    test.clock.set(new Date(trip.facts.arrivesAt.getTime() + 2 * DAY_MS))
    await times(3, () => advanceDue(test.deps))
    expect(await countBookings(trip)).toEqual({ completed: 4 })
    const price = booked[0].price
    expect(await test.available(trip.driver)).toBe(4 * (price - Math.round(price / 10)))
    await expectConsistent(test.deps)
  })
})

describe('a trip cancelled during sales', () => {
  it('returns every seat and all money when a trip is cancelled during sales', async () => {
    for (let round = 0; round < 4; round += 1) {
      const trip = await test.newTrip({ seats: 4 })
      const buyers = await passengers(30)
      const path = `/trips/${trip.tripId}/cancel`
      const sales = buyers.map((buyer) => test.book(buyer, trip))
      const cancelling = times(2, () => test.call(trip.driver, 'POST', path))
      const answers = await Promise.all(sales)
      expect(outcomes(await cancelling)).toEqual({ ok: 2 })
      const { ok = 0, seats_unavailable: sold = 0, trip_not_bookable: shut = 0 } = outcomes(answers)
      expect(ok + sold + shut).toBe(30)
      const { trip_cancelled: returned = 0, ...others } = await countBookings(trip)
      expect(others).toEqual({})
      expect(returned).toBe(ok)
      const money = await Promise.all(buyers.map((buyer) => test.available(buyer)))
      expect(new Set(money)).toEqual(new Set([FUNDS]))
      await expectConsistent(test.deps)
    }
  })

  it('boards and pays a passenger scanned during a cancellation, or cancels them', async () => {
    for (let round = 0; round < 12; round += 1) {
      const trip = await test.newTrip({ departsAt: new Date(TEST_NOW.getTime() + HOUR_MS) })
      const ana = await test.aPassenger()
      const booking = await test.booked(ana, trip, { from: BOGOTA })
      const { code } = (await test.call(ana, 'GET', `/bookings/${booking.id}/ticket`)).body
      const scan = () => test.call(trip.driver, 'POST', `/trips/${trip.tripId}/check-in`, { code })
      const [cancelled] = await Promise.all([
        test.call(trip.driver, 'POST', `/trips/${trip.tripId}/cancel`),
        scan(),
        scan(),
      ])
      const { body } = await test.call(ana, 'GET', `/bookings/${booking.id}`)
      const whole = cancelled.status === 200
      expect(body.booking.status).toBe(whole ? 'trip_cancelled' : 'checked_in')
      expect(await test.available(ana)).toBe(whole ? FUNDS : FUNDS - booking.price)
    }
    await expectConsistent(test.deps)
  })
})

describe('drivers who ride with each other', () => {
  it('books without deadlock when two drivers ride with each other in parallel', async () => {
    const drivers = [await aVerifiedDriver(test.deps), await aVerifiedDriver(test.deps)] as const
    for (const driver of drivers) await aFundedWallet(test.deps, driver.userId, 10 * FUNDS)
    const trips = await Promise.all(
      [0, 1, 2, 3, 4, 5].map((n) =>
        test.newTrip({
          driver: drivers[n % 2 ? 1 : 0],
          departsAt: new Date(TEST_NOW.getTime() + (2 + 2 * n) * DAY_MS),
        }),
      ),
    )
    const answers = await Promise.all(
      trips.map((trip) => test.book(drivers.find((d) => d !== trip.driver) as TestUser, trip)),
    )
    expect(outcomes(answers)).toEqual({ ok: 6 })
    await expectConsistent(test.deps)
  })
})
