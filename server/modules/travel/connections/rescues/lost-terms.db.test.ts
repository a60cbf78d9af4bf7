import { beforeAll, expect, it } from 'vitest'
import { Preferences } from '#contract/trips.ts'
import { addMs, HOUR_MS } from '#server/platform/clock.ts'
import { type ConnectionsApp, openConnectionsApp } from '#test/connection-factories.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aTrip, BOGOTA, IBAGUE } from '#test/trip-factories.ts'
import { lostTerms } from './lost-terms.ts'

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

it('names a term that one of two cars lacks, and none that the failed trip had not', () => {
  const lost = of({ childSeat: true, maxTwoInBack: true })
  const both = { childSeat: true, maxTwoInBack: true }
  expect(lostTerms(lost, [of(both), of({ ...both, smoking: true })])).toEqual(['noSmoking'])
  expect(lostTerms(lost, [of({ ...both, pets: true }), of({ childSeat: true })])).toEqual([
    'maxTwoInBack',
  ])
  expect(lostTerms(of({ smoking: true }), [of({})])).toEqual([])
})
