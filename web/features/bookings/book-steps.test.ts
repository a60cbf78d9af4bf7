import { describe, expect, it } from 'vitest'
import type { StopPoint, TripView } from '#contract/trips.ts'
import { stubStorage } from '#test/memory-storage.ts'
import { TO_AGREE } from '#web/domain/safe-points/to-agree.ts'
import { type BookPlan, planOf } from './book-plan.ts'
import { shownStep, stepsOf } from './book-steps.ts'
import { forgetIntent, isIntended, rememberIntent } from './booking-intent.ts'
import { lacksPoint } from './meeting-choice.tsx'

const segment = {
  fromStopId: 't.0',
  toStopId: 't.1',
  price: 50_000,
  seatsLeft: 2,
  needsApproval: false,
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

const CHOSEN = { lacksPoint: false }

describe('the steps of a booking', () => {
  it('booking steps without anything to decide are skipped', () => {
    const all = stepsOf(planWith({}), { asksContact: true })
    expect(all).toEqual(['tramo', 'cupos', 'encuentro', 'pago', 'datos', 'confirmar'])
    const point = { name: 'Terminal' }
    const decided = planWith(
      {
        corridor: ['t.0', 't.1'].map((id) => ({ id, point })),
        paymentModes: ['billetera'],
      } as unknown as Partial<TripView>,
      { seatsLeft: 1 },
    )
    expect(stepsOf(decided, { asksContact: false })).toEqual(['tramo', 'confirmar'])
  })

  it('booking starts after the segment, or at the step in the address', () => {
    const steps = stepsOf(planWith({}), { asksContact: false })
    expect(shownStep(steps, null, CHOSEN)).toBe('cupos')
    expect(shownStep(steps, 'tramo', CHOSEN)).toBe('tramo')
    expect(shownStep(steps, 'pago', CHOSEN)).toBe('pago')
    expect(shownStep(steps, 'datos', CHOSEN)).toBe('confirmar')
  })

  it('booking asks for missing personal data before the confirmation', () => {
    const steps = stepsOf(planWith({}), { asksContact: true })
    expect(shownStep(steps, 'confirmar', CHOSEN)).toBe('datos')
    expect(shownStep(steps, 'pago', CHOSEN)).toBe('pago')
  })
})

describe('the choice of the place to get on', () => {
  const steps = stepsOf(planWith({}), { asksContact: true })
  const missing = { lacksPoint: true }

  it('leads back to the meeting point before payment while no place is chosen', () => {
    expect(shownStep(steps, 'pago', missing)).toBe('encuentro')
    expect(shownStep(steps, 'confirmar', missing)).toBe('encuentro')
    expect(shownStep(steps, 'cupos', missing)).toBe('cupos')
    expect(shownStep(steps, 'encuentro', missing)).toBe('encuentro')
  })

  it('is missing until a point, the driver or the wish to agree decides it', () => {
    const open = { placeName: 'Bogotá', points: [], isLoading: false, error: null, retry: () => {} }
    const nothing = { ...open, ofDriver: null, chosen: null, picked: null }
    expect(lacksPoint(nothing)).toBe(true)
    expect(lacksPoint({ ...nothing, picked: TO_AGREE })).toBe(false)
    expect(lacksPoint({ ...nothing, picked: 'id', chosen: { id: 'id', shown: null } })).toBe(false)
    expect(lacksPoint({ ...nothing, ofDriver: { name: 'Terminal' } as StopPoint })).toBe(false)
  })
})

describe('the booking intent', () => {
  const now = 1_800_000_000_000

  it('a booking intent is valid for its booking, for half an hour, until it is deleted', () => {
    stubStorage()
    const plan = planWith({})
    expect(isIntended(plan, now)).toBe(false)
    rememberIntent(plan, now)
    expect(isIntended(plan, now + 29 * 60_000)).toBe(true)
    expect(isIntended(plan, now + 30 * 60_000)).toBe(false)
    expect(isIntended({ ...plan, total: plan.total + 1_000 }, now)).toBe(false)
    expect(isIntended({ ...plan, mode: 'directo' }, now)).toBe(false)
    forgetIntent(plan)
    expect(isIntended(plan, now)).toBe(false)
  })
})
