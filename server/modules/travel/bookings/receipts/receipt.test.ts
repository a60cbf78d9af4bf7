import { expect, it } from 'vitest'
import type { Booking } from '../booking.ts'
import { receiptOf } from './receipt.ts'

const at = new Date('2026-11-20T13:00:00.000Z')
const journey = {
  from: 'Girardot',
  to: 'Cali',
  passenger: 'Ana P.',
  driver: 'Carlos R.',
  endedByCupo: false,
}

const direct = {
  ...{ id: '01890000-0000-7000-8000-000000000001', seats: 1, paymentMode: 'directo' },
  ...{ farePesos: 40_000, commissionBp: 1_000, chargedPesos: null, refundedPesos: null },
  ...{ status: 'completed', picksUpAt: at, dropsOffAt: at, checkedInAt: at, closedAt: at },
  ...{ noShowAt: null, disputedAt: null, deniedAt: null, aboardSaidAt: null, expiresAt: null },
} as unknown as Booking

const commissionOf = (booking: Booking) => receiptOf(booking, 'driver', journey, at).total[1]

it('shows the commission of a direct payment, and none after the team undid the check-in', () => {
  expect(commissionOf(direct)).toBe(4_000)
  const undone = { ...direct, status: 'cancelled_by_driver', deniedAt: at } as Booking
  expect(commissionOf(undone)).toBe(0)
})

it('speaks of no payment that Cupo did not receive when a cash booking was cancelled', () => {
  const cancelled = { ...direct, status: 'cancelled_by_passenger', checkedInAt: null } as Booking
  const notesOf = (booking: Booking) => receiptOf(booking, 'passenger', journey, at).notes.join(' ')
  expect(notesOf(cancelled)).toContain('El pago era directo al conductor')
  expect(notesOf(cancelled)).not.toContain('este pago')
  expect(notesOf(direct)).toContain('Cupo no recibió este pago')
})

it('says of one car of two that it is not the whole journey', () => {
  const factsOf = (booking: Booking) => receiptOf(booking, 'passenger', journey, at).facts
  const part = { ...direct, connectionPart: 2 } as Booking
  expect(factsOf(part)).toContainEqual(['Carro', '2 de 2, con cambio de carro'])
  expect(factsOf(direct).map(([name]) => name)).not.toContain('Carro')
})
