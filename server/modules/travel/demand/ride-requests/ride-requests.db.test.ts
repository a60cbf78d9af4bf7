import { beforeAll, describe, expect, it } from 'vitest'
import { RIDE_REQUESTS_MAX } from '#contract/limits.ts'
import { segmentPrice } from '#server/modules/travel/trips/index.ts'
import { addMs, bogotaDate, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { type AlertsApp, openAlertsApp } from '#test/alert-factories.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aFundedWallet, aUser, type TestUser } from '#test/factories.ts'
import { BOGOTA, CALI, GIRARDOT, IBAGUE, type TestTrip } from '#test/trip-factories.ts'
import { tellEnded } from './tell-demand.ts'

let test: AlertsApp

beforeAll(async () => {
  test = await openAlertsApp()
})

let days = 0

/** A departure at six in the morning on a day that no other test of this file uses. */
function aFreeDay(): { date: string; departsAt: Date } {
  days += 3
  const departsAt = addMs(TEST_NOW, days * DAY_MS - 2 * HOUR_MS)
  return { date: bogotaDate(departsAt), departsAt }
}

type Wish = { user: TestUser; id: string }

/** Posts a request for one seat from Girardot to Cali around six hours from the departure. */
async function looking(departsAt: Date, changes: object = {}, who?: TestUser): Promise<Wish> {
  const user = who ?? (await aUser(test.deps))
  const { status, body } = await ask(user, departsAt, changes)
  if (status !== 200) throw new Error(`no request: ${JSON.stringify(body)}`)
  return { user, id: body.request.id }
}

function ask(user: TestUser, departsAt: Date, changes: object = {}) {
  return test.call(user, 'POST', '/ride-requests', {
    from: GIRARDOT,
    to: CALI,
    earliest: departsAt.toISOString(),
    latest: addMs(departsAt, 12 * HOUR_MS).toISOString(),
    maxPrice: 20_000,
    ...changes,
  })
}

const priceOf = ({ facts }: TestTrip) =>
  segmentPrice(facts, facts.declaredSeqs[1] ?? 0, facts.places.length - 1)

/** Publishes a trip; returns it with its price from Girardot on. */
async function published(departsAt: Date, options: object = {}) {
  const trip = await test.publish({ departsAt, ...options })
  return { trip, price: priceOf(trip) }
}

const wantedOf = (trip: TestTrip) => test.call(trip.driver, 'GET', `/trips/${trip.tripId}/demand`)
const invite = (trip: TestTrip, rideRequestId: string) =>
  test.call(trip.driver, 'POST', `/trips/${trip.tripId}/invitations`, { rideRequestId })
const mine = async (user: TestUser) => (await test.call(user, 'GET', '/ride-requests')).body
const told = async (user: TestUser, kind: string) => {
  const { body } = await test.call(user, 'GET', '/notifications')
  return body.notifications.filter((each: { kind: string }) => each.kind === kind)
}

describe('a ride request', () => {
  it('shows a ride request to a driver on the route, whose invitation is booked', async () => {
    const { departsAt } = aFreeDay()
    const { trip, price } = await published(departsAt)
    const { user, id } = await looking(departsAt, { maxPrice: price })
    await test.runRecurring('alerts.mail-due')
    expect(await told(trip.driver, 'ride_wanted')).toHaveLength(1)
    const seen = await wantedOf(trip)
    expect(seen.body.wanted).toMatchObject([
      { rideRequestId: id, price, invited: false, refusal: null, fromStopId: trip.stop(GIRARDOT) },
    ])
    expect(JSON.stringify(seen.body)).not.toContain(user.email)
    for (const _again of [1, 2]) expect((await invite(trip, id)).status).toBe(200)
    await test.runRecurring('alerts.mail-due')
    expect(test.mailsTo(user).map(({ subject }) => subject)).toEqual([
      'Te invitan a un viaje de Girardot a Cali',
    ])
    const [request] = (await mine(user)).open
    const part = { fromStopId: trip.stop(GIRARDOT), toStopId: trip.stop(CALI) }
    expect(request.invitations).toMatchObject([{ status: 'open', trip: { ...part, price } }])

    await aFundedWallet(test.deps, user.userId, 500_000)
    const booked = await test.call(user, 'POST', `/trips/${trip.tripId}/bookings`, {
      ...part,
      seats: 1,
      paymentMode: 'billetera',
    })
    expect(booked.body.booking.price).toBe(price)
    expect((await mine(user)).open[0].status).toBe('booked')
    expect((await wantedOf(trip)).body.wanted).toEqual([])
  })

  it('refuses a ride request that offers more than the price ceiling of the route', async () => {
    const { departsAt } = aFreeDay()
    const user = await aUser(test.deps)
    const quote = await test.call(user, 'POST', '/trips/quote', {
      stops: [GIRARDOT, CALI],
      departsAt: departsAt.toISOString(),
      seats: 1,
    })
    const { max } = quote.body.seat
    const refused = await ask(user, departsAt, { maxPrice: max + 1 })
    expect(refused.body).toMatchObject({ code: 'price_above_ceiling', details: { max } })
    expect((await ask(user, departsAt, { maxPrice: max })).status).toBe(200)
  })

  it('refuses an invitation above the offered price or to seats that are sold', async () => {
    const { departsAt } = aFreeDay()
    const { trip, price } = await published(departsAt, { seats: 2 })
    await fill(trip)
    const dear = await looking(departsAt, { maxPrice: price - 1 })
    const large = await looking(departsAt, { maxPrice: price, seats: 2 })
    const { wanted } = (await wantedOf(trip)).body
    expect(wanted.map((each: { refusal: string }) => each.refusal)).toEqual(['price', 'seats'])
    expect((await invite(trip, dear.id)).body.code).toBe('invitation_price_high')
    expect((await invite(trip, large.id)).body.code).toBe('seats_unavailable')
    expect(test.mailsTo(dear.user)).toEqual([])
  })

  it.each([
    ['after the hours asked for', 13 * HOUR_MS, {}],
    ['the other way', 0, { from: CALI, to: GIRARDOT }],
    ['of the driver', 0, {}],
    ['of who blocked the driver', 0, {}],
  ])('does not show a driver the ride request %s', async (name, later, changes) => {
    const { departsAt } = aFreeDay()
    const { trip } = await published(addMs(departsAt, later))
    const who = name === 'of the driver' ? trip.driver : undefined
    const { id, user } = await looking(departsAt, changes, who)
    if (name === 'of who blocked the driver') {
      const blocked = await test.call(user, 'POST', '/blocks', { userId: trip.driver.userId })
      expect(blocked.status).toBe(200)
    }
    expect((await wantedOf(trip)).body.wanted).toEqual([])
    expect((await invite(trip, id)).body.code).toBe('ride_request_not_found')
  })

  it("shows ride requests only for the driver's own trips", async () => {
    const { departsAt } = aFreeDay()
    const { trip } = await published(departsAt)
    const { id, user } = await looking(departsAt)
    const asStranger = await test.call(user, 'GET', `/trips/${trip.tripId}/demand`)
    expect(asStranger.body.code).toBe('trip_not_found')
    const path = `/trips/${trip.tripId}/invitations`
    const { body } = await test.call(user, 'POST', path, { rideRequestId: id })
    expect(body.code).toBe('trip_not_found')
  })

  it('declines an invitation per trip, and drops one to a full trip', async () => {
    const { departsAt } = aFreeDay()
    const [one, two] = [await published(departsAt), await published(departsAt, { seats: 1 })]
    const offered = Math.max(one.price, two.price)
    const { user, id } = await looking(departsAt, { maxPrice: offered })
    for (const { trip } of [one, two]) await invite(trip, id)
    const path = `/ride-requests/${id}/decline`
    const declined = await test.call(user, 'POST', path, { tripId: one.trip.tripId })
    expect(declined.status).toBe(200)
    await fill(two.trip)
    const statuses = new Map(
      (await mine(user)).open[0].invitations.map((each: { tripId: string; status: string }) => [
        each.tripId,
        each.status,
      ]),
    )
    expect(statuses.get(one.trip.tripId)).toBe('declined')
    expect(statuses.get(two.trip.tripId)).toBe('gone')
  })

  it('refuses a second ride request for the same hours, and a fifth one at a time', async () => {
    const { departsAt } = aFreeDay()
    const { user } = await looking(departsAt)
    expect((await ask(user, departsAt)).body.code).toBe('ride_request_exists')
    const ways = [
      [BOGOTA, CALI],
      [BOGOTA, IBAGUE],
      [IBAGUE, CALI],
      [CALI, IBAGUE],
      [CALI, BOGOTA],
    ]
    const answers = []
    for (const [from, to] of ways) answers.push(await ask(user, departsAt, { from, to }))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 409])
    expect(answers.at(-1)?.body.code).toBe('ride_request_limit')
    expect((await mine(user)).open).toHaveLength(RIDE_REQUESTS_MAX)
  })

  it('stops the alert created for a withdrawn ride request, and keeps an older alert', async () => {
    const { date, departsAt } = aFreeDay()
    const before = await test.anAlert(date, { from: GIRARDOT })
    const own = await looking(departsAt)
    const kept = await looking(departsAt, {}, before.user)
    for (const { user, id } of [own, kept]) {
      const path = `/ride-requests/${id}/withdraw`
      for (const _again of [1, 2]) {
        const { body } = await test.call(user, 'POST', path)
        expect(body.request.status).toBe('withdrawn')
      }
    }
    expect((await test.call(own.user, 'GET', '/alerts')).body.active).toEqual([])
    expect((await test.call(kept.user, 'GET', '/alerts')).body.active).toHaveLength(1)
  })

  it('tells the passenger once when a ride request ends without a seat', async () => {
    const { departsAt } = aFreeDay()
    const { user } = await looking(departsAt)
    test.clock.set(addMs(departsAt, 13 * HOUR_MS))
    for (const _again of [1, 2]) await tellEnded(test.deps)
    expect(await told(user, 'ride_request_over')).toHaveLength(1)
    expect((await mine(user)).past[0].status).toBe('over')
  })
})

describe('the demand for rides', () => {
  const demand = (user: TestUser, query: object) =>
    test.call(user, 'GET', `/demand?${new URLSearchParams({ ...query })}`)

  it('counts each person who wants a ride once, without the viewer', async () => {
    const { date, departsAt } = aFreeDay()
    const viewer = await aUser(test.deps)
    const both = await looking(departsAt, { seats: 2 })
    await test.anAlert(date, { from: GIRARDOT }, both.user)
    await test.anAlert(date, { from: IBAGUE })
    await looking(departsAt, { from: CALI, to: BOGOTA })
    await looking(departsAt, {}, viewer)
    const { body } = await demand(viewer, { from: BOGOTA, to: CALI, date })
    expect(body.people).toBe(2)
    const rows = body.rows.map((row: { from: { name: string }; people: number; seats: number }) => [
      row.from.name,
      row.people,
      row.seats,
    ])
    expect(rows).toEqual(
      expect.arrayContaining([
        ['Girardot', 1, 2],
        ['Ibagué', 1, 1],
      ]),
    )
    expect(rows).toHaveLength(2)
  })

  it('leaves people who have a seat out of the demand for rides', async () => {
    const { date, departsAt } = aFreeDay()
    const viewer = await aUser(test.deps)
    const { trip } = await published(departsAt)
    const { user } = await looking(departsAt)
    const way = { from: GIRARDOT, to: CALI, date }
    expect((await demand(viewer, way)).body.people).toBe(1)
    await takeSeat(trip, user)
    expect((await demand(viewer, way)).body.people).toBe(0)
  })

  it('lists the most wanted routes of the next days', async () => {
    const viewer = await aUser(test.deps)
    const departsAt = addMs(test.clock.now(), 2 * DAY_MS)
    for (const _person of [1, 2, 3]) await looking(departsAt, { from: IBAGUE, to: GIRARDOT })
    test.clock.advance(2 * MINUTE_MS)
    const { body } = await demand(viewer, {})
    expect(body.rows[0]).toMatchObject({ from: { name: 'Ibagué' }, people: 3 })
    expect((await demand(viewer, { from: IBAGUE })).body.code).toBe('place_not_found')
  })
})

async function takeSeat(trip: TestTrip, user: TestUser) {
  await aFundedWallet(test.deps, user.userId, 500_000)
  const part = { fromStopId: trip.stop(GIRARDOT), toStopId: trip.stop(CALI) }
  const { status, body } = await test.call(user, 'POST', `/trips/${trip.tripId}/bookings`, {
    ...part,
    seats: 1,
    paymentMode: 'billetera',
  })
  if (status !== 201) throw new Error(JSON.stringify(body))
}

async function fill(trip: TestTrip) {
  await takeSeat(trip, await aUser(test.deps))
}
