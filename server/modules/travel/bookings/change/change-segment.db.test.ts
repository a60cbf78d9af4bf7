import { beforeAll, describe, expect, it } from 'vitest'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { type Body, type BookingsApp, FUNDS, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { aFundedWallet, aUser, aVerifiedDriver, type TestUser } from '#test/factories.ts'
import { expectConsistent } from '#test/race/invariants.ts'
import {
  BOGOTA,
  CALI,
  GIRARDOT,
  IBAGUE,
  type TestTrip,
  type TripOptions,
} from '#test/trip-factories.ts'

// A passenger changes a booking to another segment of the same trip.

let test: BookingsApp

beforeAll(async () => {
  test = await openBookingsApp()
})

type Ride = { trip: TestTrip; ana: TestUser; booking: { id: string; price: number } }

async function aRide(options: TripOptions = {}, body: Body = {}): Promise<Ride> {
  const trip = await test.newTrip(options)
  const ana = await test.aPassenger()
  return { trip, ana, booking: await test.booked(ana, trip, { from: BOGOTA, to: CALI, ...body }) }
}

const stops = (trip: TestTrip, from: string, to: string) => ({
  fromStopId: trip.stop(from),
  toStopId: trip.stop(to),
})

function change({ trip, ana, booking }: Ride, [from, to]: [string, string], body: Body = {}) {
  return test.act(ana, booking, 'segment', { ...stops(trip, from, to), ...body })
}

function preview({ trip, ana, booking }: Ride, [from, to]: [string, string]) {
  const query = `from=${trip.stop(from)}&to=${trip.stop(to)}`
  return test.call(ana, 'GET', `/bookings/${booking.id}/segment?${query}`)
}

const refusalOf = ({ status, body }: Awaited<ReturnType<typeof change>>) => [status, body.code]

const freeSeats = async ({ trip }: Ride) => {
  const { rows } = await asOwner(
    test.deps.databaseUrl,
    'select seats_left from trip_seats where trip_id = $1',
    [trip.tripId],
  )
  return new Set<number>(rows[0].seats_left)
}

async function kindsTold(user: TestUser): Promise<string[]> {
  await test.runJobs()
  const ask = 'select kind from notifications where user_id = $1 order by created_at, id'
  const { rows } = await asOwner(test.deps.databaseUrl, ask, [user.userId])
  return rows.map(({ kind }) => kind)
}

describe('another segment of the trip', () => {
  it('moves seats, money and ticket together, and tells passenger and driver', async () => {
    const ride = await aRide()
    const { ana, trip, booking } = ride
    const ticket = (await test.call(ana, 'GET', `/bookings/${booking.id}/ticket`)).body
    const { body: seen } = await preview(ride, [BOGOTA, IBAGUE])
    expect(seen.difference).toBe(seen.price - booking.price)
    expect(seen.difference).toBeLessThan(0)
    expect(await test.available(ana)).toBe(FUNDS - booking.price)

    const changed = await change(ride, [BOGOTA, IBAGUE], { expectedPrice: seen.price })
    expect(changed.body.booking).toMatchObject({
      price: seen.price,
      status: 'confirmed',
      to: { id: trip.stop(IBAGUE), at: seen.getsOffAt },
    })
    expect(await test.available(ana)).toBe(FUNDS - seen.price)
    // The trip has three seats; beyond Ibagué all three are free again.
    expect([...(await freeSeats(ride))]).toEqual([2, 3])

    test.toPickUp({ from: { at: seen.getsOnAt } }, -HOUR_MS)
    const scan = (qr: string) =>
      test.call(trip.driver, 'POST', `/trips/${trip.tripId}/check-in`, { ticket: qr })
    expect(refusalOf(await scan(ticket.qr))).toEqual([409, 'ticket_revoked'])
    const newTicket = (await test.call(ana, 'GET', `/bookings/${booking.id}/ticket`)).body
    expect((await scan(newTicket.qr)).body.booking.state).toBe('checked_in')
    expect(await kindsTold(ana)).toContain('segment_changed')
    expect(await kindsTold(trip.driver)).toContain('passenger_moved')
    await expectConsistent(test.deps)
  })

  it('applies a repeated change once, and changes nothing for the same segment', async () => {
    const ride = await aRide()
    await change(ride, [BOGOTA, IBAGUE])
    const [again, alone] = [await change(ride, [BOGOTA, IBAGUE]), await aRide()]
    expect([again.status, again.body.booking.to.name]).toEqual([200, 'Ibagué'])
    expect((await change(alone, [BOGOTA, CALI])).status).toBe(200)
    const { rows } = await asOwner(
      test.deps.databaseUrl,
      `select count(*)::int as found from booking_events
       where event = 'segment_changed' and booking_id in ($1, $2)`,
      [ride.booking.id, alone.booking.id],
    )
    expect(rows[0].found).toBe(1)
  })

  it('changes nothing without the money, the seats or the expected price', async () => {
    const ride = await aRide({ seats: 1 }, { from: BOGOTA, to: GIRARDOT })
    const { ana, trip, booking } = ride
    await test.booked(await test.aPassenger(), trip, { from: IBAGUE, to: CALI })
    expect(refusalOf(await preview(ride, [BOGOTA, CALI]))).toEqual([409, 'seats_unavailable'])
    expect(refusalOf(await change(ride, [BOGOTA, CALI]))).toEqual([409, 'seats_unavailable'])
    expect(refusalOf(await change(ride, [BOGOTA, IBAGUE], { expectedPrice: 1_000 }))).toEqual([
      409,
      'price_changed',
    ])
    expect(await test.available(ana)).toBe(FUNDS - booking.price)

    const poor = { ...(await aRide()), ana: await test.aPassenger(0) }
    await aFundedWallet(test.deps, poor.ana.userId, 60_000)
    poor.booking = await test.booked(poor.ana, poor.trip, { from: BOGOTA, to: GIRARDOT })
    const before = await test.available(poor.ana)
    const longer = await change(poor, [BOGOTA, CALI])
    expect(refusalOf(longer)).toEqual([409, 'insufficient_funds'])
    expect(await test.available(poor.ana)).toBe(before)
    await expectConsistent(test.deps)
  })

  it('refuses a cheaper segment once cancelling costs, and any after an acceptance', async () => {
    const late = await aRide()
    test.toPickUp(await shown(late), -3 * HOUR_MS)
    expect(refusalOf(await change(late, [BOGOTA, IBAGUE]))).toEqual([409, 'segment_not_changeable'])

    const boarding = await aRide({}, { from: BOGOTA, to: IBAGUE })
    test.toPickUp(await shown(boarding), -HOUR_MS)
    expect((await shown(boarding)).can.changeSegment).toBe(false)
    expect(refusalOf(await change(boarding, [BOGOTA, CALI]))).toEqual([
      409,
      'segment_not_changeable',
    ])

    const agreed = await aRide({ instant: false })
    expect((await change(agreed, [BOGOTA, IBAGUE])).body.booking.status).toBe('requested')
    await test.act(agreed.trip.driver, agreed.booking, 'accept')
    expect((await shown(agreed)).can.changeSegment).toBe(false)
    expect(refusalOf(await change(agreed, [BOGOTA, CALI]))).toEqual([409, 'segment_not_changeable'])
  })

  it('refuses other people, and a segment at the time of another journey', async () => {
    const ride = await aRide({}, { from: GIRARDOT, to: IBAGUE })
    for (const ana of [ride.trip.driver, await aUser(test.deps)]) {
      expect(refusalOf(await change({ ...ride, ana }, [BOGOTA, IBAGUE]))).toEqual([
        404,
        'booking_not_found',
      ])
    }
    const elsewhere = await test.newTrip()
    await test.booked(ride.ana, elsewhere, { from: IBAGUE, to: CALI })
    const crossing = await change(ride, [GIRARDOT, CALI])
    expect(refusalOf(crossing)).toEqual([409, 'overlapping_booking'])
    expect(crossing.body.details.tripId).toBe(elsewhere.tripId)
  })

  it('holds another commission of the driver for a booking in directo', async () => {
    const driver = await aVerifiedDriver(test.deps)
    await aFundedWallet(test.deps, driver.userId, 100_000)
    const ride = await aRide({ driver, paymentModes: ['directo'] }, { paymentMode: 'directo' })
    const before = await test.available(driver)
    const { body } = await change(ride, [BOGOTA, IBAGUE])
    const [was, is] = [ride.booking.price, body.booking.price].map((price) => price / 10)
    expect(await test.available(driver)).toBe(before + Math.round((was ?? 0) - (is ?? 0)))
    await expectConsistent(test.deps)
  })
})

describe('after a change to a later pick-up', () => {
  it('keeps the deadline of a full refund when the pick-up becomes later', async () => {
    const departsAt = addMs(test.clock.now(), 3 * DAY_MS)
    const ride = await aRide({ departsAt })
    const { fullRefundUntil: before, from } = await shown(ride)
    expect(before).toBe(addMs(new Date(from.at), -DAY_MS).toISOString())
    const { body } = await change(ride, [IBAGUE, CALI])
    expect(Date.parse(body.booking.from.at)).toBeGreaterThan(Date.parse(from.at) + HOUR_MS)
    expect(body.booking.fullRefundUntil).toBe(before)
    expect((await change(ride, [BOGOTA, CALI])).body.booking.fullRefundUntil).toBe(before)
    await change(ride, [GIRARDOT, CALI])
    await test.edit(ride.trip, { departsAt: addMs(departsAt, 10 * MINUTE_MS).toISOString() })
    const moved = addMs(new Date(before), 10 * MINUTE_MS)
    expect((await shown(ride)).fullRefundUntil).toBe(moved.toISOString())

    // The half hour in which a new booking can be cancelled for free is over.
    test.clock.set(addMs(moved, 1))
    expect((await shown(ride)).refundIfCancelledNow).toBe(Math.ceil((await shown(ride)).price / 2))
    const { rows } = await asOwner(
      test.deps.databaseUrl,
      'select refund_ahead_ms from bookings where id = $1',
      [ride.booking.id],
    )
    expect(Number(rows[0].refund_ahead_ms)).toBeGreaterThan(0)
  })

  it('answers the changed booking for its key, also after the key was purged', async () => {
    const key = `clave-${newId()}`
    const ride = await aRide({}, { key })
    const { ana, trip, booking } = ride
    expect((await change(ride, [BOGOTA, IBAGUE])).status).toBe(200)
    expect((await change(ride, [GIRARDOT, IBAGUE])).status).toBe(200)
    const press = () => test.book(ana, trip, { key, from: BOGOTA, to: CALI })
    for (const purge of [false, true]) {
      if (purge) await asOwner(test.deps.databaseUrl, 'delete from idempotency_keys')
      const { status, body } = await press()
      expect([status, body.code, body.booking?.id]).toEqual([201, undefined, booking.id])
      expect(body.booking.from.id).toBe(trip.stop(GIRARDOT))
    }
    const other = await test.book(ana, trip, { key, from: GIRARDOT, to: IBAGUE })
    expect(refusalOf(other)).toEqual([422, 'idempotency_mismatch'])
  })
})

async function shown({ ana, booking }: Ride) {
  return (await test.call(ana, 'GET', `/bookings/${booking.id}`)).body.booking
}
