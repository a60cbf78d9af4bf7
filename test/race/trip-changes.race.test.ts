import { beforeAll, expect, it } from 'vitest'
import { openMail } from '#server/modules/foundation/notifications/send-mail.ts'
import { advanceDue } from '#server/modules/travel/bookings/settle/advance-booking.ts'
import { addMs, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { freshToken, type TestUser } from '#test/factories.ts'
import { BOGOTA, type TestTrip } from '#test/trip-factories.ts'
import { expectConsistent } from './invariants.ts'

// The driver moves the trip while people book, cancel, board and get answers to requests.

const ROUNDS = 8

let test: BookingsApp

beforeAll(async () => {
  test = await openBookingsApp({ poolSize: 15 })
})

async function edit(trip: TestTrip, payload: object) {
  const answer = await test.app.inject({
    method: 'PATCH',
    url: `/api/trips/${trip.tripId}`,
    headers: { authorization: `Bearer ${await freshToken(test.deps, trip.driver)}` },
    payload,
  })
  return { status: answer.statusCode, code: answer.json().code as string | undefined }
}

const moved = (trip: TestTrip, ms: number) => ({
  departsAt: addMs(trip.facts.departsAt, ms).toISOString(),
})

type Told = { id: string; status: string; moves: number; refunded: number | null; fare: number }

/** State of each booking of the trip, and the number of its moves. */
async function bookingsOf(trip: TestTrip): Promise<Told[]> {
  const { rows } = await asOwner(
    test.deps.databaseUrl,
    `select b.id, b.status, b.refunded_pesos::int as refunded, b.fare_pesos::int as fare,
       (select count(*)::int from booking_events e
        where e.booking_id = b.id and e.event = 'trip_moved') as moves
     from bookings b where b.trip_id = $1 order by b.id`,
    [trip.tripId],
  )
  return rows
}

/** Expects one mail per booking and move, and no other mail. */
async function expectEachTold(bookings: readonly Told[]): Promise<void> {
  const ask = `select payload from jobs where name = 'notifications.mail'`
  const { rows } = await asOwner(test.deps.databaseUrl, ask)
  const mails = rows.map(({ payload }) => openMail(test.deps, payload))
  for (const { id, moves } of bookings) {
    const told = mails.filter((mail) => {
      const { path } = mail.data as { path?: string }
      return mail.template === 'trip_changed' && path === `/bookings/${id}`
    })
    expect(told).toHaveLength(moves)
  }
}

it('books at the old hour with a notice, or at the new hour, while the trip moves', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const trip = await test.newTrip({ seats: 4 })
    const people = await Promise.all(Array.from({ length: 5 }, () => test.aPassenger()))
    const seatPrice = trip.facts.seatPrice - 1_000
    const [priced, ...answers] = await Promise.all([
      edit(trip, { ...moved(trip, HOUR_MS), seatPrice }),
      ...people.map((who) => test.book(who, trip, { from: BOGOTA })),
      edit(trip, moved(trip, 2 * HOUR_MS)),
    ])
    for (const { status } of [priced, ...answers]) expect([200, 201, 409, 503]).toContain(status)
    const booked = await bookingsOf(trip)
    // A refused edit changed nothing: a booking after the accepted edit has the old price.
    for (const { fare, moves } of priced.status === 200 ? booked : []) {
      if (fare === trip.facts.seatPrice) expect(moves).toBeGreaterThan(0)
    }
    await expectEachTold(booked)
    await expectConsistent(test.deps)
  }
})

it('keeps half of a fare cancelled before the trip moves, and nothing after the move', async () => {
  const paid = new Set<number>()
  for (let round = 0; round < ROUNDS; round += 1) {
    const trip = await test.newTrip()
    const ana = await test.aPassenger()
    const { id } = await test.booked(ana, trip, { from: BOGOTA })
    test.clock.set(addMs(trip.facts.departsAt, -10 * HOUR_MS))
    const leave = () => test.call(ana, 'POST', `/bookings/${id}/cancel`)
    const move = () => edit(trip, moved(trip, HOUR_MS))
    const [first, second] = round % 2 === 0 ? [leave, move] : [move, leave]
    await Promise.all([first(), second()])
    const [booking] = await bookingsOf(trip)
    expect(booking?.status).toBe('cancelled_by_passenger')
    const fare = booking?.fare ?? 0
    expect(booking?.refunded).toBe(booking?.moves ? fare : Math.ceil(fare / 2))
    paid.add(booking?.moves ?? -1)
    await expectEachTold(booking ? [booking] : [])
    await expectConsistent(test.deps)
  }
  expect([...paid].every((moves) => moves === 0 || moves === 1)).toBe(true)
})

it('applies check-in and move of a trip in full, or refuses the move', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const trip = await test.newTrip()
    const ana = await test.aPassenger()
    const { id } = await test.booked(ana, trip, { from: BOGOTA })
    const { body: ticket } = await test.call(ana, 'GET', `/bookings/${id}/ticket`)
    test.clock.set(addMs(trip.facts.departsAt, -2 * HOUR_MS))
    const path = `/trips/${trip.tripId}/check-in`
    const [edited, boarded] = await Promise.all([
      edit(trip, moved(trip, HOUR_MS)),
      test.call(trip.driver, 'POST', path, { code: ticket.code }),
    ])
    const [booking] = await bookingsOf(trip)
    if (edited.status !== 200) {
      expect(edited.code).toBe('trip_change_too_late')
      expect(booking).toMatchObject({ status: 'checked_in', moves: 0 })
    } else expect(booking?.moves).toBe(1)
    expect(booking?.status).toBe(boarded.status === 200 ? 'checked_in' : 'confirmed')
    await expectConsistent(test.deps)
  }
})

it('accepts or expires a request at its deadline, whether the trip moves or not', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const trip = await test.newTrip({ instant: false })
    const ana: TestUser = await test.aPassenger()
    const { id } = await test.booked(ana, trip, { from: BOGOTA })
    test.clock.advance(3 * HOUR_MS - (round % 2))
    const answers = await Promise.all([
      test.call(trip.driver, 'POST', `/bookings/${id}/accept`),
      edit(trip, moved(trip, -HOUR_MS)),
      advanceDue(test.deps),
      edit(trip, moved(trip, 30 * MINUTE_MS)),
    ])
    expect(answers[0].status).toBe(round % 2 ? 200 : 409)
    const [booking] = await bookingsOf(trip)
    expect(booking?.status).toBe(round % 2 ? 'confirmed' : 'expired')
    await expectEachTold(booking ? [booking] : [])
    await expectConsistent(test.deps)
  }
})

it('takes no booking after the pause of its driver was answered', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const trip = await test.newTrip({ seats: 4 })
    const people = await Promise.all(Array.from({ length: 4 }, () => test.aPassenger()))
    const pause = async () => {
      const { status } = await test.call(trip.driver, 'POST', `/trips/${trip.tripId}/pause`)
      expect(status).toBe(200)
      return (await bookingsOf(trip)).length
    }
    const [booked, ...answers] = await Promise.all([
      pause(),
      ...people.map((who) => test.book(who, trip, { from: BOGOTA })),
    ])
    for (const { status } of answers) expect([201, 409]).toContain(status)
    const made = answers.filter(({ status }) => status === 201).length
    expect(await bookingsOf(trip)).toHaveLength(made)
    expect(made).toBe(booked)
    await expectConsistent(test.deps)
  }
})
