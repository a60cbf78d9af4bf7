import { beforeAll, describe, expect, it } from 'vitest'
import { displayCode } from '#contract/display-code.ts'
import { TripState } from '#contract/trips.ts'
import { walletId } from '#server/modules/bank/ledger/index.ts'
import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { aUser, aVerifiedDriver, freshToken, type TestUser } from '#test/factories.ts'
import { BOGOTA, CALI, IBAGUE, type TestTrip } from '#test/trip-factories.ts'
import { tripList } from './list-trips.ts'

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

const find = async (list: string, body: Row) =>
  (await test.call(support, 'POST', `/admin/${list}/find`, body)).body

const REASON = 'Lo pide la Superintendencia.'

async function csv(list: string, payload: object): Promise<string[]> {
  const authorization = `Bearer ${await freshToken(test.deps, support)}`
  const url = `/api/admin/${list}/file`
  const answer = await test.app.inject({ method: 'POST', url, headers: { authorization }, payload })
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  return answer.body.trim().split('\r\n')
}

/** Copies the trip of a booking: what was pressed and seen differs by the number of the variant. */
const COPIES = `create procedure a_trip_copy(p_booking uuid, p_at timestamptz, p_variant int)
language plpgsql as $$
declare
  v_trip uuid := gen_random_uuid();
  v_arrives timestamptz := p_at + interval '10 hours';
begin
  insert into trips select (jsonb_populate_record(t, jsonb_build_object('id', v_trip,
      'departs_at', p_at, 'arrives_at', v_arrives,
      'status', case p_variant when 7 then 'cancelled' else 'published' end))).*
    from trips t join bookings b on b.trip_id = t.id where b.id = p_booking;
  if p_variant in (1, 2, 4, 6, 8) then
    insert into bookings select (jsonb_populate_record(b, jsonb_build_object('id',
        gen_random_uuid(), 'trip_id', v_trip, 'hold_id', null,
        'status', case p_variant when 2 then 'checked_in' else 'confirmed' end))).*
      from bookings b where b.id = p_booking;
  end if;
  if p_variant in (3, 4, 5, 6, 8) then
    insert into journeys (trip_id, started_at, finished_at, delay_ms)
      values (v_trip, p_at, case p_variant when 5 then v_arrives end,
        case p_variant when 8 then 3600000 else 0 end);
  end if;
  if p_variant = 4 then
    insert into shared_positions (id, user_id, trip_id, sealed, at)
      select gen_random_uuid(), driver_id, v_trip, '', v_arrives + interval '2 hours'
      from trips where id = v_trip;
  elsif p_variant = 6 then
    insert into arrival_words (trip_id, user_id, arrived, answered_at)
      select v_trip, driver_id, true, v_arrives + interval '1 hour' from trips where id = v_trip;
  end if;
end $$`

describe('trips', () => {
  it('finds trips by plate and by id', async () => {
    const { rows } = await asOwner(
      test.deps.databaseUrl,
      'select v.plate from trips t join vehicles v on v.id = t.vehicle_id where t.id = $1',
      [trip.tripId],
    )
    const [{ plate }] = rows
    const written = `${plate.slice(0, 3).toLowerCase()} ${plate.slice(3)}`
    for (const text of [written, trip.tripId, displayCode(trip.tripId)]) {
      expect(ids(await find('trips', { text })), text).toEqual([trip.tripId])
    }
  })

  it('finds trips by the driver, within the other filters', async () => {
    const driver = await aVerifiedDriver(test.deps, { firstName: 'Zulma', lastName: 'Quiroga' })
    const { tripId } = await test.newTrip({ driver })
    expect(ids(await find('trips', { text: 'zulma quir' }))).toEqual([tripId])
    expect(ids(await find('trips', { text: driver.email }))).toEqual([tripId])
    expect(ids(await find('trips', { text: driver.email.slice(1) }))).toEqual([])
    expect(ids(await find('trips', { text: 'zulma', status: 'cancelled' }))).toEqual([])
    expect(ids(await find('trips', { text: 'zulma', until: '2020-01-01' }))).toEqual([])
  })

  it('filters trips by state, day of departure and driver, and exports a file', async () => {
    const day = (days: number) =>
      addMs(trip.facts.departsAt, days * DAY_MS)
        .toISOString()
        .slice(0, 10)
    const found = async (query: string) =>
      ids((await get(`/admin/trips?person=${trip.driver.userId}&${query}`)).body)
    expect(await found('status=to_leave')).toEqual([trip.tripId])
    expect(await found('status=cancelled')).toEqual([])
    expect(await found(`since=${day(-1)}&until=${day(1)}`)).toEqual([trip.tripId])
    expect(await found(`until=${day(-2)}`)).toEqual([])
    const [head, line] = await csv('trips', {
      ...{ person: trip.driver.userId, reason: REASON },
    })
    expect(head).toContain('Viaje;Estado;Sale')
    expect(line).toMatch(
      new RegExp(`^${trip.tripId};Por salir;.*;Bogotá;Cali;.*;C. R. · CUPO-....-....;`),
    )
  })

  it('filters trips by the state that it shows, whatever was pressed and seen', async () => {
    const own = await test.newTrip()
    const { id } = await test.booked(await test.aPassenger(), own)
    const now = test.clock.now()
    await asOwner(test.deps.databaseUrl, COPIES)
    for (const hours of [-40, -33, -17, -13.2, -12, -10.3, -1, -0.1, 1]) {
      for (const variant of Array.from(Array(9).keys())) {
        const departsAt = addMs(now, hours * HOUR_MS)
        await asOwner(test.deps.databaseUrl, 'call a_trip_copy($1, $2, $3)', [
          id,
          departsAt,
          variant,
        ])
      }
    }
    const { userId: person } = own.driver
    const page = { keys: null, after: null, limit: 500 } as never
    const read = async (status?: TripState) =>
      await tripList.read(test.deps, { person, status } as never, page)
    const all = await read()
    const states = new Set(all.map(({ state }) => state))
    expect([...states].sort()).toEqual(TripState.options.filter((each) => each !== 'draft').sort())
    for (const state of TripState.options) {
      const shown = all.filter((each) => each.state === state)
      expect([state, (await read(state)).map(({ id }) => id)]).toEqual([
        state,
        shown.map(({ id }) => id),
      ])
    }
  })

  it('names the state of a trip in the file as the list of the desk does', async () => {
    const own = await test.newTrip()
    const text = "update trips set status = 'completed', completed_at = now() where id = $1"
    await asOwner(test.deps.databaseUrl, text, [own.tripId])
    const [shown] = (await get(`/admin/trips?person=${own.driver.userId}`)).body.items
    const [, line] = await csv('trips', { person: own.driver.userId, reason: REASON })
    expect([shown?.state, line?.split(';')[1]]).toEqual(['finished', 'Terminado'])
  })

  it('lists trips in pages without gaps, also by price', async () => {
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
    const file = await csv('trips', { person: driver.userId, reason: REASON })
    expect(file.length).toBe(53)
    await asOwner(
      test.deps.databaseUrl,
      `update trips t set seat_price = 40000 + 100 * r.place
       from (select id, row_number() over (order by id) as place from trips
         where driver_id = $1) r where r.id = t.id`,
      [driver.userId],
    )
    const cheap = (await get(`${list}&sort=seatPrice&dir=asc`)).body
    const dear = (await get(`${list}&sort=seatPrice&dir=asc&after=${cheap.next}`)).body
    const prices = [...cheap.items, ...dear.items].map(({ seatPrice }: Row) => Number(seatPrice))
    expect(prices).toEqual(Array.from({ length: 52 }, (_, place) => 40_100 + 100 * place))
    expect([cheap.partial, dear.next]).toEqual([false, null])
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
      expect(ids(await find('bookings', { text })), text).toEqual([bookingId])
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
    const asked = { trip: trip.tripId, text: 'ana', reason: REASON }
    const [, line] = await csv('bookings', asked)
    expect(line).toMatch(
      new RegExp(
        `^${bookingId};${trip.tripId};Confirmada;.*;Ibagué;Cali;A. R. · CUPO-.*;C. R. · CUPO-.*;`,
      ),
    )
  })

  it('records why a list is exported, with its filters and without its search', async () => {
    await csv('bookings', { status: 'confirmed', text: ana.email, reason: REASON })
    const { rows } = await asOwner(
      test.deps.databaseUrl,
      `select distinct s.reason, a.details from staff_actions s
       join audit_entries a on a.action = s.action and a.at = s.at and a.actor_id = s.actor_id
       where s.action = 'list.downloaded' and s.subject_id = 'reservas' and s.actor_id = $1
         and a.details ->> 'status' = 'confirmed'`,
      [support.userId],
    )
    expect(rows).toEqual([{ reason: REASON, details: { status: 'confirmed', searched: true } }])
    for (const body of [{}, { reason: 'Corta' }, { reason: ' '.repeat(20) }]) {
      const { body: refused } = await test.call(support, 'POST', '/admin/bookings/file', body)
      expect(refused.code).toBe('invalid_request')
    }
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

describe('people', () => {
  it('lists people by kind and day, the newest first, with masked data', async () => {
    const { items } = (await get('/admin/people?kind=team')).body
    expect(items).toMatchObject([{ id: support.userId, name: 'Pilar G.', isTeam: true }])
    const drivers = ids((await get('/admin/people?kind=driver')).body)
    expect(drivers).toContain(trip.driver.userId)
    expect(drivers).not.toContain(ana.userId)
    expect((await get('/admin/people?until=2020-01-01')).body.items).toEqual([])
    expect(JSON.stringify(items)).not.toContain(support.email)
  })

  it('exports people by a search, as initials and with two digits of the telephone', async () => {
    const [head, ...lines] = await csv('people', { text: ana.email, reason: REASON })
    expect(head).toContain('Persona;Correo;Celular')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(/^A\. R\. · CUPO-.{9};.•••@correo\.test;(••• ••• ••\d\d)?;No;No;No;/)
  })
})
