import { expect, it } from 'vitest'
import type { BookingFacts } from './booking-words.ts'
import * as tell from './bookings.messages.ts'

const at = '2026-11-20T13:00:00.000Z'
const facts: BookingFacts = {
  ...{ path: '/bookings/1', from: 'Bogotá', to: 'Cali', at, seats: 2, byWallet: true },
  ...{ passenger: 'Laura P.', driver: 'Carlos R.', farePesos: 60_000, earnsPesos: 54_000 },
  ...{ refundedPesos: 60_000, chargedPesos: 0, answerUntil: at, paysAt: at, byOwnWord: false },
}
const said = (message: (typeof tell)['boarded'], over: Partial<BookingFacts>) => {
  const { heading, paragraphs, closing } = message.words({ ...facts, ...over }, '')
  return [heading, ...paragraphs, ...closing].join(' ')
}

it('does not tell a driver a day after the trip that a passenger travels with them now', () => {
  const directo = { byWallet: false }
  expect(said(tell.fareReceived, directo)).toContain('Laura P. viaja contigo')
  const later = said(tell.fareReceived, { ...directo, byTime: true })
  expect(later).toContain('Dimos por hecho el viaje de Laura P.')
  expect(later).not.toMatch(/viaja contigo|Te paga/)
})

it('names no commission to a driver of whom none was taken', () => {
  for (const byWallet of [true, false]) {
    expect(said(tell.fareReceived, { byWallet })).toContain('la comisión')
    expect(said(tell.fareReceived, { byWallet, earnsPesos: 60_000 })).not.toContain('comisión')
  }
})

it.each([tell.bookingCancelled, tell.seatsReturned])(
  'sends nobody who pays directly to movements that are empty ($name)',
  (message) => {
    expect(said(message, {})).toContain('En tus movimientos queda el detalle.')
    expect(said(message, { byWallet: false })).not.toContain('movimientos')
  },
)

it('says that seats are on sale again only where sales go on', () => {
  for (const message of [tell.passengerCancelled, tell.requestMissed]) {
    expect(said(message, {})).toContain('vuelven a estar a la venta')
    expect(said(message, { onSale: false })).toMatch(/s cupos quedan libres\./)
  }
})

it('calls a request that its passenger withdrew no booking', () => {
  const isRequest = true
  expect(said(tell.bookingCancelled, { isRequest })).toContain('Cancelaste tu solicitud')
  expect(said(tell.passengerCancelled, { isRequest })).toContain('Laura P. canceló su solicitud')
  expect(said(tell.bookingCancelled, { isRequest, byTeam: true })).toContain('Cupo canceló')
})

it('speaks of all seats that are confirmed, and of one as of one', () => {
  expect(said(tell.requestAccepted, {})).toContain('Tus 2 cupos están confirmados.')
  expect(said(tell.requestAccepted, { seats: 1 })).toContain('Tu cupo está confirmado.')
  expect(tell.bookingConfirmed.words(facts, '').subject).toBe(
    'Tus 2 cupos Bogotá → Cali están confirmados',
  )
})
