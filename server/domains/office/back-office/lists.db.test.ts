import { beforeAll, describe, expect, it } from 'vitest'
import { displayCode } from '#contract/display-code.ts'
import { walletId } from '#server/domains/bank/ledger/ledger.public.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { aUser, aVerifiedDriver, freshToken, type TestUser } from '#test/factories.ts'
import { BOGOTA, CALI, IBAGUE, type TestTrip } from '#test/trip-factories.ts'

type Row = Record<string, string>

let test: BookingsApp
let support: TestUser
let ana: TestUser
let trip: TestTrip
let bookingId: string

beforeAll(async () => {
  test = await openBookingsApp()
  support = await aUser(test.deps, { firstName: 'Pilar', roles: ['passenger', 'support'] })
  trip = await test.newTrip()
  ana = await test.aPassenger()
  bookingId = (await test.booked(ana, trip)).id
})

const get = (path: string) => test.call(support, 'GET', path)
const ids = (body: { items: Row[] }) => body.items.map(({ id }) => id)

async function csv(path: string): Promise<string[]> {
  const authorization = `Bearer ${await freshToken(test.deps, support)}`
  const answer = await test.app.inject({ url: `/api${path}`, headers: { authorization } })
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  return answer.body.trim().split('\r\n')
}

describe('trips', () => {
  it('finds trips by plate and by id', async () => {
    const { rows } = await asOwner(
      test.deps.databaseUrl,
      'select v.plate from trips t join vehicles v on v.id = t.vehicle_id where t.id = $1',
      [trip.tripId],
    )
    const [{ plate }] = rows
    const written = `${plate.slice(0, 3).toLowerCase()} ${plate.slice(3)}`
    for (const text of [written, trip.tripId]) {
      const { body } = await test.call(support, 'POST', '/admin/trips/find', { text })
      expect(ids(body), text).toEqual([trip.tripId])
    }
  })

  it('filters trips by state, day of departure and driver, and exports a file', async () => {
    const day = (days: number) =>
      addMs(trip.facts.departsAt, days * DAY_MS)
        .toISOString()
        .slice(0, 10)
    const found = async (query: string) =>
      ids((await get(`/admin/trips?person=${trip.driver.userId}&${query}`)).body)
    expect(await found('status=published')).toEqual([trip.tripId])
    expect(await found('status=cancelled')).toEqual([])
    expect(await found(`since=${day(-1)}&until=${day(1)}`)).toEqual([trip.tripId])
    expect(await found(`until=${day(-2)}`)).toEqual([])
    const [head, line] = await csv(`/admin/trips/file?person=${trip.driver.userId}`)
    expect(head).toContain('Viaje,Estado,Sale')
    expect(line).toMatch(new RegExp(`^${trip.tripId},published,.*,Bogotá,Cali,`))
  })

  it('lists trips in pages without gaps', async () => {
    const driver = await aVerifiedDriver(test.deps)
    for (let count = 0; count < 3; count += 1) {
      const departsAt = addMs(trip.facts.departsAt, (count + 1) * DAY_MS)
      await test.newTrip({ driver, departsAt })
    }
    // Fills more than a page with copies of one trip that all depart at the same instant.
    await asOwner(
      test.deps.databaseUrl,
      `insert into trips select (jsonb_populate_record(t, jsonb_build_object('id',
         gen_random_uuid()))).* from trips t, generate_series(1, 49)
       where t.driver_id = $1 and t.departs_at = (
         select min(departs_at) from trips where driver_id = $1)`,
      [driver.userId],
    )
    const list = `/admin/trips?person=${driver.userId}`
    const first = (await get(list)).body
    const rest = (await get(`${list}&after=${first.next}`)).body
    expect([first.items.length, rest.items.length, rest.next]).toEqual([50, 2, null])
    expect(new Set([...ids(first), ...ids(rest)]).size).toBe(52)
    expect((await csv(`/admin/trips/file?person=${driver.userId}`)).length).toBe(53)
  })

  it('shows a trip with seats by leg, bookings and ordered events', async () => {
    const { body } = await get(`/admin/trips/${trip.tripId}`)
    expect(body.trip.bookings.map(({ id }: Row) => id)).toEqual([bookingId])
    const sold = Object.fromEntries(
      body.trip.legs.map((leg: { from: string; sold: number }) => [leg.from, leg.sold]),
    )
    expect(sold).toMatchObject({ Bogotá: 0, Ibagué: 1 })
    const events = body.trip.events.map(({ event }: Row) => event)
    expect(events[0]).toBe('trip_published')
    expect(events.length).toBeGreaterThan(1)
    expect((await get(`/admin/trips/${newId()}`)).body.code).toBe('trip_not_found')
  })
})

describe('bookings', () => {
  it('finds bookings by code and by id', async () => {
    const { rows } = await asOwner(
      test.deps.databaseUrl,
      'select code from bookings where id = $1',
      [bookingId],
    )
    for (const text of [rows[0].code.toLowerCase(), bookingId, displayCode(bookingId)]) {
      const { body } = await test.call(support, 'POST', '/admin/bookings/find', { text })
      expect(ids(body), text).toEqual([bookingId])
    }
  })

  it('filters bookings by state, day, trip and either person, and exports a file', async () => {
    const found = async (query: string) => ids((await get(`/admin/bookings?${query}`)).body)
    for (const who of [ana, trip.driver]) {
      expect(await found(`person=${who.userId}`)).toEqual([bookingId])
    }
    expect(await found(`person=${support.userId}`)).toEqual([])
    expect(await found(`trip=${trip.tripId}&status=confirmed`)).toEqual([bookingId])
    expect(await found(`trip=${trip.tripId}&status=completed`)).toEqual([])
    expect(await found(`trip=${trip.tripId}&until=2020-01-01`)).toEqual([])
    const [, line] = await csv(`/admin/bookings/file?trip=${trip.tripId}`)
    expect(line).toMatch(new RegExp(`^${bookingId},${trip.tripId},confirmed,.*,Ibagué,Cali,`))
  })

  it('shows the holds of a booking with their endings, and who caused each event', async () => {
    const passenger = await test.aPassenger()
    const booking = await test.booked(passenger, trip, { from: BOGOTA, to: IBAGUE })
    const show = async () => (await get(`/admin/bookings/${booking.id}`)).body.booking
    const held = (await show()).money
    expect(held).toMatchObject([
      {
        kind: 'pending',
        code: 'fare',
        from: { id: walletId(passenger.userId), owner: { name: 'Ana R.' } },
        to: { id: walletId(trip.driver.userId) },
        cause: { kind: 'booking', id: booking.id },
        ending: null,
      },
    ])
    await test.act(passenger, booking, 'cancel')
    const after = await show()
    expect(after.status).toBe('cancelled_by_passenger')
    expect(after.money[0]).toMatchObject({ ending: { kind: 'void', amount: held[0].amount } })
    const last = after.events.at(-1)
    expect(last.by).toEqual({ id: passenger.userId, name: 'Ana R.' })
    expect((await get(`/admin/bookings/${newId()}`)).body.code).toBe('booking_not_found')
  })

  it('shows fare and commission of a booking once the passenger has boarded', async () => {
    const passenger = await test.aPassenger()
    const booking = await test.booked(passenger, trip, { from: IBAGUE, to: CALI })
    test.toPickUp(booking, 0)
    await test.board(trip.driver, booking)
    const { money } = (await get(`/admin/bookings/${booking.id}`)).body.booking
    const inPesos = money.filter((line: { from: Row }) => line.from.currency === 'COP')
    expect(inPesos.map(({ code }: Row) => code)).toEqual(['fare', 'commission'])
    expect(inPesos[0].ending).toMatchObject({ kind: 'post', amount: inPesos[0].amount })
  })
})
