import { beforeAll, describe, expect, it } from 'vitest'
import { openMail } from '#server/modules/foundation/notifications/send-mail.ts'
import { loadSafePoints } from '#server/modules/roads/places/index.ts'
import { HOUR_MS } from '#server/platform/clock.ts'
import { derivedId } from '#server/platform/ids.ts'
import { type Body, type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { BOGOTA, CALI } from '#test/trip-factories.ts'

// Meeting points that driver or passenger change after the booking.

const SALITRE = derivedId('safe-point', 'bogota-terminal-salitre')
const SOUTH = derivedId('safe-point', 'bogota-terminal-sur')

let test: BookingsApp

beforeAll(async () => {
  test = await openBookingsApp()
  await loadSafePoints(test.deps)
})

async function aBooking(points: Record<string, string> = {}) {
  const trip = await test.newTrip({ points })
  const ana = await test.aPassenger()
  return { trip, ana, booking: await test.booked(ana, trip, { from: BOGOTA, to: CALI }) }
}

function meet(user: TestUser, booking: { id: string }, points: Body) {
  return test.act(user, booking, 'meeting', { fromPointId: null, toPointId: null, ...points })
}

/** Reads the mails about a changed meeting point that wait to be sent to a person. */
async function mailsTo(user: TestUser) {
  const ask = `select payload from jobs where name = 'notifications.mail' order by created_at, id`
  const { rows } = await asOwner(test.deps.databaseUrl, ask)
  return rows
    .map(({ payload }) => openMail(test.deps, payload))
    .filter(({ to, template }) => to.address === user.email && template === 'meeting_changed')
}

describe('the meeting point of a booking', () => {
  it('lets passenger or driver change the meeting point and mails the other one', async () => {
    const { trip, ana, booking } = await aBooking()
    expect(booking.from.point).toBeNull()
    expect(booking.can.changeMeeting).toBe(true)
    const chosen = await meet(ana, booking, { fromPointId: SALITRE })
    expect([chosen.status, chosen.body.booking.from.point.id]).toEqual([200, SALITRE])
    expect(await mailsTo(trip.driver)).toMatchObject([
      {
        data: {
          by: 'passenger',
          from: { place: 'Bogotá', point: expect.stringContaining('Salitre') },
        },
      },
    ])
    expect(await mailsTo(ana)).toEqual([])

    const moved = await meet(trip.driver, booking, { fromPointId: SOUTH })
    expect(moved.body.booking.from.point.id).toBe(SOUTH)
    expect(await mailsTo(ana)).toMatchObject([{ data: { by: 'driver', to: { point: null } } }])
    const sheet = await test.call(trip.driver, 'GET', `/trips/${trip.tripId}/run-sheet`)
    expect(sheet.body.sheet.stops[0].point.id).toBe(SOUTH)

    // Choosing the same point again changes nothing and sends no mail.
    await meet(trip.driver, booking, { fromPointId: SOUTH })
    expect(await mailsTo(ana)).toHaveLength(1)
    const open = await meet(ana, booking, {})
    expect(open.body.booking.from.point).toBeNull()
  })

  it('frees the passenger whose point the driver replaces alone, not one still open', async () => {
    const { trip, ana, booking } = await aBooking()
    const refund = async () => {
      const { body } = await test.call(ana, 'GET', `/bookings/${booking.id}`)
      return body.booking.refundIfCancelledNow
    }
    test.toPickUp(booking, -3 * HOUR_MS)
    await meet(trip.driver, booking, { fromPointId: SALITRE })
    expect(await refund()).toBe(booking.price / 2)
    await meet(ana, booking, { fromPointId: SOUTH })
    expect(await refund()).toBe(booking.price / 2)
    test.clock.advance(HOUR_MS)
    await meet(trip.driver, booking, { fromPointId: SALITRE })
    expect(await refund()).toBe(booking.price)
    expect((await mailsTo(ana)).map(({ data }) => data)).toMatchObject([
      { isFree: false },
      { isFree: true },
    ])
    const { body } = await test.call(ana, 'GET', `/bookings/${booking.id}`)
    expect(body.booking).toMatchObject({ meetingMoved: true, fullRefundUntil: booking.from.at })
  })

  it('refuses a meeting point of a stranger, elsewhere, or where the driver chose', async () => {
    const { ana, booking } = await aBooking({ [BOGOTA]: SALITRE })
    const stranger = await aUser(test.deps)
    expect((await meet(stranger, booking, {})).body.code).toBe('booking_not_found')
    expect((await meet(ana, booking, { fromPointId: SOUTH })).body.code).toBe('point_not_offered')
    expect((await meet(ana, booking, { toPointId: SOUTH })).body.code).toBe('safe_point_not_found')
  })

  it('refuses a new meeting point after the pick-up or for a cancelled booking', async () => {
    const { trip, ana, booking } = await aBooking()
    const eva = await test.aPassenger()
    const given = await test.booked(eva, trip, { from: BOGOTA, to: CALI })
    await test.act(eva, given, 'cancel')
    const refused = await meet(eva, given, { fromPointId: SALITRE })
    expect([refused.status, refused.body.code]).toEqual([409, 'booking_not_waiting'])
    test.toPickUp(booking, 0)
    expect((await meet(ana, booking, { fromPointId: SALITRE })).body.code).toBe(
      'booking_not_waiting',
    )
  })
})
