import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TripView } from '#contract/trips.ts'
import { walletTotals } from '#server/modules/bank/ledger/index.ts'
import { openMail, type StoredMail } from '#server/modules/foundation/notifications/send-mail.ts'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { openPayload } from '#server/platform/jobs/sealed-payload.ts'
import { type BookingsApp, FUNDS, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { aFundedWallet, freshToken, type TestUser } from '#test/factories.ts'
import { expectConsistent } from '#test/race/invariants.ts'
import { BOGOTA, CALI, IBAGUE, type TestTrip } from '#test/trip-factories.ts'

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

async function edit(payload: object, of = trip) {
  const answer = await test.app.inject({
    method: 'PATCH',
    url: `/api/trips/${of.tripId}`,
    headers: { authorization: `Bearer ${await freshToken(test.deps, of.driver)}` },
    payload,
  })
  return {
    status: answer.statusCode,
    ...(answer.json() as { trip: TripView; code: string; error: string }),
  }
}

const moveBy = (ms: number, of = trip) =>
  edit({ departsAt: addMs(of.facts.departsAt, ms).toISOString() }, of)

async function seen(user: TestUser, bookingId: string) {
  return (await test.call(user, 'GET', `/bookings/${bookingId}`)).body.booking
}

/** Reads the mails that wait to be sent to this person, also those that wait for later news. */
async function mailsTo(user: TestUser) {
  const ask = `select name, payload from jobs
    where name in ('notifications.mail', 'notifications.digest') order by created_at, id`
  const { rows } = await asOwner(test.deps.databaseUrl, ask)
  return rows
    .map(({ name, payload }): StoredMail => {
      if (name === 'notifications.mail') return openMail(test.deps, payload)
      return (openPayload(test.deps.secrets, name, payload) as { mail: StoredMail }).mail
    })
    .filter(({ to }) => to.address === user.email)
}

async function jobOf(bookingId: string): Promise<string[]> {
  const ask = `select run_at from jobs where payload ->> 'bookingId' = $1`
  const { rows } = await asOwner(test.deps.databaseUrl, ask, [bookingId])
  return rows.map((row: { run_at: Date }) => row.run_at.toISOString())
}

const plus = (at: string, ms: number) => addMs(new Date(at), ms).toISOString()

describe('moving a booked trip', () => {
  it('moves the bookings of a moved trip, and keeps their fare and seats', async () => {
    const { id, price, from, to } = await test.booked(ana, trip)
    const { trip: after } = await moveBy(HOUR_MS)
    expect(after.departsAt).toBe(addMs(trip.facts.departsAt, HOUR_MS).toISOString())
    const booking = await seen(ana, id)
    expect(booking).toMatchObject({ status: 'confirmed', price, refundIfCancelledNow: price })
    expect(booking.from.at).toBe(plus(from.at, HOUR_MS))
    expect(booking.to.at).toBe(plus(to.at, HOUR_MS))
    expect(booking.fullRefundUntil).toBe(booking.from.at)
    expect(booking.tripChange).toEqual({
      agreedAt: from.at,
      changedAt: test.clock.now().toISOString(),
      mayLeaveFree: true,
      asks: true,
      acceptedAt: null,
    })
    expect(await jobOf(id)).toEqual([plus(to.at, HOUR_MS + DAY_MS)])
    await expectConsistent(test.deps)
  })

  it('mails each passenger of a moved trip once, with the old and the new time', async () => {
    const eva = await test.aPassenger()
    const first = await test.booked(ana, trip, { from: BOGOTA })
    const second = await test.booked(eva, trip)
    await moveBy(-HOUR_MS)
    const [mail, ...more] = await mailsTo(ana)
    expect(more).toEqual([])
    const after = plus(first.from.at, -HOUR_MS)
    expect(mail).toMatchObject({
      template: 'trip_changed',
      data: { path: `/bookings/${first.id}`, from: 'Bogotá', before: first.from.at, after },
    })
    expect(mail?.data).toMatchObject({ freeUntil: after })
    expect(await mailsTo(eva)).toMatchObject([{ data: { path: `/bookings/${second.id}` } }])
    await moveBy(-HOUR_MS)
    expect(await mailsTo(ana)).toHaveLength(1)
  })

  it('offers a full refund only when the moves add up to 15 min or more', async () => {
    const { id } = await test.booked(ana, trip)
    await moveBy(14 * MINUTE_MS)
    expect((await mailsTo(ana))[0]?.data).toMatchObject({ freeUntil: null })
    expect((await seen(ana, id)).tripChange).toMatchObject({ mayLeaveFree: false })
    await moveBy(15 * MINUTE_MS)
    expect((await mailsTo(ana))[1]?.data).toMatchObject({ freeUntil: expect.any(String) })
  })

  it('shows the booked time after a trip moved away and back, with a full refund', async () => {
    const { id, from } = await test.booked(ana, trip)
    await moveBy(HOUR_MS)
    await moveBy(0)
    const { tripChange, ...booking } = await seen(ana, id)
    expect(booking.from.at).toBe(from.at)
    expect(tripChange).toMatchObject({ agreedAt: from.at, mayLeaveFree: true })
    expect(await mailsTo(ana)).toHaveLength(2)
  })

  it('shortens the deadline of a request when the trip moves, and never extends it', async () => {
    trip = await test.newTrip({ instant: false })
    const { departsAt } = trip.facts
    test.clock.set(addMs(departsAt, -6 * HOUR_MS))
    const { id, expiresAt } = await test.booked(ana, trip, { from: BOGOTA })
    expect((await moveBy(HOUR_MS)).status).toBe(200)
    expect((await seen(ana, id)).expiresAt).toBe(expiresAt)
    expect(await jobOf(id)).toEqual([expiresAt])
    expect((await moveBy(-2 * HOUR_MS)).status).toBe(200)
    const sooner = addMs(departsAt, -4 * HOUR_MS).toISOString()
    expect((await seen(ana, id)).expiresAt).toBe(sooner)
    expect(await jobOf(id)).toEqual([sooner])
    await moveBy(0)
    expect((await seen(ana, id)).expiresAt).toBe(sooner)
    expect(await mailsTo(ana)).toHaveLength(3)
  })

  it('completes a booking at the new time of a moved trip', async () => {
    const { id, to } = await test.booked(ana, trip)
    await moveBy(DAY_MS)
    test.clock.set(new Date(plus(to.at, 2 * DAY_MS - 1)))
    await test.runRecurring('bookings.advance-due')
    expect((await seen(ana, id)).status).toBe('confirmed')
    test.clock.advance(1)
    await test.runRecurring('bookings.advance-due')
    expect((await seen(ana, id)).status).toBe('completed')
    await expectConsistent(test.deps)
  })

  it('does not move ended bookings with their trip', async () => {
    const { id, from } = await test.booked(ana, trip)
    await test.call(ana, 'POST', `/bookings/${id}/cancel`)
    await moveBy(HOUR_MS)
    expect(await seen(ana, id)).toMatchObject({ from: { at: from.at }, tripChange: null })
    expect(await mailsTo(ana)).toEqual([])
  })
})

describe('tickets of a moved trip', () => {
  it.each([-4 * HOUR_MS, 30 * HOUR_MS])(
    'boards at the new time with a ticket issued before the trip moved (%d ms)',
    async (by) => {
      const { id, price } = await test.booked(ana, trip, { from: BOGOTA })
      const { body: saved } = await test.call(ana, 'GET', `/bookings/${id}/ticket`)
      await moveBy(by)
      const { body: fresh } = await test.call(ana, 'GET', `/bookings/${id}/ticket`)
      expect(fresh.validFrom).toBe(plus(saved.validFrom, by))
      const { body: list } = await test.call(trip.driver, 'GET', `/trips/${trip.tripId}/manifest`)
      expect(list.revoked).toEqual([])
      expect(list.passengers[0]).toMatchObject({ generation: 1, validFrom: fresh.validFrom })
      test.clock.set(addMs(trip.facts.departsAt, by))
      const scan = { ticket: saved.qr }
      const boarded = await test.call(trip.driver, 'POST', `/trips/${trip.tripId}/check-in`, scan)
      expect(boarded.body.booking.status).toBe('checked_in')
      expect(await test.available(ana)).toBe(FUNDS - price)
    },
  )

  it('does not board at the old time of a moved trip', async () => {
    const { id } = await test.booked(ana, trip, { from: BOGOTA })
    const { body: saved } = await test.call(ana, 'GET', `/bookings/${id}/ticket`)
    await moveBy(5 * HOUR_MS)
    test.clock.set(trip.facts.departsAt)
    const scan = { ticket: saved.qr }
    const early = await test.call(trip.driver, 'POST', `/trips/${trip.tripId}/check-in`, scan)
    expect(early.body.code).toBe('check_in_too_early')
  })
})

describe('limits of moving a booked trip', () => {
  it('requires 2 h of notice and at most 48 h of distance to move a booked trip', async () => {
    const { id } = await test.booked(ana, trip)
    expect((await moveBy(2 * DAY_MS + 1)).code).toBe('trip_change_too_far')
    test.clock.set(addMs(trip.facts.departsAt, -2 * HOUR_MS + 1))
    expect((await moveBy(HOUR_MS)).code).toBe('trip_change_too_late')
    expect((await seen(ana, id)).tripChange).toBeNull()
    await test.call(ana, 'POST', `/bookings/${id}/cancel`)
    expect((await moveBy(3 * DAY_MS)).status).toBe(200)
  })

  it('accepts preferences that do not get worse for passengers, and refuses others', async () => {
    await test.booked(ana, trip)
    const { preferences } = trip.facts
    const womenOnly = { ...preferences, womenOnly: true }
    expect((await edit({ preferences: womenOnly })).code).toBe('trip_has_bookings')
    expect((await edit({ preferences: { ...preferences, luggage: 'none' } })).code).toBe(
      'trip_has_bookings',
    )
    const better = { ...preferences, luggage: 'large', pets: true }
    expect((await edit({ preferences: better })).trip.preferences).toEqual(better)
  })
})

describe('bookings after an edit of the trip', () => {
  it('charges later passengers the new price and earlier ones their booked price', async () => {
    const { id, price } = await test.booked(ana, trip, { from: BOGOTA })
    const cheaper = trip.facts.seatPrice - 2_000
    expect((await edit({ seatPrice: cheaper })).status).toBe(200)
    expect((await seen(ana, id)).price).toBe(price)
    expect(await mailsTo(ana)).toEqual([])
    const eva = await test.aPassenger()
    expect((await test.booked(eva, trip, { from: BOGOTA })).price).toBe(cheaper)
    test.clock.set(trip.facts.departsAt)
    await test.board(trip.driver, { id })
    expect(await test.available(ana)).toBe(FUNDS - price)
    await expectConsistent(test.deps)
  })

  it('books later seats by request and in the payment modes of the edited trip', async () => {
    const { driver } = trip
    await aFundedWallet(test.deps, driver.userId, 50_000)
    trip = await test.newTrip({ driver, departsAt: addMs(trip.facts.departsAt, 3 * DAY_MS) })
    expect((await edit({ paymentModes: ['billetera', 'directo'] })).status).toBe(200)
    const direct = await test.booked(ana, trip, { paymentMode: 'directo' })
    await edit({ paymentModes: ['billetera'], instant: false })
    expect(await seen(ana, direct.id)).toMatchObject({
      status: 'confirmed',
      paymentMode: 'directo',
    })
    const eva = await test.aPassenger()
    const refused = await test.book(eva, trip, { paymentMode: 'directo' })
    expect(refused.body.code).toBe('payment_mode_not_offered')
    expect((await test.booked(eva, trip)).status).toBe('requested')
  })

  it('refuses directo for a driver without a balance for the commission', async () => {
    const answer = await edit({ paymentModes: ['directo'] })
    expect(answer.code).toBe('publish_balance_required')
    expect(await walletTotals(test.deps.db, trip.driver.userId)).toMatchObject({ available: 0 })
    const { body } = await test.call(ana, 'GET', `/trips/${trip.tripId}`)
    expect(body.trip.paymentModes).toEqual(['billetera'])
  })
})

describe('previewing a move', () => {
  const previewBy = async (ms: number) => {
    const departsAt = addMs(trip.facts.departsAt, ms).toISOString()
    const path = `/trips/${trip.tripId}/change-preview`
    return (await test.call(trip.driver, 'POST', path, { departsAt })).body.preview
  }
  const marks = async () => {
    const { body } = await test.call(ana, 'GET', `/drivers/${trip.driver.userId}/marks`)
    return body.moved
  }

  it('previews a mark from all moves of the last day, as the move itself does', async () => {
    await test.booked(ana, trip)
    test.clock.set(addMs(trip.facts.departsAt, -20 * HOUR_MS))
    for (const ms of [40 * MINUTE_MS, 80 * MINUTE_MS]) {
      expect((await previewBy(ms)).marked).toBe(false)
      expect((await moveBy(ms)).status).toBe(200)
    }
    expect(await marks()).toBe(0)
    // Two moves of 40 minutes are done, so a third one reaches two hours.
    expect((await previewBy(119 * MINUTE_MS)).marked).toBe(false)
    expect((await previewBy(120 * MINUTE_MS)).marked).toBe(true)
    // Moving back counts as a move, too.
    expect((await previewBy(40 * MINUTE_MS)).marked).toBe(true)
    expect((await moveBy(120 * MINUTE_MS)).status).toBe(200)
    expect(await marks()).toBe(1)
  })

  it('previews who is mailed and who gets a full refund after all moves', async () => {
    const { id, from } = await test.booked(ana, trip)
    await moveBy(10 * MINUTE_MS)
    const preview = await previewBy(14 * MINUTE_MS)
    expect(preview).toMatchObject({
      movable: true,
      booked: true,
      refusal: null,
      told: [
        {
          bookingId: id,
          name: 'Ana R.',
          from: 'Ibagué',
          before: plus(from.at, 10 * MINUTE_MS),
          after: plus(from.at, 14 * MINUTE_MS),
          mayLeaveFree: false,
          refundPesos: 0,
        },
      ],
      marked: false,
    })
    const { price } = await seen(ana, id)
    const told = { mayLeaveFree: true, refundPesos: price }
    expect((await previewBy(15 * MINUTE_MS)).told[0]).toMatchObject(told)
    await moveBy(15 * MINUTE_MS)
    expect((await seen(ana, id)).tripChange.mayLeaveFree).toBe(true)
  })

  it('previews the refusal that a move would get, and writes nothing', async () => {
    await test.booked(ana, trip)
    const far = 2 * DAY_MS + 1
    const { error: refusal } = await moveBy(far)
    expect(refusal).toMatch(/hasta 48 horas/)
    const preview = { movable: true, booked: true, refusal, told: [], marked: false }
    expect(await previewBy(far)).toMatchObject(preview)
    test.clock.set(addMs(trip.facts.departsAt, -2 * HOUR_MS + 1))
    expect(await previewBy(0)).toMatchObject({ movable: false, refusal: null, told: [] })
    expect(await mailsTo(ana)).toEqual([])
  })

  it('previews a move only for the driver', async () => {
    const path = `/trips/${trip.tripId}/change-preview`
    const departsAt = trip.facts.departsAt.toISOString()
    expect((await test.call(ana, 'POST', path, { departsAt })).body.code).toBe('trip_not_found')
  })
})

describe('the route of a moved trip', () => {
  it('moves a pick-up on the way by the same time as the trip', async () => {
    const { id } = await test.booked(ana, trip, { from: IBAGUE, to: CALI })
    const before = await seen(ana, id)
    const { trip: after } = await moveBy(HOUR_MS)
    const stop = after.corridor.find((each) => each.placeId === IBAGUE)
    expect((await seen(ana, id)).from).toEqual({ ...before.from, at: stop?.at })
  })
})
