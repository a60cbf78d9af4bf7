import { beforeAll, expect, it } from 'vitest'
import { addMs, MINUTE_MS } from '#server/platform/clock.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { BOGOTA, IBAGUE } from '#test/trip-factories.ts'

// What a locked telephone shows on the day: title and first line of the news of the car.

let test: BookingsApp

beforeAll(async () => {
  test = await openBookingsApp()
})

/** The driver starts `minutes` after the departure; then the car is at the passenger's stop. */
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
  const sql = `select title, body from notifications
    where user_id = $1 and kind like 'driver_%' order by id`
  const { rows } = await asOwner(test.deps.databaseUrl, sql, [ana.userId])
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
