import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import type { TestUser } from '#test/factories.ts'
import { BOGOTA, CALI, IBAGUE, type TestTrip } from '#test/trip-factories.ts'

type Item = { tripId: string }

const NOTHING = { items: [], waiting: 0, rejectedDocuments: 0, termsFrom: null }

let test: BookingsApp
let trip: TestTrip
let ana: TestUser

beforeAll(async () => {
  test = await openBookingsApp()
})

beforeEach(async () => {
  trip = await test.newTrip()
  ana = await test.aPassenger()
})

async function agendaOf(who: TestUser) {
  return (await test.call(who, 'GET', '/agenda')).body
}

describe('the agenda', () => {
  it('shows an empty agenda and opens the passenger list for a user without trips', async () => {
    const newcomer = await test.aPassenger(0)
    expect(await agendaOf(newcomer)).toEqual({
      ...NOTHING,
      unread: 0,
      unreadConversations: 0,
      opens: 'passenger',
    })
  })

  it('shows the next journey to passenger and driver, without a task for either', async () => {
    const booking = await test.booked(ana, trip)
    const bystander = await test.aPassenger()
    expect(await agendaOf(ana)).toMatchObject({
      items: [
        {
          kind: 'trip',
          as: 'passenger',
          tripId: trip.tripId,
          bookingId: booking.id,
          from: { id: trip.stop(IBAGUE), name: 'Ibagué', at: booking.from.at },
          to: { id: trip.stop(CALI), name: 'Cali' },
          seats: 1,
          until: null,
          unanswered: false,
        },
      ],
      waiting: 0,
      opens: 'passenger',
    })
    expect(await agendaOf(trip.driver)).toMatchObject({
      items: [{ kind: 'trip', as: 'driver', bookingId: null, from: { name: 'Bogotá' }, seats: 1 }],
      waiting: 0,
      opens: 'driver',
    })
    expect((await agendaOf(bystander)).items).toEqual([])
  })

  it('links the driver, not the passenger, to the run sheet a day before departure', async () => {
    await test.booked(ana, trip)
    const leads = async (who: TestUser) => (await agendaOf(who)).items[0].runSheet
    test.clock.set(addMs(trip.facts.departsAt, -DAY_MS))
    expect([await leads(trip.driver), await leads(ana)]).toEqual([false, false])
    test.clock.set(addMs(trip.facts.departsAt, -DAY_MS + 1))
    expect([await leads(trip.driver), await leads(ana)]).toEqual([true, false])
  })

  it('counts booking requests for the driver until they are answered or expire', async () => {
    trip = await test.newTrip({ instant: false })
    const luis = await test.aPassenger()
    const asked = await test.booked(ana, trip)
    await test.booked(luis, trip, { seats: 2 })
    const mine = await agendaOf(ana)
    expect(mine.items).toMatchObject([{ kind: 'trip', unanswered: true, until: null }])
    expect(mine.waiting).toBe(0)
    const before = await agendaOf(trip.driver)
    expect(before.items[0]).toMatchObject({
      kind: 'request',
      as: 'driver',
      count: 2,
      seats: 3,
      until: asked.expiresAt,
    })
    // One row of the list, which says that two wait.
    expect(before.waiting).toBe(1)
    await test.act(trip.driver, asked, 'accept')
    const after = await agendaOf(trip.driver)
    expect([after.waiting, after.items[0].count]).toEqual([1, 1])
    test.clock.set(addMs(test.clock.now(), 4 * HOUR_MS))
    expect((await agendaOf(trip.driver)).waiting).toBe(0)
  })

  it('shows seats kept during a top-up until the keep expires', async () => {
    const poor = await test.aPassenger(0)
    const stops = { fromStopId: trip.stop(IBAGUE), toStopId: trip.stop(CALI) }
    const kept = await test.call(poor, 'POST', `/trips/${trip.tripId}/keeps`, stops)
    const { keep } = kept.body
    const shown = await agendaOf(poor)
    expect(shown.items).toMatchObject([
      { kind: 'keep', as: 'passenger', from: { id: stops.fromStopId }, until: keep.expiresAt },
    ])
    expect(shown.waiting).toBe(1)
    test.clock.set(addMs(test.clock.now(), 6 * MINUTE_MS))
    expect((await agendaOf(poor)).items).toEqual([])
  })

  it('asks a passenger to dispute a no-show for one day after the driver reports it', async () => {
    const booking = await test.booked(ana, trip)
    test.toPickUp(booking, 16 * MINUTE_MS)
    await test.act(trip.driver, booking, 'no-show')
    const shown = await agendaOf(ana)
    expect(shown).toMatchObject({ waiting: 1, opens: 'passenger' })
    expect(shown.items).toMatchObject([{ kind: 'no_show', bookingId: booking.id }])
    test.clock.set(addMs(test.clock.now(), DAY_MS))
    expect((await agendaOf(ana)).waiting).toBe(0)
  })

  it('shows an empty agenda after the journey and opens on the side of the last trip', async () => {
    await test.booked(ana, trip)
    test.clock.set(trip.facts.departsAt)
    const drive = (action: string, body = {}) =>
      test.call(trip.driver, 'POST', `/trips/${trip.tripId}/${action}`, body)
    await drive('start')
    test.clock.set(addMs(trip.facts.arrivesAt, -30 * MINUTE_MS))
    await drive('arrivals', { stopId: trip.stop(CALI) })
    await drive('finish')
    expect(await agendaOf(trip.driver)).toMatchObject({ ...NOTHING, opens: 'driver' })
    expect(await agendaOf(ana)).toMatchObject({ ...NOTHING, opens: 'passenger' })
  })

  it('keeps a late trip after its planned arrival for passenger and driver', async () => {
    const booking = await test.booked(ana, trip)
    const drive = (action: string, body = {}) =>
      test.call(trip.driver, 'POST', `/trips/${trip.tripId}/${action}`, body)
    const late = addMs(trip.facts.departsAt, 2 * HOUR_MS)
    test.clock.set(late)
    await drive('start')
    await drive('arrivals', { stopId: trip.stop(BOGOTA) })
    await test.booked(ana, await test.newTrip({ departsAt: addMs(late, 3 * DAY_MS) }))
    const shown = async (who: TestUser) =>
      (await agendaOf(who)).items.map(({ tripId }: Item) => tripId)
    test.clock.set(addMs(trip.facts.arrivesAt, HOUR_MS))
    expect(await shown(ana)).toEqual([trip.tripId])
    expect(await shown(trip.driver)).toEqual([trip.tripId])
    await test.board(trip.driver, booking)
    expect(await shown(ana)).toEqual([trip.tripId])
    await drive('arrivals', { stopId: trip.stop(CALI) })
    expect(await shown(ana)).not.toContain(trip.tripId)
  })

  it('shows the trip that starts soon before one that nobody registered', async () => {
    const booking = await test.booked(ana, trip)
    const ends = new Date(booking.to.at)
    const next = await test.newTrip({ departsAt: addMs(ends, 4 * HOUR_MS), stops: [CALI, IBAGUE] })
    await test.booked(ana, next, { from: CALI, to: IBAGUE })
    const shown = async () => (await agendaOf(ana)).items.map(({ tripId }: Item) => tripId)
    test.clock.set(addMs(ends, HOUR_MS))
    expect(await shown()).toEqual([trip.tripId])
    test.clock.set(addMs(ends, 2 * HOUR_MS + MINUTE_MS))
    expect(await shown()).toEqual([next.tripId])
  })
})
