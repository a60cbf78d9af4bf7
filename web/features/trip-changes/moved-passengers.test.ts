import { describe, expect, it } from 'vitest'
import type { BookingView } from '#contract/bookings.ts'
import type { TripView } from '#contract/trips.ts'
import { affectedBy, hoursOf, isTooLate, momentProblem } from './moved-passengers.ts'

const now = new Date('2026-11-20T13:00:00.000Z')
const trip = { departsAt: '2026-11-22T13:00:00.000Z' } as TripView
const booking = (changes: object = {}) =>
  ({
    status: 'confirmed',
    paymentMode: 'billetera',
    from: { at: '2026-11-22T14:00:00.000Z' },
    tripChange: null,
    ...changes,
  }) as BookingView
const at = (ms: number) => new Date(Date.parse(trip.departsAt) + ms).toISOString()
const MINUTE = 60_000
const HOUR = 60 * MINUTE

const affected = (ms: number, bookings: BookingView[], by = now) =>
  affectedBy({ trip, moment: at(ms), bookings, now: by })

describe('who is affected by another hour', () => {
  it.each([
    [HOUR, 1, '1 pasajero recibirá un aviso y podrá salirse sin costo.'],
    [-15 * MINUTE, 3, '3 pasajeros recibirán un aviso y podrán salirse sin costo.'],
    [14 * MINUTE, 2, '2 pasajeros recibirán un aviso.'],
  ])('by %i ms, %i of them', (ms, count, sentence) => {
    const bookings = Array.from({ length: count }, () => booking())
    expect(affected(ms, bookings)?.sentence).toBe(sentence)
  })

  it('are those who still wait, and some may leave anyway', () => {
    const gone = booking({ status: 'cancelled_by_passenger' })
    const free = [
      booking({ status: 'requested' }),
      booking({ tripChange: { mayLeaveFree: true, agreedAt: trip.departsAt } }),
    ]
    expect(affected(HOUR, [gone])).toBeUndefined()
    expect(affected(0, [booking()])).toBeUndefined()
    expect(affected(MINUTE, [booking(), ...free])?.sentence).toBe(
      '3 pasajeros recibirán un aviso; 2 podrán salirse sin costo.',
    )
  })

  it('leaves a mark on the last day', () => {
    const lastDay = new Date(Date.parse(trip.departsAt) - 24 * HOUR + 1)
    expect(affected(2 * HOUR, [booking()], lastDay)?.marked).toBe(true)
    expect(affected(2 * HOUR - 1, [booking()], lastDay)?.marked).toBe(false)
    expect(affected(2 * HOUR, [booking()])?.marked).toBe(false)
  })

  it('reads the hour at which each gets on', () => {
    expect(hoursOf(booking(), { trip, moment: at(HOUR) })).toEqual({
      before: 'dom, 22 de nov · 9:00 a. m.',
      after: 'dom, 22 de nov · 10:00 a. m.',
    })
  })
})

describe('a moment', () => {
  const problem = (ms: number, bookings = [booking()]) =>
    momentProblem({ trip, moment: at(ms), bookings, now })

  it('has limits only with passengers', () => {
    expect(problem(48 * HOUR)).toBeUndefined()
    expect(problem(48 * HOUR + 1)).toMatch(/48 horas/)
    expect(problem(-46 * HOUR)).toBeUndefined()
    expect(problem(-46 * HOUR - 1)).toMatch(/2 horas/)
    expect(problem(72 * HOUR, [])).toBeUndefined()
    const moved = booking({ tripChange: { agreedAt: '2026-11-21T14:00:00.000Z' } })
    expect(problem(24 * HOUR + 1, [moved])).toMatch(/48 horas/)
  })

  it('comes too late 2 h before, or with somebody aboard', () => {
    const soon = new Date(Date.parse(trip.departsAt) - 2 * HOUR + 1)
    expect(isTooLate({ trip, bookings: [booking()], now })).toBe(false)
    expect(isTooLate({ trip, bookings: [booking()], now: soon })).toBe(true)
    expect(isTooLate({ trip, bookings: [], now: soon })).toBe(false)
    expect(isTooLate({ trip, bookings: [booking({ status: 'checked_in' })], now })).toBe(true)
  })
})
