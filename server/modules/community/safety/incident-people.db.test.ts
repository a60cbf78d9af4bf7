import { beforeAll, expect, it } from 'vitest'
import { addMs, MINUTE_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { aUser } from '#test/factories.ts'
import { BOGOTA, CALI, IBAGUE } from '#test/trip-factories.ts'

let test: BookingsApp

beforeAll(async () => {
  test = await openBookingsApp()
})

it('tells the team who is in the car, who waits for it and who got off', async () => {
  const team = await aUser(test.deps, { roles: ['support'] })
  const trip = await test.newTrip({ seats: 4 })
  const [ana, left, said, waits] = await Promise.all([0, 1, 2, 3].map(() => test.aPassenger()))
  if (!ana || !left || !said || !waits) throw new Error('four passengers')
  const own = await test.booked(ana, trip, { from: BOGOTA, to: CALI })
  const short = await test.booked(left, trip, { from: BOGOTA, to: IBAGUE })
  const byWord = await test.booked(said, trip, { from: BOGOTA, to: CALI })
  await test.booked(waits, trip, { from: IBAGUE, to: CALI })
  const drive = (what: string, body: object = {}) =>
    test.call(trip.driver, 'POST', `/trips/${trip.tripId}/${what}`, { ...body })
  test.clock.set(trip.facts.departsAt)
  await drive('start')
  await test.board(trip.driver, own)
  await test.board(trip.driver, short)
  expect((await test.call(said, 'POST', `/bookings/${byWord.id}/aboard`, {})).status).toBe(200)
  const [id, pressedAt] = [newId(), test.clock.now().toISOString()]
  const of = { tripId: trip.tripId, bookingId: own.id }
  const pressed = { ...of, id, pressedAt, kind: 'emergency' }
  expect((await test.call(ana, 'POST', '/incidents', pressed)).status).toBe(201)
  const others = async () => {
    const { incident } = (await test.call(team, 'GET', `/admin/incidents/${id}`)).body
    const where = (who: { userId: string }) =>
      incident.others.find((each: { id: string }) => each.id === who.userId).where
    return [left, said, waits].map(where)
  }
  expect(await others()).toEqual(['aboard', 'aboard', 'waits'])
  test.clock.set(addMs(new Date(short.to.at), MINUTE_MS))
  await drive('arrivals', { stopId: trip.stop(IBAGUE) })
  expect(await others()).toEqual(['left', 'aboard', 'waits'])
})
