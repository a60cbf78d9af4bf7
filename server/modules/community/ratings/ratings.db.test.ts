import { beforeAll, describe, expect, it } from 'vitest'
import { withdrawByTeam, withdrawPassenger } from '#server/modules/travel/bookings/index.ts'
import { pauseTrip } from '#server/modules/travel/trip-changes/index.ts'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { asOwner } from '#test/db.ts'
import { aUser } from '#test/factories.ts'
import { hearDriver } from '#test/hearing-steps.ts'
import { openRatingsApp, type RatingsApp } from '#test/rating-factories.ts'

let test: RatingsApp

beforeAll(async () => {
  test = await openRatingsApp()
})

describe('rating a journey', () => {
  it('refuses a rating before the planned drop-off', async () => {
    const trip = await test.newTrip()
    const passenger = await test.aPassenger()
    const booking = await test.booked(passenger, trip)
    expect((await test.rate(passenger, booking)).body.code).toBe('rating_too_early')
    test.toPickUp(booking, 0)
    await test.board(trip.driver, booking)
    expect((await test.rate(passenger, booking)).body.code).toBe('rating_too_early')
    expect((await test.show(passenger, booking)).can.rate).toBe(false)
    test.clock.set(new Date(booking.to.at))
    expect((await test.rate(passenger, booking)).status).toBe(200)
  })

  it('hides a rating from the other side until both have rated', async () => {
    const journey = await test.aJourney()
    const { driver, passenger } = journey
    await test.rate(passenger, journey, { stars: 2, tags: ['late'], comment: 'Llegó muy tarde.' })
    for (const look of [
      JSON.stringify(await test.show(driver, journey)),
      JSON.stringify(await test.ratingsOf(driver)),
      JSON.stringify(await test.profile(driver)),
    ]) {
      expect(look).not.toContain('muy tarde')
      expect(look).not.toContain('"late"')
    }
    expect((await test.profile(driver)).rating).toMatchObject({ average: null, count: 0 })
    expect(await test.told(driver)).toEqual([])
    expect((await test.show(passenger, journey)).mine).toMatchObject({ stars: 2 })

    const { body } = await test.rate(driver, journey)
    expect(body.rating.theirs).toMatchObject({ stars: 2, comment: 'Llegó muy tarde.' })
    expect((await test.show(passenger, journey)).theirs).toMatchObject({ stars: 5 })
    expect((await test.profile(driver)).rating).toEqual({
      average: 2,
      count: 1,
      stars: [0, 1, 0, 0, 0],
    })
    const { ratings, total } = await test.ratingsOf(driver)
    expect(total).toBe(1)
    expect(ratings[0]).toMatchObject({
      by: { id: passenger.userId, name: 'Ana R.' },
      as: 'driver',
      outcome: 'travelled',
      comment: 'Llegó muy tarde.',
      reply: null,
    })
    expect(await test.told(driver)).toEqual(['rating_received'])
    expect(await test.told(passenger)).toEqual(['rating_received'])
  })

  it('shows a single rating after 14 days, when the other side cannot rate any more', async () => {
    const journey = await test.aJourney()
    const { driver, passenger } = journey
    await test.rate(passenger, journey, { stars: 4 })
    test.clock.set(addMs(journey.dropsOffAt, 14 * DAY_MS - 1))
    await test.runRecurring('bookings.advance-due')
    expect((await test.show(driver, journey)).theirs).toBeNull()
    test.clock.advance(1)
    await test.runRecurring('bookings.advance-due')
    expect((await test.show(driver, journey)).theirs).toMatchObject({ stars: 4 })
    expect((await test.rate(driver, journey)).body.code).toBe('rating_closed')
    expect((await test.profile(driver)).rating.count).toBe(1)
    expect((await test.profile(passenger)).rating.count).toBe(0)
  })

  it('hides a rating while the team decides, and for the 14 days from its decision', async () => {
    const journey = await test.aJourney()
    const { driver, passenger, dropsOffAt, id } = journey
    await test.rate(passenger, journey, { stars: 1 })
    const statement = 'Yo no viajé: el conductor anotó mi código y se fue.'
    expect((await test.act(passenger, journey, 'dispute', { statement })).status).toBe(200)
    test.clock.set(addMs(dropsOffAt, 14 * DAY_MS))
    await test.runJobs()
    expect((await test.show(driver, journey)).theirs).toBeNull()
    const helper = await aUser(test.deps, { roles: ['passenger', 'support'] })
    await hearDriver(test.deps.databaseUrl, id)
    const decision = { outcome: 'passenger', note: 'Revisamos los registros del viaje.' }
    const decided = await test.call(helper, 'POST', `/admin/disputes/${id}/resolve`, decision)
    expect(decided.status).toBe(200)
    test.clock.advance(14 * DAY_MS - 1)
    await test.runJobs()
    expect(await test.show(driver, journey)).toMatchObject({ theirs: null, can: { rate: true } })
    test.clock.advance(1)
    await test.runJobs()
    expect((await test.show(driver, journey)).theirs).toMatchObject({ stars: 1 })
  })

  it('answers a repeated rating with the stored one, and refuses a changed rating', async () => {
    const journey = await test.aJourney()
    const answers = await Promise.all([1, 2, 3].map(() => test.rate(journey.passenger, journey)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.rating.mine.id)).size).toBe(1)
    const changed = await test.rate(journey.passenger, journey, { stars: 1 })
    expect(changed.body.code).toBe('already_rated')
  })

  it('refuses a rating from a person outside the booking', async () => {
    const journey = await test.aJourney()
    const stranger = await test.aPassenger(0)
    expect((await test.rate(stranger, journey)).body.code).toBe('booking_not_found')
    const look = await test.call(stranger, 'GET', `/bookings/${journey.id}/rating`)
    expect(look.body.code).toBe('booking_not_found')
  })

  it('refuses contact data in a rating, and tags that do not apply to the rated side', async () => {
    const journey = await test.aJourney()
    const { passenger, driver } = journey
    const comment = 'Escríbeme al 310 555 1234'
    const contact = await test.rate(passenger, journey, { stars: 5, comment })
    expect(contact.body).toMatchObject({ code: 'contact_in_text', fields: { comment: /./ } })
    const tags = ['drives_safely']
    expect((await test.rate(driver, journey, { stars: 5, tags })).body.code).toBe(
      'rating_tag_unknown',
    )
    expect((await test.rate(passenger, journey, { stars: 5, tags })).status).toBe(200)
    for (const stars of [0, 6, 4.5]) {
      expect((await test.rate(driver, journey, { stars })).body.code).toBe('invalid_request')
    }
  })
})

describe('a booking that was cancelled', () => {
  it('accepts a rating of a cancelled booking, with tags for cancellations only', async () => {
    const trip = await test.newTrip()
    const passenger = await test.aPassenger()
    const booking = await test.booked(passenger, trip)
    await test.call(trip.driver, 'POST', `/trips/${trip.tripId}/cancel`)
    await test.runJobs()
    expect(await test.show(passenger, booking)).toMatchObject({
      outcome: 'cancelled',
      can: { rate: true, notTogether: false },
    })
    const travelled = await test.rate(passenger, booking, { stars: 1, tags: ['on_time'] })
    expect(travelled.body.code).toBe('rating_tag_unknown')
    expect((await test.rate(passenger, booking, { stars: 1, tags: ['last_minute'] })).status).toBe(
      200,
    )
    expect((await test.show(trip.driver, booking)).can.rate).toBe(false)
    const own = await test.rate(trip.driver, booking, { stars: 1 })
    expect(own).toMatchObject({ status: 409, body: { code: 'rating_own_cancellation' } })
    test.clock.advance(14 * DAY_MS)
    await test.runRecurring('bookings.advance-due')
    expect((await test.ratingsOf(trip.driver)).ratings[0]).toMatchObject({
      stars: 1,
      outcome: 'cancelled',
      tags: ['last_minute'],
    })
  })

  it('lets a passenger rate a cancellation that the late driver caused, and no other', async () => {
    const trip = await test.newTrip()
    const [ana, eva] = [await test.aPassenger(), await test.aPassenger()]
    const early = await test.booked(ana, trip)
    await test.act(ana, early, 'cancel')
    expect((await test.show(ana, early)).can.rate).toBe(false)
    expect((await test.rate(ana, early)).body.code).toBe('rating_own_cancellation')
    expect((await test.rate(trip.driver, early, { stars: 4 })).status).toBe(200)
    const late = await test.booked(eva, trip)
    test.toPickUp(late, 31 * MINUTE_MS)
    await test.act(eva, late, 'cancel')
    expect((await test.show(eva, late)).can.rate).toBe(true)
    expect((await test.rate(eva, late, { stars: 1 })).status).toBe(200)
  })

  it.each(['sanction', 'untold', 'team', 'pause'] as const)(
    'lets nobody rate what Cupo ended or paused: %s',
    async (why) => {
      const trip = await test.newTrip()
      const ana = await test.aPassenger()
      const booking = await test.booked(ana, trip)
      const { id: bookingId } = booking
      if (why === 'team') {
        const member = await aUser(test.deps)
        await withdrawByTeam(test.deps, member, { bookingId, note: async () => {} })
      } else if (why === 'pause') {
        await pauseTrip(test.deps, { tripId: trip.tripId, cause: 'conduct', lacking: [] })
        expect((await test.act(ana, booking, 'cancel')).status).toBe(200)
      } else await withdrawPassenger(test.deps, { bookingId, rule: why })
      for (const who of [ana, trip.driver]) {
        expect((await test.show(who, booking)).can.rate).toBe(false)
        expect((await test.rate(who, booking, { stars: 1 })).body.code).toBe('rating_too_early')
      }
    },
  )

  it('refuses a rating of a booking request that was rejected', async () => {
    const trip = await test.newTrip({ instant: false })
    const passenger = await test.aPassenger()
    const booking = await test.booked(passenger, trip)
    await test.act(trip.driver, booking, 'reject')
    expect((await test.rate(passenger, booking)).body.code).toBe('rating_too_early')
  })
})

describe('a reply', () => {
  it('accepts one reply to a rating, by the rated person, once the rating is public', async () => {
    const journey = await test.aJourney()
    const { driver, passenger } = journey
    await test.rate(passenger, journey)
    await test.rate(driver, journey)
    const [rating] = (await test.ratingsOf(driver)).ratings
    const reply = (who = driver, text = 'Gracias, Ana.') =>
      test.call(who, 'POST', `/ratings/${rating.id}/reply`, { text })
    expect((await reply(passenger)).body.code).toBe('rating_not_found')
    const contact = await reply(driver, 'Mi correo es a@b.co')
    expect(contact.body.code).toBe('contact_in_text')
    expect((await reply()).body.rating.reply).toMatchObject({ text: 'Gracias, Ana.' })
    expect((await reply()).status).toBe(200)
    expect((await reply(driver, 'Otra cosa.')).body.code).toBe('already_replied')
    expect((await test.ratingsOf(driver)).ratings[0].reply.text).toBe('Gracias, Ana.')
    expect(await test.told(passenger)).toEqual(['rating_received', 'rating_reply'])
  })

  it('refuses a reply to a rating before the other side has rated', async () => {
    const journey = await test.aJourney()
    const { body } = await test.rate(journey.passenger, journey)
    const path = `/ratings/${body.rating.mine.id}/reply`
    const early = await test.call(journey.driver, 'POST', path, { text: 'Gracias.' })
    expect(early.body.code).toBe('rating_not_found')
  })
})

describe('a person who has not rated', () => {
  it('is asked when a late car arrives, not at the planned hour', async () => {
    const journey = await test.aJourney()
    const { driver, passenger, trip } = journey
    const { databaseUrl } = test.deps
    const late = `insert into journeys (trip_id, started_at, delay_ms) values ($1, now(), $2)`
    await asOwner(databaseUrl, late, [trip.tripId, 2 * HOUR_MS])
    test.clock.set(addMs(journey.dropsOffAt, HOUR_MS))
    await test.runRecurring('bookings.advance-due')
    expect([await test.told(passenger), await test.told(driver)]).toEqual([[], []])
    test.clock.set(addMs(journey.dropsOffAt, 2 * HOUR_MS))
    await test.runRecurring('bookings.advance-due')
    expect(await test.told(driver)).toEqual(['rating_waiting'])
  })

  it('asks for a rating after the journey, and reminds 3 days before the end', async () => {
    const journey = await test.aJourney()
    const { driver, passenger } = journey
    const waiting = async () => (await test.call(passenger, 'GET', '/ratings/waiting')).body.waiting
    await test.runRecurring('bookings.advance-due')
    test.clock.advance(25 * HOUR_MS)
    await test.runRecurring('bookings.advance-due')
    expect(await test.told(passenger)).toEqual(['rating_waiting'])
    expect(await test.told(driver)).toEqual(['rating_waiting'])
    expect(await waiting()).toMatchObject([
      { bookingId: journey.id, as: 'driver', about: { id: driver.userId }, from: 'Ibagué' },
    ])
    await test.rate(driver, journey)
    test.clock.set(addMs(journey.dropsOffAt, 11 * DAY_MS))
    await test.runRecurring('bookings.advance-due')
    expect(await test.told(passenger)).toEqual(['rating_waiting', 'rating_reminder'])
    expect(await test.told(driver)).toEqual(['rating_waiting'])
    await test.rate(passenger, journey)
    expect(await waiting()).toEqual([])
  })
})
