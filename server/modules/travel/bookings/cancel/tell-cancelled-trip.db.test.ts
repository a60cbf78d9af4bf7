import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Preferences } from '#contract/trips.ts'
import { type MailSandbox, openMailSandbox } from '#sandbox/mail/mail-sandbox.ts'
import { pesosFormat } from '#server/modules/foundation/notifications/index.ts'
import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import type { TestUser } from '#test/factories.ts'
import { BOGOTA, CALI, IBAGUE, type TestTrip } from '#test/trip-factories.ts'

let mail: MailSandbox
let test: BookingsApp
let trip: TestTrip
let ana: TestUser
let bookingId: string

const DEPARTS = addMs(TEST_NOW, 7 * DAY_MS)
const departing = (hours: number, more = {}) =>
  test.newTrip({ departsAt: addMs(DEPARTS, hours * HOUR_MS), ...more })

beforeAll(async () => {
  mail = await openMailSandbox()
  test = await openBookingsApp({ urls: { smtp: mail.url }, extensions: [mail.plugin] })
  return () => mail.close()
})

beforeEach(async () => {
  trip = await departing(0)
  ana = await test.aPassenger()
  bookingId = (await test.booked(ana, trip, { from: BOGOTA, to: IBAGUE })).id
})

const cancel = (reason?: string) =>
  test.call(trip.driver, 'POST', `/trips/${trip.tripId}/cancel`, reason ? { reason } : {})

async function told() {
  await test.runJobs()
  const { rows } = await asOwner(
    test.deps.databaseUrl,
    `select body from notifications where user_id = $1 and kind = 'trip_cancelled'`,
    [ana.userId],
  )
  const mails = mail.control.messages(ana.email)
  const found = mails.find(({ subject }) => subject.startsWith('Cancelaron tu viaje'))
  return { app: String(rows[0]?.body), mail: found?.text ?? '' }
}

describe('a passenger whose trip was cancelled', () => {
  it('reads the reason of the driver in the app, by mail and on the booking', async () => {
    expect((await cancel('Se me dañó la caja de cambios.')).status).toBe(200)
    const { app, mail: text } = await told()
    expect(app).toContain('Motivo: Se me dañó la caja de cambios.')
    expect(text).toContain('Motivo: Se me dañó la caja de cambios.')
    const reason = async (who: TestUser) =>
      (await test.call(who, 'GET', `/bookings/${bookingId}`)).body.booking.cancelReason
    expect(await reason(ana)).toBe('Se me dañó la caja de cambios.')
    expect(await reason(trip.driver)).toBeUndefined()
  })

  it('gets the three trips for sale nearest to their own, the nearest first', async () => {
    const [day, hour, later] = [await departing(24), await departing(1), await departing(-3)]
    await departing(48)
    // Not listed: a trip with another destination, and a full one.
    await departing(2, { stops: [IBAGUE, CALI] })
    const full = await departing(0.5, { seats: 1 })
    await test.booked(await test.aPassenger(), full, { from: BOGOTA, to: IBAGUE })
    await cancel()
    const { app, mail: text } = await told()
    expect(app).not.toContain('Motivo')
    expect(app).toMatch(/Los viajes más cercanos: vie.*9:00.*; vie.*5:00.*; sáb.*8:00/)
    expect(app.match(/9:00/g)).toHaveLength(1)
    const paths = [...text.matchAll(/\/trips\/([0-9a-f-]{36})\?/g)].map(([, id]) => id)
    expect(paths).toEqual([hour.tripId, later.tripId, day.tripId])
  })

  it('reads the price on the way, and no trip that is own, booked or for women', async () => {
    const week = 7 * 24
    trip = await departing(week)
    await test.booked(ana, trip, { from: BOGOTA, to: IBAGUE })
    const way = await departing(week + 2, { stops: [BOGOTA, CALI] })
    const own = await departing(week + 1)
    const become = 'update trips set driver_id = $1 where id = $2'
    await asOwner(test.deps.databaseUrl, become, [ana.userId, own.tripId])
    const booked = await departing(week + 24)
    await test.booked(ana, booked, { from: BOGOTA, to: IBAGUE })
    const women = await departing(week + 3, { preferences: Preferences.parse({ womenOnly: true }) })
    await cancel()
    const { mail: text } = await told()
    const paths = [...text.matchAll(/\/trips\/([0-9a-f-]{36})\?/g)].map(([, id]) => id)
    expect(paths[0]).toBe(way.tripId)
    for (const { tripId } of [own, booked, women]) expect(paths).not.toContain(tripId)
    const part = `from=${way.stop(BOGOTA)}&to=${way.stop(IBAGUE)}`
    const { body } = await test.call(ana, 'GET', `/trips/${way.tripId}?${part}`)
    expect(text).toContain(pesosFormat.format(body.trip.segment.price))
  })

  it('gets no telephone number: the reason of the driver is refused', async () => {
    const answer = await cancel('Llámame al 300 123 4567 y cuadramos.')
    expect(answer.body).toMatchObject({ code: 'contact_in_text', fields: { reason: /./ } })
    const { body } = await test.call(trip.driver, 'GET', `/trips/${trip.tripId}`)
    expect(body.trip.status).toBe('published')
  })
})

describe('the deadline to answer a request', () => {
  it('keeps the deadline that the passenger read ten minutes before the request', async () => {
    const asked = await departing(6, { instant: false })
    const part = `from=${asked.stop(BOGOTA)}&to=${asked.stop(IBAGUE)}`
    const shown = await test.call(ana, 'GET', `/trips/${asked.tripId}?${part}`)
    const { answerUntil } = shown.body.trip.segment
    expect(answerUntil).toBe(addMs(TEST_NOW, 3 * HOUR_MS).toISOString())
    test.clock.advance(10 * 60_000)
    const eva = await test.aPassenger()
    const said = await test.booked(eva, asked, { from: BOGOTA, to: IBAGUE, answerUntil })
    expect(said).toMatchObject({ status: 'requested', expiresAt: answerUntil })
  })

  it('shows no answer deadline for a trip that confirms bookings without the driver', async () => {
    const part = `from=${trip.stop(BOGOTA)}&to=${trip.stop(IBAGUE)}`
    const { body } = await test.call(ana, 'GET', `/trips/${trip.tripId}?${part}`)
    expect(body.trip.segment).toMatchObject({ needsApproval: false, answerUntil: null })
  })
})
