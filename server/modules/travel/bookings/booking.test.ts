import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FREE_RETURNS } from '#contract/booking-limits.ts'
import { commissionOn } from '#contract/commission.ts'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import {
  type Booking,
  type Facts,
  LATE_AFTER_MS,
  type Party,
  partyOf,
  pauseEndsAt,
} from './booking.ts'
import { driverEarns, nextDue } from './booking-states.ts'
import { permissions as permissionsBy, refundFor as refundBy } from './booking-transitions.ts'
import { fullRefundUntil } from './refund-policy.ts'

const pickUp = new Date('2026-11-27T15:00:00.000Z')

function aBooking(changes: Partial<Booking> = {}): Booking {
  return {
    id: '019a0000-0000-7000-8000-000000000001',
    tripId: '019a0000-0000-7000-8000-000000000002',
    passengerId: 'passenger',
    driverId: 'driver',
    fromSeq: 0,
    toSeq: 2,
    fromPointId: null,
    toPointId: null,
    seats: 1,
    farePesos: 40_001,
    commissionBp: 1_000,
    paymentMode: 'billetera',
    status: 'confirmed',
    holdId: null,
    code: 'ABC234',
    generation: 1,
    picksUpAt: pickUp,
    dropsOffAt: new Date(pickUp.getTime() + 4 * HOUR_MS),
    createdAt: new Date(pickUp.getTime() - 5 * DAY_MS),
    expiresAt: null,
    confirmedAt: null,
    aboardSaidAt: null,
    checkedInAt: null,
    checkedInBy: null,
    noShowAt: null,
    disputedAt: null,
    deniedAt: null,
    closedAt: null,
    refundedPesos: null,
    chargedPesos: null,
    agreedPickupAt: null,
    movedMs: 0,
    refundAheadMs: 0,
    partOf: null,
    connectionId: null,
    connectionPart: null,
    connectionBrokenAt: null,
    changeMissedAt: null,
    listId: null,
    listFreeUntil: null,
    tripChangedAt: null,
    changeAcceptedAt: null,
    meetingMoved: false,
    ...changes,
  }
}

/** The car was at the stop, and the passenger returned no seats before. */
const usual: Facts = {
  driverPassed: true,
  driverArrivedAt: null,
  scanHeardAt: null,
  disputeDecided: false,
  earlierReturns: 0,
  tripPausedAt: null,
  crosses: false,
  endedByCupo: false,
  leftForOthers: false,
  leftBecause: null,
  finishCountsAt: null,
  arrivedAt: null,
  reached: false,
  delayMs: 0,
  other: null,
}
const refundFor = (booking: Booking, by: Party, now: Date, facts: Partial<Facts> = {}) =>
  refundBy(booking, by, now, { ...usual, ...facts })
const permissions = (booking: Booking, by: Party, now: Date, facts: Partial<Facts> = {}) =>
  permissionsBy(booking, by, now, { ...usual, ...facts })

const beforePickUp = (ms: number) => new Date(pickUp.getTime() - ms)

describe('refundFor', () => {
  it.each([
    ['25 h before', beforePickUp(25 * HOUR_MS), 40_001],
    ['exactly 24 h before', beforePickUp(DAY_MS), 40_001],
    ['a moment under 24 h', beforePickUp(DAY_MS - 1), 20_001],
    ['a moment before pick-up', beforePickUp(1), 20_001],
  ])('sets the refund for a passenger who cancels %s', (_, now, refundPesos) => {
    expect(refundFor(aBooking(), 'passenger', now)).toMatchObject({
      refundPesos,
      keptPesos: 40_001 - refundPesos,
    })
  })

  it('refunds no passenger from the pick-up on, but still when the driver cancels', () => {
    expect(refundFor(aBooking(), 'passenger', pickUp)).toBeUndefined()
    expect(refundFor(aBooking(), 'driver', pickUp)?.refundPesos).toBe(40_001)
  })

  it('refunds everything within 30 min of booking, but not after the pick-up', () => {
    const booking = aBooking({ createdAt: beforePickUp(40 * MINUTE_MS) })
    expect(refundFor(booking, 'passenger', beforePickUp(10 * MINUTE_MS))?.refundPesos).toBe(40_001)
    const late = beforePickUp(10 * MINUTE_MS - 1)
    expect(refundFor(booking, 'passenger', late)?.refundPesos).toBe(20_001)
    const hasty = aBooking({ createdAt: beforePickUp(5 * MINUTE_MS) })
    expect(refundFor(hasty, 'passenger', pickUp)).toBeUndefined()
  })

  it('refunds everything while the driver has not accepted the request', () => {
    const request = aBooking({ status: 'requested' })
    expect(refundFor(request, 'passenger', beforePickUp(1))?.refundPesos).toBe(40_001)
    expect(refundFor(request, 'driver', beforePickUp(1))).toBeUndefined()
  })

  it('refunds the second car while its passenger can still wait for a late first one', () => {
    const picksUpMs = beforePickUp(DAY_MS / 4).getTime()
    const dropsOffMs = beforePickUp(DAY_MS / 8).getTime()
    const driverArrivedMs = picksUpMs + LATE_AFTER_MS + 1
    const trip = { picksUpMs, dropsOffMs, driverArrivedMs, status: 'confirmed', boarded: false }
    const facts = { other: trip as Facts['other'] }
    const second = aBooking({ connectionId: 'both', connectionPart: 2 })
    const refundAt = (ms: number) => refundFor(second, 'passenger', new Date(ms), facts)?.rule
    expect(refundAt(dropsOffMs - 1)).toBe('connection_broken')
    expect(refundAt(dropsOffMs)).toBe('late')
  })

  it('moves no money for a cancelled directo booking', () => {
    const booking = aBooking({ paymentMode: 'directo' })
    const refund = refundFor(booking, 'passenger', beforePickUp(HOUR_MS))
    expect(refund).toEqual({ rule: 'late', refundPesos: 0, keptPesos: 0 })
  })

  it.each([
    'rejected',
    'expired',
    'checked_in',
    'completed',
    'cancelled_by_passenger',
    'cancelled_by_driver',
    'no_show',
    'trip_cancelled',
  ] as const)('allows no cancellation once the booking is %s', (status) => {
    expect(refundFor(aBooking({ status }), 'passenger', beforePickUp(DAY_MS))).toBeUndefined()
    expect(refundFor(aBooking({ status }), 'driver', beforePickUp(DAY_MS))).toBeUndefined()
  })

  it('splits the fare to the peso, and refunds it in full until fullRefundUntil', () => {
    const amounts = fc.integer({ min: 1, max: 1_000_000_000 })
    const ages = fc.integer({ min: 0, max: 10 * DAY_MS })
    fc.assert(
      fc.property(amounts, ages, ages, (farePesos, age, ahead) => {
        const now = beforePickUp(ahead)
        const createdAt = new Date(now.getTime() - age)
        const booking = aBooking({ farePesos, createdAt })
        const refund = refundFor(booking, 'passenger', now)
        if (ahead === 0) return refund === undefined
        if (!refund) return false
        const full = refund.refundPesos === farePesos && farePesos > 1
        const promised = now <= fullRefundUntil(booking, usual)
        return (
          refund.refundPesos + refund.keptPesos === farePesos &&
          refund.refundPesos - refund.keptPesos >= 0 &&
          (farePesos === 1 || full === promised)
        )
      }),
      { numRuns: 500 },
    )
  })
})

describe('commissionOn', () => {
  it.each([
    [40_000, 1_000, 4_000],
    [45, 1_000, 5],
    [44, 1_000, 4],
    [1, 1_000, 0],
    [0, 1_000, 0],
    [1_000_000_000, 4_999, 499_900_000],
  ])('the commission on %i pesos at %i bp is %i', (pesos, bp, commission) => {
    expect(commissionOn(pesos, bp)).toBe(commission)
  })

  it('the commission never exceeds the amount', () => {
    const pesos = fc.integer({ min: 0, max: 1_000_000_000 })
    fc.assert(
      fc.property(pesos, fc.integer({ min: 0, max: 10_000 }), (amount, bp) => {
        const share = commissionOn(amount, bp)
        return share >= 0 && share <= amount
      }),
    )
  })
})

describe('permissions', () => {
  it('allows passenger and driver only their own actions', () => {
    const now = beforePickUp(3 * HOUR_MS)
    const request = aBooking({ status: 'requested', expiresAt: beforePickUp(HOUR_MS) })
    const none = {
      changeSegment: false,
      accept: false,
      reject: false,
      showTicket: false,
      sayAboard: false,
      undoAboard: false,
      claimNoShow: false,
      dispute: false,
      object: false,
      deny: false,
      leaveLate: false,
    }
    expect(permissions(request, 'driver', now)).toEqual({
      ...none,
      cancel: false,
      accept: true,
      reject: true,
    })
    expect(permissions(request, 'driver', beforePickUp(HOUR_MS)).accept).toBe(false)
    expect(permissions(request, 'passenger', now)).toEqual({
      ...none,
      cancel: true,
      changeSegment: true,
    })
    expect(permissions(request, 'passenger', beforePickUp(2 * HOUR_MS)).changeSegment).toBe(false)
    expect(permissions(aBooking(), 'passenger', now)).toMatchObject({
      cancel: true,
      showTicket: true,
      sayAboard: false,
    })
    const boarding = beforePickUp(2 * HOUR_MS)
    expect(permissions(aBooking(), 'passenger', boarding).sayAboard).toBe(false)
    expect(permissions(aBooking(), 'driver', boarding)).toEqual({ ...none, cancel: true })
  })
})

describe('a no-show claimed by the driver', () => {
  const later = (ms: number) => new Date(pickUp.getTime() + ms)
  const claimed = aBooking({ status: 'no_show', noShowAt: later(HOUR_MS) })

  it('lets the driver claim a no-show from 15 min after the pick-up until settled', () => {
    const claim = (now: Date) => permissions(aBooking(), 'driver', now).claimNoShow
    expect(claim(later(15 * MINUTE_MS - 1))).toBe(false)
    expect(claim(later(15 * MINUTE_MS))).toBe(true)
    expect(claim(later(28 * HOUR_MS - 1))).toBe(true)
    expect(claim(later(28 * HOUR_MS))).toBe(false)
    expect(permissions(aBooking(), 'passenger', later(HOUR_MS)).claimNoShow).toBe(false)
  })

  it('lets the passenger dispute a no-show once, within 24 h', () => {
    const dispute = (booking: Booking, now: Date) => permissions(booking, 'passenger', now).dispute
    expect(dispute(claimed, later(25 * HOUR_MS - 1))).toBe(true)
    expect(dispute(claimed, later(25 * HOUR_MS))).toBe(false)
    expect(permissions(claimed, 'driver', later(2 * HOUR_MS)).dispute).toBe(false)
    const disputedAt = later(2 * HOUR_MS)
    expect(dispute({ ...claimed, disputedAt }, later(3 * HOUR_MS))).toBe(false)
    expect(dispute({ ...claimed, closedAt: disputedAt }, later(3 * HOUR_MS))).toBe(false)
  })

  it('closes a no-show by a job after 24 h unless the passenger disputed it', () => {
    expect(nextDue(claimed)).toEqual(later(25 * HOUR_MS))
    expect(nextDue({ ...claimed, disputedAt: later(2 * HOUR_MS) })).toBeUndefined()
    expect(nextDue({ ...claimed, closedAt: later(25 * HOUR_MS) })).toBeUndefined()
  })
})

describe('an objection that the driver did not come', () => {
  const later = (ms: number) => new Date(pickUp.getTime() + ms)
  const objected = aBooking({ disputedAt: later(HOUR_MS) })

  it('lets the passenger object from 30 min after the pick-up until settled', () => {
    const object = (booking: Booking, now: Date) => permissions(booking, 'passenger', now).object
    expect(object(aBooking(), later(30 * MINUTE_MS - 1))).toBe(false)
    expect(object(aBooking(), later(30 * MINUTE_MS))).toBe(true)
    expect(object(aBooking(), later(28 * HOUR_MS - 1))).toBe(true)
    expect(object(aBooking(), later(28 * HOUR_MS))).toBe(false)
    expect(object(objected, later(2 * HOUR_MS))).toBe(false)
    expect(permissions(aBooking(), 'driver', later(HOUR_MS)).object).toBe(false)
    for (const status of ['requested', 'checked_in', 'completed', 'no_show'] as const) {
      expect(object(aBooking({ status }), later(HOUR_MS))).toBe(false)
    }
  })

  it('allows no action or job until a person decides the objection', () => {
    expect(nextDue(objected)).toBeUndefined()
    for (const viewer of ['passenger', 'driver'] as const) {
      const may = permissions(objected, viewer, later(HOUR_MS), { driverPassed: false })
      expect(Object.values(may)).not.toContain(true)
    }
  })
})

describe('cancelling because of a late driver', () => {
  const at = (ms: number) => new Date(pickUp.getTime() + ms)

  it('refunds everything when the driver is over 30 min late, until the drop-off', () => {
    const leave = (now: Date, driverPassed: boolean) =>
      refundFor(aBooking(), 'passenger', now, { driverPassed })
    expect(leave(at(30 * MINUTE_MS), false)).toBeUndefined()
    expect(leave(at(30 * MINUTE_MS + 1), false)).toEqual({
      rule: 'driver_late',
      refundPesos: 40_001,
      keptPesos: 0,
    })
    expect(leave(at(30 * MINUTE_MS + 1), true)).toBeUndefined()
    expect(leave(at(4 * HOUR_MS - 1), false)).toBeDefined()
    expect(leave(at(4 * HOUR_MS), false)).toBeUndefined()
  })

  it('does not count a driver as late who recorded the arrival within 30 minutes', () => {
    const leave = (driverArrivedAt: Date) =>
      refundFor(aBooking(), 'passenger', at(31 * MINUTE_MS), {
        driverPassed: false,
        driverArrivedAt,
      })
    expect(leave(at(-5 * MINUTE_MS))).toBeUndefined()
    expect(leave(at(30 * MINUTE_MS))).toBeUndefined()
    expect(leave(at(30 * MINUTE_MS + 1))?.rule).toBe('driver_late')
  })
})

describe('a passenger who returns seats of one trip repeatedly', () => {
  const at = (booking: Booking, earlierReturns: number, ahead = 5 * DAY_MS) =>
    refundFor(booking, 'passenger', beforePickUp(ahead), { earlierReturns })

  it('charges the third return of seats of a trip as a late cancellation', () => {
    expect(at(aBooking(), FREE_RETURNS - 1)?.refundPesos).toBe(40_001)
    expect(at(aBooking(), FREE_RETURNS)).toEqual({
      rule: 'repeated',
      refundPesos: 20_001,
      keptPesos: 20_000,
    })
    const fresh = aBooking({ createdAt: beforePickUp(10 * MINUTE_MS) })
    expect(at(fresh, FREE_RETURNS, 9 * MINUTE_MS)?.refundPesos).toBe(20_001)
    expect(at(aBooking({ status: 'requested' }), FREE_RETURNS)?.refundPesos).toBe(20_001)
  })

  it('charges nothing for a third return that the driver caused', () => {
    expect(at(aBooking({ movedMs: HOUR_MS }), FREE_RETURNS)?.refundPesos).toBe(40_001)
    const spent = { earlierReturns: FREE_RETURNS, driverPassed: false }
    const late = new Date(pickUp.getTime() + HOUR_MS)
    expect(refundFor(aBooking(), 'passenger', late, spent)?.refundPesos).toBe(40_001)
    expect(refundFor(aBooking(), 'driver', beforePickUp(HOUR_MS), spent)?.refundPesos).toBe(40_001)
  })
})

describe('times and parties of a booking', () => {
  it('gives the time of the next automatic change of a booking', () => {
    const expiresAt = beforePickUp(HOUR_MS)
    expect(nextDue(aBooking({ status: 'requested', expiresAt }))).toEqual(expiresAt)
    expect(nextDue(aBooking())).toEqual(new Date(pickUp.getTime() + 28 * HOUR_MS))
    expect(nextDue(aBooking({ status: 'completed' }))).toBeUndefined()
  })

  it('names the passenger and the driver of a booking, and nobody else', () => {
    expect(partyOf(aBooking(), 'passenger')).toBe('passenger')
    expect(partyOf(aBooking(), 'driver')).toBe('driver')
    expect(partyOf(aBooking(), 'somebody')).toBeUndefined()
  })

  it('shows the driver the earnings after a late cancellation', () => {
    expect(driverEarns(aBooking({ farePesos: 40_000 }))).toBe(36_000)
    const cancelled = aBooking({ status: 'cancelled_by_passenger', chargedPesos: 20_000 })
    expect(driverEarns(cancelled)).toBe(18_000)
    expect(driverEarns(aBooking({ status: 'expired' }))).toBe(0)
  })

  it('shows no earnings for an absent passenger who would have paid the driver directly', () => {
    const absent = { status: 'no_show', noShowAt: pickUp } as const
    expect(driverEarns(aBooking({ ...absent, farePesos: 40_000 }))).toBe(36_000)
    expect(driverEarns(aBooking({ ...absent, paymentMode: 'directo' }))).toBe(0)
  })
})

const pausedAt = new Date('2026-11-20T13:00:00.000Z')

it.each([
  // [hours to the departure, hours to the cancellation]
  [48, 36],
  [13, 1],
  [3, 1],
  [1, 1],
  [0.5, 0.5],
])('cancels a trip that leaves in %s h after %s h of pause, never after it left', (ahead, ends) => {
  const departsAt = addMs(pausedAt, ahead * HOUR_MS)
  expect(pauseEndsAt({ departsAt }, pausedAt)).toEqual(addMs(pausedAt, ends * HOUR_MS))
})
