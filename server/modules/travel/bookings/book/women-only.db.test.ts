import { beforeAll, describe, expect, it } from 'vitest'
import { Preferences } from '#contract/trips.ts'
import { markIdentityVerified } from '#server/modules/people/users/index.ts'
import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { type Body, type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { aVerifiedDriver, freshToken, type TestUser } from '#test/factories.ts'
import { postForm } from '#test/http-client.ts'
import { aPageOfPrint } from '#test/images.ts'
import { BOGOTA, CALI, IBAGUE, type TestTrip } from '#test/trip-factories.ts'

// Tests trips for women only and trips for verified people only.

let test: BookingsApp

beforeAll(async () => {
  test = await openBookingsApp()
})

const only = (which: Body) => ({ preferences: Preferences.parse(which) })

let numbers = 1_019_700_000
const aNumber = () => String(numbers++)

async function declare(user: TestUser, isWoman = true) {
  const headers = { authorization: `Bearer ${await freshToken(test.deps, user)}` }
  const answer = await test.app.inject({
    method: 'PUT',
    url: '/api/me/woman',
    headers,
    payload: { isWoman },
  })
  return { status: answer.statusCode, body: answer.json() }
}

async function verify(user: TestUser): Promise<void> {
  const at = test.clock.now()
  const facts = { userId: user.userId, birthDate: '1995-02-03', verifierId: user.userId, at }
  await inTransaction(test.deps.db, (tx) => markIdentityVerified(tx, facts))
}

async function sendIdentity(user: TestUser, kind: 'identity_front' | 'identity_back') {
  const token = await freshToken(test.deps, user)
  const file = { bytes: await aPageOfPrint() }
  const fields = { kind, birthDate: '1995-02-03' }
  const sent = await postForm(test.app, '/documents', { token, fields, file })
  expect(sent.statusCode, sent.body).toBe(201)
}

async function aPassenger(traits: { woman?: boolean; verified?: boolean }, pesos?: number) {
  const passenger = await test.aPassenger(pesos)
  if (traits.verified) await verify(passenger)
  if (traits.woman) await declare(passenger)
  return passenger
}

const codeOf = async (passenger: TestUser, trip: TestTrip, body: Body = {}) =>
  (await test.book(passenger, trip, body)).body.code

async function pageOf(passenger: TestUser, trip: TestTrip, seats = 1) {
  const part = `from=${trip.stop(IBAGUE)}&to=${trip.stop(CALI)}&seats=${seats}`
  return (await test.call(passenger, 'GET', `/trips/${trip.tripId}?${part}`)).body.trip
}

describe('booking a trip for women only', () => {
  it('lets only verified women book a women-only trip, one seat each', async () => {
    const trip = await test.newTrip(only({ womenOnly: true }))
    for (const traits of [{}, { woman: true }, { verified: true }]) {
      const passenger = await aPassenger(traits)
      expect([traits, await codeOf(passenger, trip)]).toEqual([traits, 'women_only'])
      const page = await pageOf(passenger, trip)
      expect(page.can.book).toBe(false)
      expect(page.bookingRefusal).toMatch(/solo para mujeres/)
      expect(page.bookingDoor).toEqual({ needs: 'women_only', inReview: false })
    }
    const woman = await aPassenger({ woman: true, verified: true })
    expect((await pageOf(woman, trip, 2)).bookingRefusal).toMatch(/su propio cupo/)
    expect(await codeOf(woman, trip, { seats: 2 })).toBe('one_seat_each')
    expect((await pageOf(woman, trip, 2)).bookingDoor).toBeNull()
    expect((await pageOf(woman, trip)).can.book).toBe(true)
    await test.booked(woman, trip)
  })

  it('shows what is missing as in review once she declared and sent both sides', async () => {
    const trip = await test.newTrip(only({ womenOnly: true }))
    const forVerified = await test.newTrip(only({ verifiedOnly: true }))
    const ana = await test.aPassenger()
    const doors = async () => [
      (await pageOf(ana, trip)).bookingDoor.inReview,
      (await pageOf(ana, forVerified)).bookingDoor.inReview,
    ]
    await sendIdentity(ana, 'identity_front')
    expect(await doors()).toEqual([false, false])
    await sendIdentity(ana, 'identity_back')
    expect(await doors()).toEqual([false, true])
    await declare(ana)
    expect(await doors()).toEqual([true, true])
    await verify(ana)
    expect((await pageOf(ana, trip)).bookingDoor).toBeNull()
  })

  it.each(['womenOnly', 'verifiedOnly'])(
    'refuses to accept a request for a trip with %s once its passenger is not verified',
    async (which) => {
      const trip = await test.newTrip({ ...only({ [which]: true }), instant: false })
      const ana = await aPassenger({ woman: true, verified: true })
      const booking = await test.booked(ana, trip)
      const body = { identification_number: aNumber(), restart_verification: true }
      expect((await test.call(ana, 'PATCH', '/users/me', body)).status).toBe(200)
      const accepted = await test.act(trip.driver, booking, 'accept')
      expect([accepted.status, accepted.body.code]).toEqual([409, 'booking_not_pending'])
      await verify(ana)
      expect((await test.act(trip.driver, booking, 'accept')).status).toBe(200)
    },
  )

  it('keeps seats of a women-only trip only for people who can book it', async () => {
    const trip = await test.newTrip(only({ womenOnly: true }))
    const keep = (passenger: TestUser, seats = 1) =>
      test.call(passenger, 'POST', `/trips/${trip.tripId}/keeps`, {
        fromStopId: trip.stop(IBAGUE),
        toStopId: trip.stop(CALI),
        seats,
      })
    const man = await aPassenger({ verified: true }, 0)
    expect((await keep(man)).body.code).toBe('women_only')
    const woman = await aPassenger({ woman: true, verified: true }, 0)
    expect((await keep(woman, 2)).body.code).toBe('one_seat_each')
    expect((await keep(woman)).status).toBe(201)
  })

  it('allows only a woman to publish a women-only trip or to turn a trip into one', async () => {
    const driver = await aVerifiedDriver(test.deps)
    const trip = await test.newTrip({ driver })
    const change = () =>
      test.call(driver, 'PATCH', `/trips/${trip.tripId}`, only({ womenOnly: true }))
    expect((await change()).body.code).toBe('women_only_driver')
    const { seatPrice } = trip.facts
    const another = await test.call(driver, 'POST', '/trips', {
      vehicleId: driver.vehicleId,
      stops: [{ placeId: BOGOTA }, { placeId: CALI }],
      departsAt: addMs(trip.facts.departsAt, 2 * DAY_MS).toISOString(),
      seats: 3,
      seatPrice,
      ...only({ womenOnly: true }),
    })
    expect(another.body.code).toBe('women_only_driver')
    await declare(driver)
    expect((await change()).status).toBe(200)
    expect((await declare(driver, false)).body.code).toBe('woman_locked')
  })

  it("lets only one of a man's booking and the change to women-only succeed", async () => {
    const trip = await test.newTrip()
    await declare(trip.driver)
    const man = await test.aPassenger()
    const [changed, booked] = await Promise.all([
      test.call(trip.driver, 'PATCH', `/trips/${trip.tripId}`, only({ womenOnly: true })),
      test.book(man, trip),
    ])
    // Each of the two alone is valid; both together would put a man on a women-only trip.
    expect([changed.status, booked.status].filter((status) => status < 300)).toHaveLength(1)
  })
})

describe('the declaration of being a woman', () => {
  it('lets a woman withdraw her declaration until she booked a women-only trip', async () => {
    const trip = await test.newTrip(only({ womenOnly: true }))
    const woman = await aPassenger({ verified: true })
    expect((await test.call(woman, 'GET', '/me/woman')).body).toEqual({
      isWoman: false,
      isVerified: true,
      isLocked: false,
    })
    expect((await declare(woman)).body).toMatchObject({ isWoman: true, isLocked: false })
    expect((await declare(woman, false)).body).toMatchObject({ isWoman: false })
    expect((await declare(woman)).body).toMatchObject({ isWoman: true })
    const booking = await test.booked(woman, trip)
    await test.act(woman, booking, 'cancel')
    expect((await test.call(woman, 'GET', '/me/woman')).body.isLocked).toBe(true)
    expect((await declare(woman, false)).body.code).toBe('woman_locked')
    expect((await declare(woman)).status).toBe(200)
  })

  it('does not show others that a passenger declared to be a woman', async () => {
    const woman = await aPassenger({ woman: true, verified: true })
    const trip = await test.newTrip()
    await test.booked(woman, trip)
    const seen = [
      await test.call(trip.driver, 'GET', `/users/${woman.userId}`),
      await test.call(trip.driver, 'GET', `/trips/${trip.tripId}/bookings`),
      await test.call(trip.driver, 'GET', `/trips/${trip.tripId}/run-sheet`),
    ]
    expect(JSON.stringify(seen)).not.toMatch(/woman|mujer/i)
  })
})

describe('a trip for verified people only', () => {
  it('lets only verified people book a verified-only trip, one seat each', async () => {
    const trip = await test.newTrip(only({ verifiedOnly: true }))
    const stranger = await test.aPassenger()
    expect(await codeOf(stranger, trip)).toBe('verified_only')
    expect((await pageOf(stranger, trip)).bookingRefusal).toMatch(/identidad verificada/)
    await verify(stranger)
    expect(await codeOf(stranger, trip, { seats: 3 })).toBe('one_seat_each')
    await test.booked(stranger, trip)
  })

  it('lets a booked trip neither become verified-only nor stop being it', async () => {
    const edit = (trip: TestTrip, verifiedOnly: boolean) =>
      test.call(trip.driver, 'PATCH', `/trips/${trip.tripId}`, only({ verifiedOnly }))
    const open = await test.newTrip()
    await test.booked(await test.aPassenger(), open)
    expect((await edit(open, true)).body.code).toBe('trip_has_bookings')
    const strict = await test.newTrip(only({ verifiedOnly: true }))
    expect((await edit(strict, false)).status).toBe(200)
    expect((await edit(strict, true)).status).toBe(200)
    await test.booked(await aPassenger({ verified: true }), strict)
    expect((await edit(strict, false)).body.code).toBe('trip_has_bookings')
  })

  it('shows drivers of verified-only trips only the requests of verified people', async () => {
    const earliest = addMs(test.clock.now(), 6 * DAY_MS)
    const ask = async (passenger: TestUser) => {
      const { body } = await test.call(passenger, 'POST', '/ride-requests', {
        from: BOGOTA,
        to: CALI,
        earliest: earliest.toISOString(),
        latest: addMs(earliest, 47 * HOUR_MS).toISOString(),
        maxPrice: 30_000,
      })
      return body.request.id as string
    }
    const trip = await test.newTrip(only({ verifiedOnly: true }))
    const [stranger, known] = [await test.aPassenger(), await aPassenger({ verified: true })]
    const [of, ofKnown] = [await ask(stranger), await ask(known)]
    const invite = (rideRequestId: string) =>
      test.call(trip.driver, 'POST', `/trips/${trip.tripId}/invitations`, { rideRequestId })
    expect((await invite(of)).body.code).toBe('ride_request_not_found')
    expect((await invite(ofKnown)).body.code).not.toBe('ride_request_not_found')
    const { body } = await test.call(trip.driver, 'GET', `/trips/${trip.tripId}/wanted`)
    const ids = (body.wanted ?? []).map((each: { rideRequestId: string }) => each.rideRequestId)
    expect(ids).not.toContain(of)
  })

  it('marks a verified-only trip in search results', async () => {
    const trip = await test.newTrip(only({ verifiedOnly: true }))
    const date = trip.facts.departsAt.toISOString().slice(0, 10)
    const query = `from=${BOGOTA}&to=${CALI}&date=${date}`
    const { body } = await test.call(trip.driver, 'GET', `/trips/search?${query}`)
    const found = body.results.filter((each: { tripId: string }) => each.tripId === trip.tripId)
    expect(found).toMatchObject([{ verifiedOnly: true, womenOnly: false }])
  })
})
