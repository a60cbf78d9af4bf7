import { beforeAll, describe, expect, it } from 'vitest'
import { Preferences } from '#contract/trips.ts'
import { closeTrip, segmentPrice, takeSeats } from '#server/modules/travel/trips/index.ts'
import { addMs, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { type AlertsApp, aFreeDay, openAlertsApp, shifted } from '#test/alert-factories.ts'
import { aUser, aVerifiedDriver } from '#test/factories.ts'
import { matchTrip } from '#test/list-factories.ts'
import { aTrip, BOGOTA, CALI, GIRARDOT, IBAGUE, type TripOptions } from '#test/trip-factories.ts'

const CAJAMARCA = '73124'

let test: AlertsApp

beforeAll(async () => {
  test = await openAlertsApp()
})

describe('a saved alert', () => {
  it('mails an alert once about a published trip, with a link to the matching part', async () => {
    const { date, departsAt } = aFreeDay()
    const { user } = await test.anAlert(date, { from: GIRARDOT, seats: 2 })
    const trip = await test.publish({ departsAt })
    const [message, ...rest] = test.mailsTo(user)
    expect(rest).toEqual([])
    expect(message?.subject).toBe('Viaje de Girardot a Cali')
    const part = `from=${trip.stop(GIRARDOT)}&to=${trip.stop(CALI)}&seats=2`
    expect(message?.text).toContain(`http://localhost:3000/trips/${trip.tripId}?${part}`)
    const { facts } = trip
    const price = segmentPrice(facts, facts.declaredSeqs[1] ?? 0, facts.places.length - 1)
    const words = message?.text.replaceAll(/\s/g, ' ')
    expect(words).toContain(`$ ${new Intl.NumberFormat('es-CO').format(price)} por cupo`)
    expect(words).toContain('con Carlos R.')
    const { body } = await test.call(user, 'GET', '/alerts')
    expect(body.active).toHaveLength(1)
    expect(body.active[0]).toMatchObject({
      status: 'active',
      from: { placeId: GIRARDOT, name: 'Girardot' },
      matches: 1,
      can: { stop: true, resume: false },
      trips: [{ tripId: trip.tripId, fromStopId: trip.stop(GIRARDOT), price, seatsLeft: 3 }],
    })
    // Repeats the same job, as after a crash.
    await matchTrip(test.deps, { tripId: trip.tripId })
    await test.runRecurring('alerts.mail-due')
    test.clock.advance(2 * HOUR_MS)
    await test.runRecurring('alerts.mail-due')
    expect(test.mailsTo(user)).toHaveLength(1)
  })

  it.each([
    ['womenOnly', 'women', 'mujeres'],
    ['verifiedOnly', 'verified', 'personas verificadas'],
  ] as const)('says of a trip whom alone it takes: %s', async (wish, audience, words) => {
    const { date, departsAt } = aFreeDay()
    const { user } = await test.anAlert(date)
    await test.publish({ departsAt, preferences: Preferences.parse({ [wish]: true }) })
    const text = test.mailsTo(user)[0]?.text.replaceAll(/\s+/g, ' ')
    expect(text).toContain(`Es un viaje solo para ${words}.`)
    expect(text).toContain(`Solo ${words}. $`)
    const { body } = await test.call(user, 'GET', '/alerts')
    expect(body.active[0].trips).toMatchObject([{ audience }])
  })

  it('sends no alert for a trip whose publication is rolled back', async () => {
    const { date, departsAt } = aFreeDay()
    const { user } = await test.anAlert(date)
    const driver = await aVerifiedDriver(test.deps)
    await expect(aTrip(test.deps, { driver, departsAt, seats: 8 })).rejects.toThrow()
    await test.runJobs()
    expect(test.mailsTo(user)).toEqual([])
  })

  const day = { of: (days: number) => (date: string) => shifted(date, days) }
  it.each<[string, (date: string) => object, TripOptions, boolean]>([
    ['the way back', () => ({ from: CALI, to: BOGOTA }), {}, false],
    ['a part of the way', () => ({ from: IBAGUE }), {}, true],
    ['a place on the way', () => ({ from: CAJAMARCA }), {}, true],
    [
      'a place on the way where nobody is picked up',
      () => ({ from: CAJAMARCA }),
      { enRoutePickups: false },
      false,
    ],
    ['declared stops of such a trip', () => ({ from: IBAGUE }), { enRoutePickups: false }, true],
    ['the day before', (date) => ({ until: day.of(3)(date), since: day.of(1)(date) }), {}, false],
    ['the first of its days', (date) => ({ until: day.of(3)(date) }), {}, true],
    ['the last of its days', (date) => ({ since: day.of(-2)(date) }), {}, true],
    ['as many seats as there are', () => ({ seats: 3 }), {}, true],
    ['more seats than there are', () => ({ seats: 4 }), {}, false],
    ['a price far above', () => ({ maxPrice: 900_000 }), {}, true],
    ['a price below', () => ({ maxPrice: 5_000 }), {}, false],
    ['a trip by request', () => ({}), { instant: false }, true],
  ])('mails an alert only if the trip matches: %s', async (_what, changes, options, isTold) => {
    const { date, departsAt } = aFreeDay()
    const { user } = await test.anAlert(date, changes(date))
    await test.publish({ departsAt, ...options })
    expect(test.mailsTo(user)).toHaveLength(isTold ? 1 : 0)
    expect(await test.matchesOf(user)).toBe(isTold ? 1 : 0)
  })

  it("compares the price of the matching part with the alert's maximum, to the peso", async () => {
    const { date, departsAt } = aFreeDay()
    const probe = await aTrip(test.deps, { departsAt: addMs(departsAt, HOUR_MS) })
    const { facts } = probe
    const price = segmentPrice(facts, 0, facts.places.length - 1)
    const exact = await test.anAlert(date, { maxPrice: price })
    const below = await test.anAlert(date, { maxPrice: price - 1 })
    await test.publish({ departsAt })
    expect(test.mailsTo(exact.user)).toHaveLength(1)
    expect(test.mailsTo(below.user)).toHaveLength(0)
  })

  it('matches an alert by the date of boarding at its place, also past midnight', async () => {
    const { date, departsAt } = aFreeDay()
    // The trip leaves Bogotá at 23:00 and passes Ibagué on the next day.
    const late = addMs(departsAt, 17 * HOUR_MS)
    const tonight = await test.anAlert(date)
    const sameDay = await test.anAlert(date, { from: IBAGUE })
    const nextDay = await test.anAlert(shifted(date, 1), { from: IBAGUE })
    await test.publish({ departsAt: late })
    expect(test.mailsTo(tonight.user)).toHaveLength(1)
    expect(test.mailsTo(sameDay.user)).toHaveLength(0)
    expect(test.mailsTo(nextDay.user)).toHaveLength(1)
  })

  it('does not alert people about their own trips', async () => {
    const { date, departsAt } = aFreeDay()
    const driver = await aVerifiedDriver(test.deps)
    await test.anAlert(date, {}, driver)
    await test.publish({ driver, departsAt })
    expect(test.mailsTo(driver)).toEqual([])
  })

  it('sends nothing while an alert is stopped, and sends again once it is resumed', async () => {
    const { date, departsAt } = aFreeDay()
    const { user, id } = await test.anAlert(date)
    const stop = () => test.call(user, 'POST', `/alerts/${id}/stop`)
    expect((await stop()).body.alert).toMatchObject({ status: 'stopped', can: { resume: true } })
    expect((await stop()).status).toBe(200)
    await test.publish({ departsAt })
    expect(await test.matchesOf(user)).toBe(0)
    expect((await test.call(user, 'POST', `/alerts/${id}/resume`)).body.alert.status).toBe('active')
    await test.publish({ departsAt })
    expect(test.mailsTo(user)).toHaveLength(1)
  })

  it('leaves trips that can no longer be booked out of an alert message', async () => {
    const { date, departsAt } = aFreeDay()
    const { user } = await test.anAlert(date)
    const { user: pair } = await test.anAlert(date, { seats: 2 })
    const cancelled = await aTrip(test.deps, { departsAt })
    const sold = await aTrip(test.deps, { departsAt })
    const { tripId } = sold
    await inTransaction(test.deps.db, async (tx) => {
      const { driverId } = cancelled.facts
      const reason = 'Se dañó el carro'
      const closing = { tripId: cancelled.tripId, driverId, reason, now: test.clock.now() }
      await closeTrip(tx, { ...closing, status: 'cancelled' })
      await takeSeats(tx, { tripId, fromSeq: 0, toSeq: 1, seats: 2 })
    })
    await test.runJobs()
    expect(test.mailsTo(user).map(({ subject }) => subject)).toEqual(['Viaje de Bogotá a Cali'])
    expect(test.mailsTo(user)[0]?.text).toContain(tripId)
    expect(test.mailsTo(pair)).toEqual([])
  })
})

describe('the messages of an alert', () => {
  it('keeps an hour between two alert messages; the second lists all new trips', async () => {
    const { date, departsAt } = aFreeDay()
    const { user } = await test.anAlert(date)
    await test.publish({ departsAt })
    const second = await test.publish({ departsAt: addMs(departsAt, HOUR_MS) })
    const third = await test.publish({ departsAt: addMs(departsAt, 2 * HOUR_MS) })
    test.clock.advance(59 * MINUTE_MS)
    await test.runRecurring('alerts.mail-due')
    expect(test.mailsTo(user)).toHaveLength(1)
    test.clock.advance(2 * MINUTE_MS)
    await test.runRecurring('alerts.mail-due')
    const [digest, ...before] = test.mailsTo(user)
    expect(before).toHaveLength(1)
    expect(digest?.subject).toBe('2 viajes de Bogotá a Cali')
    expect(digest?.text).toContain(second.tripId)
    expect(digest?.text.indexOf(third.tripId)).toBeGreaterThan(
      digest?.text.indexOf(second.tripId) ?? 0,
    )
  })

  it('names eight trips in an alert message and links to the others', async () => {
    const { date, departsAt } = aFreeDay()
    const { user } = await test.anAlert(date)
    await test.publish({ departsAt })
    for (let hour = 1; hour <= 10; hour += 1) {
      await aTrip(test.deps, { departsAt: addMs(departsAt, hour * HOUR_MS) })
    }
    await test.runRecurring('alerts.mail-due')
    test.clock.advance(2 * HOUR_MS)
    await test.runRecurring('alerts.mail-due')
    const [digest] = test.mailsTo(user)
    expect(digest?.subject).toBe('10 viajes de Bogotá a Cali')
    expect(digest?.text.match(/Ver el viaje:/g)).toHaveLength(8)
    expect(digest?.text).toContain(`/trips?from=${BOGOTA}&to=${CALI}&date=${date}&seats=1`)
  })

  it('sends no alert message when none of the waiting trips can be booked any more', async () => {
    const { date, departsAt } = aFreeDay()
    const { user } = await test.anAlert(date)
    await test.publish({ departsAt })
    const { tripId, facts } = await test.publish({ departsAt })
    const { driverId } = facts
    const closing = { tripId, driverId, reason: 'No viajo', now: test.clock.now() }
    await inTransaction(test.deps.db, (tx) => closeTrip(tx, { ...closing, status: 'cancelled' }))
    test.clock.advance(2 * HOUR_MS)
    await test.runRecurring('alerts.mail-due')
    expect(test.mailsTo(user)).toHaveLength(1)
    expect(await test.matchesOf(user)).toBe(2)
  })

  it('sends one alert message when several workers match the same trip in parallel', async () => {
    const { date, departsAt } = aFreeDay()
    const { user } = await test.anAlert(date)
    const { tripId } = await aTrip(test.deps, { departsAt })
    await Promise.all(Array.from({ length: 6 }, () => matchTrip(test.deps, { tripId })))
    await test.runJobs()
    expect(test.mailsTo(user)).toHaveLength(1)
    expect(await test.matchesOf(user)).toBe(1)
  })

  it('sends an alert message to each of twelve people who wait for the same trip', async () => {
    const { date, departsAt } = aFreeDay()
    const users = await Promise.all(Array.from({ length: 12 }, () => aUser(test.deps)))
    for (const user of users) await test.anAlert(date, {}, user)
    await test.publish({ departsAt })
    expect(users.map((user) => test.mailsTo(user).length)).toEqual(users.map(() => 1))
  })
})
