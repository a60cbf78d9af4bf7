import { describe, expect, it } from 'vitest'
import type { StopPoint, TripView } from '#contract/trips.ts'
import { stubStorage } from '#test/memory-storage.ts'
import { booksOnReturn } from '#web/shared/bookings/paid-intent.ts'
import { TO_AGREE } from '#web/shared/places/safe-points/to-agree.ts'
import { type BookPlan, planOf } from './book-plan.ts'
import { readBookParams, shownStep, stepsOf, withPointsOf } from './book-steps.ts'
import { readHabits, rememberChoices } from './booking-habits.ts'
import { forgetIntent, isIntended, rememberIntent } from './booking-intent.ts'
import { lacksPoint } from './meeting-choice.tsx'

const segment = {
  fromStopId: 't.0',
  toStopId: 't.1',
  price: 50_000,
  seatsLeft: 2,
  needsApproval: false,
  answerUntil: null,
}

function planWith(trip: Partial<TripView>, part: Partial<typeof segment> = {}): BookPlan {
  const corridor = ['t.0', 't.1'].map((id) => ({ id, point: null }))
  const whole = { id: 't', seats: 3, corridor, paymentModes: ['billetera', 'directo'], ...trip }
  const made = planOf({ ...whole, segment: { ...segment, ...part } } as unknown as TripView, {
    seats: 1,
    mode: null,
  })
  if (!made) throw new Error('there is a segment')
  return made
}

describe('the steps of a booking', () => {
  it('counts one step for a person without missing data, and the data as a second one', () => {
    expect(stepsOf({ asksContact: false })).toEqual(['confirmar'])
    expect(stepsOf({ asksContact: true })).toEqual(['datos', 'confirmar'])
  })

  it('asks for missing data before the choices, and changes the segment at any time', () => {
    expect(shownStep(null, { asksContact: false })).toBe('confirmar')
    expect(shownStep(null, { asksContact: true })).toBe('datos')
    expect(shownStep('tramo', { asksContact: true })).toBe('tramo')
    expect(shownStep('tramo', { asksContact: false })).toBe('tramo')
  })

  it('an address of an earlier version, with a step for each question, opens the one page', () => {
    for (const paso of ['cupos', 'encuentro', 'pago', 'datos', 'confirmar']) {
      const { step } = readBookParams(new URLSearchParams({ paso }))
      expect(shownStep(step, { asksContact: false })).toBe('confirmar')
    }
  })
})

describe('going on with kept seats', () => {
  const POINT = '01890000-0000-7000-8000-000000000001'
  const kept = `/trips/t/book?from=t.0&to=t.1&seats=1&sube=${POINT}&baja=${TO_AGREE}&apartado=k`
  const params = (text: string) => readBookParams(new URLSearchParams(text))

  it('keeps the points that were chosen when an address without them is opened', () => {
    const resumed = withPointsOf(params('from=t.0&to=t.1'), kept)
    expect(resumed).toEqual(params(`from=t.0&to=t.1&sube=${POINT}&baja=${TO_AGREE}`))
  })

  it('prefers the choice of the address, and needs no kept seats', () => {
    const own = params(`from=t.0&to=t.1&sube=${TO_AGREE}`)
    expect(withPointsOf(own, kept)).toMatchObject({ getsOnAt: TO_AGREE, getsOffAt: TO_AGREE })
    expect(withPointsOf(own, false)).toEqual(own)
    expect(withPointsOf(own, '/trips/t/book')).toEqual(own)
  })
})

describe('the choice of the place to get on', () => {
  it('requires a choice of where to get on', () => {
    const read = { points: [], isLoading: false, error: null, retry: () => {} }
    const none = { ofDriver: null, chosen: null, picked: null, last: null }
    const nothing = { placeName: 'Bogotá', ...read, ...none }
    expect(lacksPoint(nothing)).toBe(true)
    expect(lacksPoint({ ...nothing, picked: TO_AGREE })).toBe(false)
    expect(lacksPoint({ ...nothing, picked: 'id', chosen: { id: 'id', shown: null } })).toBe(false)
    expect(lacksPoint({ ...nothing, ofDriver: { name: 'Terminal' } as StopPoint })).toBe(false)
  })
})

describe('the last choices of a person', () => {
  const places = ['t.0', 't.1'].map((id, row) => ({ id, placeId: `1100${row}`, point: null }))
  const here = planWith({ corridor: places } as unknown as Partial<TripView>)
  const point = { id: 'p-1', shown: null }

  it('remembers payment mode and meeting point of each place after a booking', () => {
    stubStorage()
    expect(readHabits()).toEqual({})
    rememberChoices({ ...here, mode: 'directo', points: { from: point, to: null } })
    rememberChoices({
      ...here,
      mode: 'directo',
      points: { from: null, to: { ...point, id: 'p-2' } },
    })
    expect(readHabits()).toEqual({ mode: 'directo', points: { 11000: 'p-1', 11001: 'p-2' } })
  })

  it('keep the payment mode of an earlier booking when the driver accepts only one', () => {
    stubStorage()
    rememberChoices({ ...here, mode: 'directo' })
    const trip = { ...here.trip, paymentModes: ['billetera' as const] }
    rememberChoices({ ...here, trip, mode: 'billetera' })
    expect(readHabits().mode).toBe('directo')
  })
})

describe('the booking intent', () => {
  const now = 1_800_000_000_000

  it('a booking intent is valid for its booking, for half an hour, until it is deleted', () => {
    stubStorage()
    localStorage.setItem('auth_user_id', 'ana')
    const plan = planWith({})
    expect(isIntended(plan, now)).toBe(false)
    rememberIntent(plan, now)
    expect(isIntended(plan, now + 29 * 60_000)).toBe(true)
    expect(isIntended(plan, now + 30 * 60_000)).toBe(false)
    expect(isIntended({ ...plan, total: plan.total + 1_000 }, now)).toBe(false)
    expect(isIntended({ ...plan, mode: 'directo' }, now)).toBe(false)
    expect(booksOnReturn('/trips/t/book?from=t.0&to=t.1', now)).toBe(true)
    expect(booksOnReturn('/trips/t/book?from=t.0&to=t.1', now + 30 * 60_000)).toBe(false)
    for (const path of ['/trips/u/book?from=t.0', '/trips/t', '/wallet?to=/trips/t/book?']) {
      expect(booksOnReturn(path, now)).toBe(false)
    }
    forgetIntent(plan)
    expect(isIntended(plan, now)).toBe(false)
    expect(booksOnReturn('/trips/t/book?from=t.0&to=t.1', now)).toBe(false)
  })
})
