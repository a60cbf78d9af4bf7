// Steps of a rescue that come after another step, and what the passenger reads of them.
import { beforeAll, describe, expect, it } from 'vitest'
import { addMs, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { type AskSteps, askSteps } from '#test/ask-factories.ts'
import { type ConnectionsApp, openConnectionsApp } from '#test/connection-factories.ts'
import type { TestUser } from '#test/factories.ts'
import { BOGOTA, CALI, IBAGUE, type TestTrip } from '#test/trip-factories.ts'
import { followRescue } from './follow-rescue.ts'

let test: ConnectionsApp
let steps: AskSteps

beforeAll(async () => {
  test = await openConnectionsApp()
  steps = askSteps(test)
})

const aboutRescues = async (who: TestUser) =>
  (await test.messages(who)).filter((kind) => kind.startsWith('rescue_'))

const bodyOf = async ({ userId }: TestUser, kind: string): Promise<string> => {
  const told = 'select body from notifications where user_id = $1 and kind = $2'
  return (await steps.read(told, [userId, kind]))[0]?.body
}

/** The pick-up is at noon, and its driver fails at this time of the evening before. */
async function failsAt(hour: number, minute: number, cars = 1) {
  const made = await steps.scene(cars)
  test.clock.set(addMs(made.at, (hour - 36) * HOUR_MS + minute * MINUTE_MS))
  await steps.fails(made.trip)
  return made
}

describe('the kept car was changed by its driver', () => {
  it('another car is kept after a question: she is told of the second one too', async () => {
    const { at, trip, ana, booking, other } = await steps.scene()
    const instant = await steps.asking(at, 0.5, { instant: true })
    await steps.fails(trip)
    await test.edit(instant, { departsAt: addMs(at, HOUR_MS).toISOString() })
    await test.runJobs()
    expect((await steps.shown(ana, booking)).status).toBe('asked')
    const later = await steps.asking(at, 2, { instant: true })
    test.clock.advance(MINUTE_MS)
    await steps.says(false, other, booking)
    await test.runJobs()
    const { status, kept } = await steps.shown(ana, booking)
    expect([status, kept.parts[0].tripId]).toEqual(['offered', later.tripId])
    expect(await aboutRescues(ana)).toEqual(['rescue_offered', 'rescue_asked', 'rescue_offered'])
  })

  it.each(['she', 'he'])(
    '%s blocks the other: her press is refused, the next is kept',
    async (by) => {
      const { at, trip, ana, booking } = await steps.scene(0)
      const first = await steps.asking(at, 0.5, { instant: true })
      const next = await steps.asking(at, 2, { instant: true })
      await steps.fails(trip)
      const keptTrip = async () => (await steps.shown(ana, booking)).kept.parts[0].tripId
      expect(await keptTrip()).toBe(first.tripId)
      const [one, two] = by === 'she' ? [ana, first.driver] : [first.driver, ana]
      await test.call(one, 'POST', '/blocks', { userId: two.userId })
      expect((await steps.take(ana, booking)).body.code).toBe('trip_unavailable')
      await test.runJobs()
      expect(await keptTrip()).toBe(next.tripId)
      expect((await steps.take(ana, booking)).status).toBe(201)
    },
  )

  it('it answers by request now: its driver is not asked for it', async () => {
    const { at, trip, ana, booking } = await steps.scene(0)
    const instant = await steps.asking(at, 0.5, { instant: true })
    await steps.fails(trip)
    expect((await steps.shown(ana, booking)).status).toBe('offered')
    await test.edit(instant, { instant: false })
    await test.runJobs()
    expect((await steps.shown(ana, booking)).status).toBe('none')
    expect(await test.messages(instant.driver)).not.toContain('seat_wanted')
  })
})

describe('a driver fails in the evening, for a pick-up after 10:00', () => {
  it('at 20:40: asks until 20:50, and the keep of a yes ends by 21:00', async () => {
    const { at, ana, booking, other } = await failsAt(20, 40)
    const rescue = await steps.shown(ana, booking)
    const end = addMs(at, -15 * HOUR_MS)
    expect([rescue.status, Date.parse(rescue.expiresAt)]).toEqual([
      'asked',
      addMs(end, -10 * MINUTE_MS).getTime(),
    ])
    test.clock.advance(9 * MINUTE_MS)
    expect((await steps.says(true, other, booking)).body.ask.status).toBe('kept')
    const { expiresAt } = await steps.shown(ana, booking)
    expect(Date.parse(expiresAt)).toBeLessThanOrEqual(end.getTime())
  })

  it('at 20:54: nobody is asked, and the search waits until 7:00', async () => {
    const { at, ana, booking, other } = await failsAt(20, 54)
    const rescue = await steps.shown(ana, booking)
    expect([rescue.status, Date.parse(rescue.expiresAt)]).toEqual([
      'waiting',
      addMs(at, -5 * HOUR_MS).getTime(),
    ])
    expect(await test.messages(other.driver)).not.toContain('seat_wanted')
    test.clock.set(addMs(at, -5 * HOUR_MS))
    await test.runJobs()
    expect((await steps.shown(ana, booking)).status).toBe('asked')
  })

  it('at 20:54, a car at once: it is kept in the evening', async () => {
    const made = await steps.scene(0)
    await steps.asking(made.at, 1, { instant: true })
    test.clock.set(addMs(made.at, -15 * HOUR_MS - 6 * MINUTE_MS))
    await steps.fails(made.trip)
    expect((await steps.shown(made.ana, made.booking)).status).toBe('offered')
  })

  it('nobody agrees by 20:50: she reads it then, and that a search follows at 7:00', async () => {
    const { ana, booking } = await failsAt(20, 40)
    test.clock.advance(10 * MINUTE_MS)
    await test.runJobs()
    expect((await steps.shown(ana, booking)).status).toBe('waiting')
    expect(await aboutRescues(ana)).toEqual(['rescue_asked', 'rescue_waits'])
    const body = await bodyOf(ana, 'rescue_waits')
    expect(body).toContain('Ningún conductor dijo que sí')
    expect(body).toContain('7:00')
    expect(body).not.toContain('guardamos')
  })
})

it('at 20:54, with a pick-up before midnight: asks for the whole twenty minutes', async () => {
  const { at, trip, ana, booking } = await steps.scene(1, { hour: 23 })
  test.clock.set(addMs(at, -2.1 * HOUR_MS))
  await steps.fails(trip)
  const { status, expiresAt } = await steps.shown(ana, booking)
  expect([status, Date.parse(expiresAt)]).toEqual([
    'asked',
    test.clock.now().getTime() + 20 * MINUTE_MS,
  ])
})

it('a driver is asked after an earlier keep: reads no number of minutes', async () => {
  const { at, trip, ana, booking, other } = await steps.scene()
  const instant = await steps.asking(at, 0.5, { instant: true })
  await steps.fails(trip)
  test.clock.advance(15 * MINUTE_MS)
  await test.edit(instant, { departsAt: addMs(at, HOUR_MS).toISOString() })
  await test.runJobs()
  expect((await steps.shown(ana, booking)).status).toBe('asked')
  expect(await bodyOf(other.driver, 'seat_wanted')).toContain('le guarda el cupo unos minutos')
})

it("an earlier passenger's turn fails: the later one still gets a car", async () => {
  const { at, trip, ana, booking } = await steps.scene(0)
  const eva = await test.aPassenger(500_000)
  test.clock.advance(MINUTE_MS)
  const later = await test.booked(eva, trip, { from: BOGOTA, to: IBAGUE })
  const other: TestTrip = await steps.asking(at, 1, { instant: true })
  await test.call(trip.driver, 'POST', `/trips/${trip.tripId}/cancel`, {})
  const no = 'turn_fails'
  await steps.read(
    `alter table rescues add constraint ${no} check (booking_id <> '${booking.id}') not valid`,
  )
  try {
    await expect(followRescue(test.deps, { bookingId: later.id })).rejects.toThrow(no)
    const { status, kept } = await steps.shown(eva, later)
    expect([status, kept.parts[0].tripId]).toEqual(['offered', other.tripId])
  } finally {
    await steps.read(`alter table rescues drop constraint ${no}`)
  }
  await test.runJobs()
  expect((await steps.shown(ana, booking)).status).not.toBe('waiting')
})

it('the other car fails after a seat went back: counts the first fare of one seat', async () => {
  const { at, trip } = await steps.scene(0)
  const eva = await test.aPassenger(500_000)
  const booking = await test.booked(eva, trip, { from: BOGOTA, to: IBAGUE, seats: 2 })
  const other: TestTrip = await steps.asking(at, 1, { instant: true })
  await steps.fails(trip)
  const { body } = await steps.take(eva, booking)
  const [taken] = body.bookings
  const back = { seats: 1, key: crypto.randomUUID() }
  expect((await test.act(eva, taken, 'give-back', back)).status).toBe(200)
  await steps.asking(at, 2, { instant: true })
  await steps.fails(other)
  const rescue = await steps.shown(eva, taken)
  expect([rescue.status, rescue.fareBefore]).toEqual(['offered', booking.price / 2])
})

it('she rides farther in a car that fails too: the first fare grows with hers', async () => {
  const { at, trip, ana, booking } = await steps.scene(0, { pesos: 1_000_000 })
  const stops = [BOGOTA, IBAGUE, CALI]
  const other: TestTrip = await steps.asking(at, 1, { instant: true, stops })
  await steps.fails(trip)
  const [taken] = (await steps.take(ana, booking)).body.bookings
  const ends = { fromStopId: other.stop(BOGOTA), toStopId: other.stop(CALI) }
  const { body } = await test.call(ana, 'POST', `/bookings/${taken.id}/segment`, ends)
  expect(body.booking.price).toBeGreaterThan(taken.price)
  await steps.asking(at, 2, { instant: true, stops })
  await steps.fails(other)
  const rescue = await steps.shown(ana, taken)
  const grown = Math.floor((booking.price * body.booking.price) / taken.price)
  expect([rescue.status, rescue.fareBefore]).toEqual(['offered', grown])
})
