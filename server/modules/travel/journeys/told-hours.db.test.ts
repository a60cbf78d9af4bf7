import { beforeAll, expect, it } from 'vitest'
import { addMs, MINUTE_MS } from '#server/platform/clock.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { BOGOTA, CALI, GIRARDOT, IBAGUE } from '#test/trip-factories.ts'

// What a locked telephone shows on the day: title and first line of the news of the car.

let test: BookingsApp

beforeAll(async () => {
  test = await openBookingsApp()
})

/** The driver starts `minutes` late; then the car is at the stop of the passenger. */
async function newsOfStart(minutes: number): Promise<string[]> {
  const trip = await test.newTrip()
  const { driver, tripId, facts } = trip
  const ana = await test.aPassenger()
  await test.booked(ana, trip, { from: BOGOTA, to: IBAGUE })
  const calls = [
    ['start', minutes, {}],
    ['arrivals', minutes + 9, { stopId: trip.stop(BOGOTA) }],
  ] as const
  for (const [call, at, body] of calls) {
    test.clock.set(addMs(facts.departsAt, at * MINUTE_MS))
    expect((await test.call(driver, 'POST', `/trips/${tripId}/${call}`, body)).status).toBe(200)
  }
  return await newsOf(ana)
}

async function newsOf({ userId }: TestUser): Promise<string[]> {
  const sql = `select title, body from notifications
    where user_id = $1 and kind like 'driver_%' order by id`
  const { rows } = await asOwner(test.deps.databaseUrl, sql, [userId])
  return rows.map(({ title, body }) => `${title} | ${body.split('\n')[0]}`.replace(/\s/g, ' '))
}

const here = expect.stringMatching(/^Tu conductor ya llegó a Bogotá \| Carro: .+ · Placa: \w{6}$/)

it('says the hour at which a late car comes, and at the stop how the car looks', async () => {
  expect(await newsOfStart(91)).toEqual([
    'Tu conductor ya salió y llega tarde, a las 9:31 a. m. | ' +
      'Subes: vie, 27 de nov, 9:31 a. m. · Antes era: vie, 27 de nov, 8:00 a. m.',
    here,
  ])
})

it('says the planned hour of a car that starts in time', async () => {
  expect(await newsOfStart(-5)).toEqual([
    'Tu conductor ya salió y llega a las 8:00 a. m. | Subes: vie, 27 de nov, 8:00 a. m.',
    here,
  ])
})

it('waits for no press at a declared stop where nobody gets on or off', async () => {
  const trip = await test.newTrip()
  const { driver, tripId, facts } = trip
  const [ana, eva] = [await test.aPassenger(), await test.aPassenger()]
  const booking = await test.booked(ana, trip, { from: BOGOTA, to: IBAGUE })
  await test.booked(eva, trip, { from: IBAGUE, to: CALI })
  const support = await aUser(test.deps, { roles: ['passenger', 'support'] })
  test.clock.set(facts.departsAt)
  await test.call(driver, 'POST', `/trips/${tripId}/start`)
  await test.call(driver, 'POST', `/trips/${tripId}/arrivals`, { stopId: trip.stop(BOGOTA) })
  await test.board(driver, booking)
  expect(await newsOf(eva)).toContainEqual(expect.stringContaining('va hacia tu parada'))
  const lateAfter = async (placeId: string) => {
    const place = facts.places.find((each) => each.placeId === placeId)
    test.clock.set(addMs(place?.at ?? facts.departsAt, 25 * MINUTE_MS))
    const [sheet, journey, road] = await Promise.all([
      test.call(driver, 'GET', `/trips/${tripId}/run-sheet`),
      test.call(eva, 'GET', `/trips/${tripId}/journey`),
      test.call(support, 'GET', '/admin/road'),
    ])
    const shown = road.body.trips.find(({ id }: { id: string }) => id === tripId)
    const { sheet: run } = sheet.body
    return [run.delayMinutes, journey.body.journey.delayMinutes, shown.lateMinutes]
  }
  expect(await lateAfter(GIRARDOT)).toEqual([0, 0, 0])
  expect(await lateAfter(IBAGUE)).toEqual([25, 25, 25])
})
