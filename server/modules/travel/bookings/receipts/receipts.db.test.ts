import { beforeAll, describe, expect, it } from 'vitest'
import { loadSafePoints } from '#server/modules/roads/places/index.ts'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { derivedId } from '#server/platform/ids.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aFundedWallet, aVerifiedDriver, freshToken, type TestUser } from '#test/factories.ts'
import { BOGOTA } from '#test/trip-factories.ts'

let test: BookingsApp

beforeAll(async () => {
  test = await openBookingsApp()
})

async function aSeat(paymentMode = 'billetera', instant = true) {
  test.clock.set(TEST_NOW)
  const driver = await aVerifiedDriver(test.deps)
  await aFundedWallet(test.deps, driver.userId, 50_000)
  const trip = await test.newTrip({
    driver,
    instant,
    paymentModes: ['billetera', 'directo'],
    departsAt: addMs(TEST_NOW, 3 * DAY_MS),
  })
  const ana = await test.aPassenger()
  const booking = await test.booked(ana, trip, { from: BOGOTA, paymentMode })
  return { driver, ana, booking }
}

async function get(user: TestUser, path: string) {
  const authorization = `Bearer ${await freshToken(test.deps, user)}`
  return await test.app.inject({ url: `/api${path}`, headers: { authorization } })
}

/** Extracts the text of a PDF page in drawing order. */
function textOf(pdf: Buffer): string {
  const strings = pdf.toString('latin1').matchAll(/\[((?:<[0-9a-f]*>|[\s\d.-])*)\] TJ/g)
  return [...strings]
    .map(([, parts = '']) =>
      [...parts.matchAll(/<([0-9a-f]*)>/g)]
        .map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))
        .join(''),
    )
    .join('\n')
}

/** Formats pesos as on the receipt, `$ 62.000`. */
const pesos = (amount: number) => `$ ${new Intl.NumberFormat('es-CO').format(amount)}`

describe('the receipt of a booking', () => {
  it('shows on receipts the fare of the passenger and the earnings of the driver', async () => {
    const { driver, ana, booking } = await aSeat()
    const path = `/bookings/${booking.id}/receipt`
    const early = await get(ana, path)
    expect(early.json()).toMatchObject({ code: 'receipt_not_ready' })
    expect(early.statusCode).toBe(409)
    test.toPickUp(booking, 0)
    await test.board(driver, booking)
    const mine = await get(ana, path)
    expect(mine.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="cupo-comprobante-${booking.id.slice(-8)}.pdf"`,
      'cache-control': 'private, no-store',
    })
    expect(mine.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    const said = textOf(mine.rawPayload)
    expect(said).toContain('Comprobante de viaje')
    expect(said).toContain(booking.id)
    expect(said).toContain('Bogotá - Cali')
    expect(said).toContain(`Pagaste\n${pesos(booking.price)}`)
    expect(said).not.toContain(ana.email)
    const commission = Math.round(booking.price / 10)
    const theirs = textOf((await get(driver, path)).rawPayload)
    expect(theirs).toContain(`Comisión de Cupo\n-${pesos(commission)}`)
    expect(theirs).toContain(`Recibiste en tu billetera\n${pesos(booking.price - commission)}`)
    expect((await get(ana, path)).rawPayload.equals(mine.rawPayload)).toBe(true)
  })

  it('shows the refund of a late cancellation on the receipt', async () => {
    const { ana, booking } = await aSeat()
    test.toPickUp(booking, -HOUR_MS)
    await test.call(ana, 'POST', `/bookings/${booking.id}/cancel`)
    const said = textOf((await get(ana, `/bookings/${booking.id}/receipt`)).rawPayload)
    const back = Math.ceil(booking.price / 2)
    expect(said).toContain('Cancelada por el pasajero')
    expect(said).toContain(`Devuelto al pasajero\n-${pesos(back)}`)
    expect(said).toContain(`Pagaste\n${pesos(booking.price - back)}`)
  })

  it('certifies no payment on the receipt of a seat paid in directo', async () => {
    const { driver, ana, booking } = await aSeat('directo')
    test.toPickUp(booking, 0)
    await test.board(driver, booking)
    const path = `/bookings/${booking.id}/receipt`
    const mine = textOf((await get(ana, path)).rawPayload)
    expect(mine).toContain('Pagado en Cupo\n$ 0')
    expect(mine).toContain('no puede certificarlo')
    const commission = Math.round(booking.price / 10)
    const theirs = textOf((await get(driver, path)).rawPayload)
    expect(theirs).toContain(`Comisión descontada de tu billetera\n${pesos(commission)}`)
  })
})

describe('the calendar file of a booking', () => {
  it('offers a calendar file that moves with the trip and ends with the booking', async () => {
    const { driver, ana, booking } = await aSeat()
    const path = `/bookings/${booking.id}/calendar.ics`
    const answer = await get(ana, path)
    expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(answer.body).toContain('SUMMARY:Viaje Bogotá - Cali')
    expect(answer.body).toContain(booking.from.at.replace(/[-:]|\.\d{3}/g, ''))
    const sequenceIn = (body: string) => Number(/SEQUENCE:(\d+)/.exec(body)?.[1])
    const made = sequenceIn(answer.body)
    const departsAt = addMs(new Date(booking.from.at), 5 * MINUTE_MS).toISOString()
    const moved = await test.call(driver, 'PATCH', `/trips/${booking.tripId}`, { departsAt })
    expect(moved.status).toBe(200)
    const after = (await get(ana, path)).body
    expect(after).toContain(departsAt.replace(/[-:]|\.\d{3}/g, ''))
    expect(sequenceIn(after)).toBeGreaterThan(made)
    expect(after).toContain('STATUS:CONFIRMED')
    await test.call(ana, 'POST', `/bookings/${booking.id}/cancel`)
    const ended = (await get(ana, path)).body
    expect(ended).toContain(`UID:${booking.id}@cupo`)
    expect(ended).toContain('STATUS:CANCELLED')
    expect(sequenceIn(ended)).toBeGreaterThan(sequenceIn(after))
  })

  it('names in the calendar file the meeting point that the passenger chose', async () => {
    await loadSafePoints(test.deps)
    const trip = await test.newTrip()
    const ana = await test.aPassenger()
    const fromPointId = derivedId('safe-point', 'bogota-portal-norte')
    const booking = await test.booked(ana, trip, { from: BOGOTA, fromPointId })
    const { body } = await get(ana, `/bookings/${booking.id}/calendar.ics`)
    expect(body.replace(/\r\n /g, '')).toContain('LOCATION:Portal Norte de TransMilenio\\, ')
  })

  it('refuses a calendar file while the driver has not answered the request', async () => {
    const { ana, booking } = await aSeat('billetera', false)
    const answer = await get(ana, `/bookings/${booking.id}/calendar.ics`)
    expect(answer.json().code).toBe('ticket_not_confirmed')
  })
})
