// What the two drivers of a trip with one change of car read on their run sheets.
import { beforeAll, expect, it } from 'vitest'
import type { RunSheet } from '#contract/journeys.ts'
import { addMs, MINUTE_MS } from '#server/platform/clock.ts'
import { type ConnectionsApp, openConnectionsApp } from '#test/connection-factories.ts'
import { aUser } from '#test/factories.ts'
import type { TestTrip } from '#test/trip-factories.ts'

let test: ConnectionsApp

beforeAll(async () => {
  test = await openConnectionsApp()
})

async function sheetOf({ tripId, driver }: TestTrip): Promise<RunSheet> {
  const { status, body } = await test.call(driver, 'GET', `/trips/${tripId}/run-sheet`)
  expect(status).toBe(200)
  return body.sheet
}

it('tells each driver where the other car begins, and never whose it is', async () => {
  const pair = await test.newPair()
  const ana = await test.aPassenger()
  const { first, second, id } = await test.bookedBoth(ana, pair)
  await test.arrived(pair, addMs(pair[0].facts.arrivesAt, 12 * MINUTE_MS))
  const [one, two] = [await sheetOf(pair[0]), await sheetOf(pair[1])]
  const change = {
    ...{ id, otherBookingId: null, arrivesAt: first.to.at, departsAt: second.from.at },
    changeAt: { point: { id: test.pointId } },
    expectedAt: addMs(pair[0].facts.arrivesAt, 12 * MINUTE_MS).toISOString(),
  }
  expect(one.stops[0]?.getsOn[0]?.connection).toMatchObject({ part: 1, ...change })
  expect(one.stops.at(-1)?.getsOff[0]?.connection).toMatchObject({ part: 1, ...change })
  expect(two.stops[0]?.getsOn[0]?.connection).toMatchObject({ part: 2, ...change })
  expect(JSON.stringify(one)).not.toContain(second.id)
  expect(JSON.stringify(two)).not.toContain(first.id)
  const other = await test.newTrip()
  await test.booked(await test.aPassenger(), other)
  expect((await sheetOf(other)).stops.flatMap(({ getsOn }) => getsOn)[0]?.connection).toBeNull()
})

it('tells second driver and passenger how late a first car is that has not left', async () => {
  const pair = await test.newPair()
  const ana = await test.aPassenger()
  const booked = await test.bookedBoth(ana, pair)
  const pickUp = new Date(booked.first.from.at)
  const expected = async (minutes: number) => {
    test.clock.set(addMs(pickUp, minutes * MINUTE_MS))
    const [one, two] = await test.show(ana, booked)
    const run = (await sheetOf(pair[1])).stops[0]?.getsOn[0]?.connection
    return [one, two].map((each) => each.connection.expectedAt).concat(run?.expectedAt ?? null)
  }
  expect(await expected(-1)).toEqual([null, null, null])
  const later = addMs(pair[0].facts.arrivesAt, 95 * MINUTE_MS).toISOString()
  expect(await expected(95)).toEqual([later, later, later])
})

it('leads the team from a booking to the one of the other car', async () => {
  const { first, second } = await test.bookedBoth(await test.aPassenger(), await test.newPair())
  const helper = await aUser(test.deps, { roles: ['support'] })
  const read = async (booking: { id: string }) =>
    (await test.call(helper, 'GET', `/admin/bookings/${booking.id}`)).body.booking
  expect((await read(first)).otherPartId).toBe(second.id)
  expect((await read(second)).otherPartId).toBe(first.id)
})
