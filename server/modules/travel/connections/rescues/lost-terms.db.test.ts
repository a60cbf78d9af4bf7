import { beforeAll, describe, expect, it } from 'vitest'
import { Preferences } from '#contract/trips.ts'
import { lostTerms } from '#server/modules/travel/trips/index.ts'
import { addMs, HOUR_MS } from '#server/platform/clock.ts'
import { askSteps } from '#test/ask-factories.ts'
import { type ConnectionsApp, openConnectionsApp } from '#test/connection-factories.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aFundedWallet, aUser } from '#test/factories.ts'
import { aTrip, BOGOTA, CALI, IBAGUE } from '#test/trip-factories.ts'

let test: ConnectionsApp

beforeAll(async () => {
  test = await openConnectionsApp()
})

const of = (given: Partial<Preferences>) => Preferences.parse(given)

it('names what the failed trip offered and the kept car does not', async () => {
  const leaving = (hours: number, given: Partial<Preferences>) =>
    aTrip(test.deps, {
      departsAt: addMs(TEST_NOW, hours * HOUR_MS),
      stops: [BOGOTA, IBAGUE],
      preferences: of(given),
    })
  const trip = await leaving(26, { pets: true, wheelchair: true, luggage: 'large' })
  await leaving(27, { pets: true, childSeat: true })
  const ana = await test.aPassenger()
  const booking = await test.booked(ana, trip, { from: BOGOTA, to: IBAGUE })
  await test.call(trip.driver, 'POST', `/trips/${trip.tripId}/cancel`, {})
  await test.runJobs()
  const { body } = await test.call(ana, 'GET', `/bookings/${booking.id}/rescue`)
  expect(body.rescue.kept.lacks).toEqual(['luggage', 'wheelchair'])
})

it('asks her before it takes a car within her limit that lacks a term', async () => {
  const steps = askSteps(test)
  const { trip, ana, booking, other } = await steps.scene()
  const pets = `update trips set preferences = preferences || '{"pets": true}' where id = $1`
  await steps.read(pets, [trip.tripId])
  await steps.fails(trip)
  expect((await steps.limit(ana, booking, booking.price + 50_000)).status).toBe(200)
  await steps.says(true, other, booking)
  await test.runJobs()
  expect(await steps.bookingsOf(ana)).toEqual([])
  const rescue = await steps.shown(ana, booking)
  expect([rescue.status, rescue.kept.lacks]).toEqual(['offered', ['pets']])
  expect(await test.messages(ana)).toContain('rescue_offered')
  expect((await steps.take(ana, booking)).status).toBe(201)
})

describe('the first of two cars fails and one car replaces both', () => {
  async function replaced(terms: Record<'first' | 'second' | 'whole', Partial<Preferences>>) {
    const departsAt = addMs(TEST_NOW, 9 * 24 * HOUR_MS)
    test.clock.set(TEST_NOW)
    const pair = await test.newPair(
      { departsAt, preferences: of(terms.first) },
      { departsAt: addMs(departsAt, 6 * HOUR_MS), preferences: of(terms.second) },
    )
    const ana = await aUser(test.deps, { firstName: 'Ana', verified: true })
    await aFundedWallet(test.deps, ana.userId, 900_000)
    const says = 'insert into women_declarations (user_id, declared_at) values ($1, now())'
    await asOwner(test.deps.databaseUrl, says, [ana.userId])
    const { first } = await test.bookedBoth(ana, pair)
    await aTrip(test.deps, {
      departsAt: addMs(departsAt, HOUR_MS),
      stops: [BOGOTA, CALI],
      preferences: of(terms.whole),
    })
    test.clock.set(addMs(departsAt, -24 * HOUR_MS))
    const { driver, tripId } = pair[0]
    expect((await test.call(driver, 'POST', `/trips/${tripId}/cancel`, {})).status).toBe(200)
    await test.runJobs()
    // Nothing of this scene is on sale for the next one.
    const { body } = await test.call(ana, 'GET', `/bookings/${first.id}/rescue`)
    await asOwner(test.deps.databaseUrl, "update trips set status = 'cancelled'", [])
    return body.rescue
  }

  it('keeps no car for everybody when the second car was for women', async () => {
    const rescue = await replaced({ first: {}, second: { womenOnly: true }, whole: {} })
    expect(rescue.kept).toBeNull()
    expect(rescue.others).toMatchObject([{ note: 'audience' }])
  })

  it('names only what both cars offered', async () => {
    const rescue = await replaced({
      first: { pets: true, luggage: 'large' },
      second: { luggage: 'large', childSeat: true },
      whole: {},
    })
    expect(rescue.kept.lacks).toEqual(['luggage'])
  })
})

it('names a term that one of two cars lacks, and none that the failed trip had not', () => {
  const lost = of({ childSeat: true, maxTwoInBack: true })
  const both = { childSeat: true, maxTwoInBack: true }
  expect(lostTerms(lost, [of(both), of({ ...both, smoking: true })])).toEqual(['noSmoking'])
  expect(lostTerms(lost, [of({ ...both, pets: true }), of({ childSeat: true })])).toEqual([
    'maxTwoInBack',
  ])
  expect(lostTerms(of({ smoking: true }), [of({})])).toEqual([])
})
