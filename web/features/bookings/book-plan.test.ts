import { describe, expect, it } from 'vitest'
import type { SafePointView } from '#contract/safe-points.ts'
import type { TripView } from '#contract/trips.ts'
import type { OwnKeep } from '#web/shared/bookings/seat-keeps/keep-time.ts'
import { TO_AGREE } from '#web/shared/places/safe-points/to-agree.ts'
import { type BookPlan, bookVerb, keepOfferOf, planOf, shortfall, topUpFor } from './book-plan.ts'
import { readBookParams, writeBookParams } from './book-steps.ts'
import { chosenOf } from './meeting-choice.tsx'

const segment = {
  fromStopId: 't.1',
  toStopId: 't.3',
  price: 62_000,
  seatsLeft: 2,
  departsAt: '2026-11-20T14:05:00-05:00',
  arrivesAt: '2026-11-20T18:05:00-05:00',
  km: 200,
  needsApproval: false,
  answerUntil: null,
}
const trip = { segment, paymentModes: ['billetera'] } as unknown as TripView

function plan(over: Partial<BookPlan> = {}): BookPlan {
  const made = planOf(trip, { seats: 1, mode: null })
  if (!made) throw new Error('there is a segment')
  return { ...made, ...over }
}

describe('making a booking plan', () => {
  it('limits the seats of a booking to those that are free', () => {
    expect(planOf(trip, { seats: 4, mode: null })).toMatchObject({ seats: 2, total: 124_000 })
  })

  it('falls back to a payment mode that the driver offers', () => {
    expect(planOf(trip, { seats: 1, mode: 'directo' })?.mode).toBe('billetera')
  })

  it('makes no booking plan while no segment of the trip is chosen', () => {
    expect(planOf({ ...trip, segment: null }, { seats: 1, mode: null })).toBeNull()
  })
})

describe('seats kept for the person', () => {
  const keep = { id: 'k', tripId: 't', fromStopId: 't.1', toStopId: 't.3', seats: 2 } as OwnKeep
  const full = { ...trip, id: 't', seats: 3, segment: { ...segment, seatsLeft: 0 } }
  const wanted = { seats: 2, mode: null }

  it('kept seats are bookable by their holder when no other seat is free', () => {
    const made = planOf(full, wanted, keep)
    expect(made).toMatchObject({ seats: 2, total: 124_000, keep: { id: 'k' } })
    expect(made?.segment.seatsLeft).toBe(2)
    expect(planOf(full, wanted)).toMatchObject({ seats: 1, keep: null })
  })

  it('a seat keep applies only to its own trip, segment and number of seats', () => {
    expect(planOf(full, { ...wanted, seats: 1 }, keep)?.keep).toBeNull()
    const elsewhere = { ...keep, toStopId: 't.2' }
    expect(planOf(full, wanted, elsewhere)?.segment.seatsLeft).toBe(0)
    expect(planOf({ ...full, id: 'u' }, wanted, keep)?.keep).toBeNull()
  })

  it('free and kept seats together never exceed the seats of the car', () => {
    const stale = { ...full, segment: { ...segment, seatsLeft: 2 } }
    expect(planOf(stale, wanted, keep)?.segment.seatsLeft).toBe(3)
  })
})

describe('money of a booking plan', () => {
  it('the shortfall is the amount that the wallet lacks, and 0 for a direct payment', () => {
    expect(shortfall(plan(), 60_000)).toBe(2_000)
    expect(shortfall(plan(), 62_000)).toBe(0)
    expect(shortfall(plan({ mode: 'directo' }), 0)).toBe(0)
  })

  it('the suggested top-up covers the shortfall and is at least the minimum', () => {
    expect(topUpFor(2_000)).toBe(10_000)
    expect(topUpFor(12_500)).toBe(12_500)
  })

  it('the label of the booking button says whether it pays, books or requests a seat', () => {
    expect(bookVerb(plan(), '$ 62.000')).toBe('Reservar y pagar $ 62.000')
    expect(bookVerb(plan({ mode: 'directo' }), '$ 62.000')).toBe('Reservar')
    const asked = plan({ segment: { ...segment, needsApproval: true } })
    expect(bookVerb(asked, '$ 62.000')).toBe('Pedir cupo')
  })
})

describe('a meeting point chosen by the passenger', () => {
  const id = '01890000-0000-7000-8000-000000000001'
  const listed = [{ id, name: 'Terminal' }] as unknown as SafePointView[]

  it('a chosen meeting point is dropped when the list of its place does not contain it', () => {
    expect(chosenOf(id, listed)).toMatchObject({ id, shown: { name: 'Terminal', listed: true } })
    expect(chosenOf(id, [])).toBeNull()
    expect(chosenOf(null, listed)).toBeNull()
  })

  it('a chosen meeting point is kept without a name until the list of its place has loaded', () => {
    const from = chosenOf(id, undefined)
    expect(planOf(trip, { seats: 1, mode: null, points: { from, to: null } })?.points).toEqual({
      from: { id, shown: null },
      to: null,
    })
  })
})

describe('the query string of the booking steps', () => {
  it('the query string of the booking steps reads back as it was written', () => {
    const params = {
      from: 't.1',
      to: 't.3',
      seats: 2,
      mode: 'directo',
      step: 'tramo',
      getsOnAt: '01890000-0000-7000-8000-000000000001',
      getsOffAt: TO_AGREE,
      keepId: 'k',
      bookingId: null,
    } as const
    expect(readBookParams(writeBookParams(params))).toEqual(params)
  })

  it('invalid values in the query string of the booking steps become the defaults', () => {
    expect(
      readBookParams(new URLSearchParams('seats=9&pago=oro&paso=confirmar&sube=aquí')),
    ).toEqual({
      from: null,
      to: null,
      seats: 1,
      mode: null,
      step: null,
      getsOnAt: null,
      getsOffAt: null,
      keepId: null,
      bookingId: null,
    })
  })
})

it.each([
  [{ missing: 5_000, ended: false, balanceKnown: true }, 'keep'],
  [{ missing: 5_000, ended: true, balanceKnown: true }, 'keep'],
  [{ missing: 0, ended: true, balanceKnown: true }, 'look'],
  [{ missing: 0, ended: true, balanceKnown: false }, null],
  [{ missing: 0, ended: false, balanceKnown: true }, null],
] as const)(
  'the offer to somebody without kept seats depends on the balance: %o → %s',
  (state, offer) => expect(keepOfferOf(state)).toBe(offer),
)
