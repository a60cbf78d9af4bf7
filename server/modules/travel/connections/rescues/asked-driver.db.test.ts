// What a driver who was asked for a seat reads, and what still counts as a question.
import { beforeAll, describe, expect, it } from 'vitest'
import { addMs, HOUR_MS } from '#server/platform/clock.ts'
import { type AskSteps, askSteps } from '#test/ask-factories.ts'
import { type ConnectionsApp, openConnectionsApp } from '#test/connection-factories.ts'
import { BOGOTA, IBAGUE, type TestTrip } from '#test/trip-factories.ts'

let test: ConnectionsApp
let steps: AskSteps

beforeAll(async () => {
  test = await openConnectionsApp()
  steps = askSteps(test)
})

/** Questions among the tasks of a driver. */
async function tasksOf({ driver }: TestTrip): Promise<unknown[]> {
  const { items } = (await test.call(driver, 'GET', '/agenda')).body
  return items.filter(({ kind }: { kind: string }) => kind === 'ask')
}

const cancels = ({ driver, tripId }: TestTrip) =>
  test.call(driver, 'POST', `/trips/${tripId}/cancel`, {})

describe('the driver agreed', () => {
  it('changes the trip: another car is kept, and nothing reads as kept in this one', async () => {
    const { at, trip, ana, booking, other } = await steps.scene()
    await steps.fails(trip)
    expect((await steps.says(true, other, booking)).body.ask.status).toBe('kept')
    const instant = await steps.asking(at, 0.5, { instant: true })
    await test.edit(other, { departsAt: addMs(at, 2 * HOUR_MS).toISOString() })
    await test.runJobs()
    const { status, kept } = await steps.shown(ana, booking)
    expect([status, kept.parts[0].tripId]).toEqual(['offered', instant.tripId])
    expect((await steps.asked(other, booking)).ask.status).toBe('changed')
  })

  it('cancels the trip: it reads as changed, not as a seat on sale', async () => {
    const { trip, booking, other } = await steps.scene()
    await steps.fails(trip)
    await steps.says(true, other, booking)
    await cancels(other)
    expect((await steps.asked(other, booking)).ask.status).toBe('changed')
    await test.runJobs()
    expect((await steps.asked(other, booking)).ask.status).toBe('changed')
  })

  it('she took the seat and cancels: it reads as ended', async () => {
    const { trip, ana, booking, other } = await steps.scene()
    await steps.fails(trip)
    await steps.says(true, other, booking)
    const [taken] = (await steps.take(ana, booking)).body.bookings
    expect((await steps.asked(other, booking)).ask.status).toBe('booked')
    expect((await test.act(ana, taken, 'cancel')).status).toBe(200)
    expect((await steps.asked(other, booking)).ask.status).toBe('ended')
  })
})

describe('the question is open', () => {
  it('twelve better cars were published since: a yes keeps the asked one', async () => {
    const { at, trip, booking, other } = await steps.scene()
    await steps.fails(trip)
    for (let no = 1; no <= 12; no += 1) await steps.asking(at, no / 24)
    const said = await steps.says(true, other, booking)
    expect([said.body.code, said.body.ask?.status]).toEqual([undefined, 'kept'])
  })

  it('the asked trip is cancelled: no task, no yes, and the other no ends the wait', async () => {
    const { trip, ana, booking, others } = await steps.scene(2)
    const [gone, other] = others as [TestTrip, TestTrip]
    await steps.fails(trip)
    expect(await tasksOf(gone)).toMatchObject([{ bookingId: booking.id }])
    await cancels(gone)
    expect(await tasksOf(gone)).toEqual([])
    expect((await steps.asked(gone, booking)).ask.status).toBe('changed')
    expect((await steps.says(true, gone, booking)).body.code).toBe('ask_over')
    expect((await steps.says(false, other, booking)).status).toBe(200)
    await test.runJobs()
    expect((await steps.shown(ana, booking)).status).toBe('none')
  })

  it('she books another car by hand: the question is over and no task', async () => {
    const { at, trip, ana, booking, others } = await steps.scene(2)
    const [near, late] = others as [TestTrip, TestTrip]
    await steps.fails(trip)
    const found = await steps.asking(at, 0.5, { instant: true })
    await test.booked(ana, found, { from: BOGOTA, to: IBAGUE })
    for (const each of [near, late]) {
      expect(await tasksOf(each)).toEqual([])
      expect((await steps.asked(each, booking)).ask.status).toBe('over')
      expect((await steps.says(true, each, booking)).body.code).toBe('ask_over')
    }
  })
})
