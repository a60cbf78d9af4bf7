import { expect, it } from 'vitest'
import { recurrence } from '#contract/recurrence.ts'
import { trips } from '#contract/trips.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { type Draft, emptyDraft, skipsOverlaps } from './publish-draft.ts'
import {
  isCorrected,
  othersOf,
  placeOf,
  type Refusal,
  refusalIn,
  refusalsBefore,
} from './publish-refusal.ts'

const overlap = {
  kind: 'trip' as const,
  id: 't1',
  tripId: 't1',
  route: 'Bogotá → Cali',
  at: '2026-11-20T10:30:00.000Z',
}

function aRefusal(over: Partial<Refusal> = {}): Refusal {
  return { code: 'trip_overlaps', message: 'Se cruza.', trip: 'outward', overlap, ...over }
}

function aDraft(over: Partial<Draft> = {}): Draft {
  return {
    ...emptyDraft,
    origin: { id: '11001', label: 'Bogotá' },
    destination: { id: '76001', label: 'Cali' },
    date: '2026-11-20',
    time: '05:30',
    vehicleId: 'v1',
    ...over,
  }
}

const returning = { date: '2026-11-22', time: '15:00', price: 61_000 }

it.each([...new Set([...trips.publish.errors, ...recurrence.create.errors])])(
  'the refusal %s has a step in which it is said',
  (code) => expect(placeOf(aRefusal({ code }))?.step).toBeDefined(),
)

it('a refusal of the return is said at the date of the return', () =>
  expect(placeOf(aRefusal({ trip: 'return' }))).toEqual({ step: 'fecha', field: 'returnDate' }))

it('the trip of another person with the same car is said at the car', () =>
  expect(placeOf(aRefusal({ overlap: null }))).toEqual({ step: 'vehiculo', field: 'vehicle' }))

it('a step says its own refusals and those of skipped steps, not those of later steps', () => {
  const notes = aRefusal({ code: 'contact_in_text', overlap: null })
  const cap = aRefusal({ code: 'trip_daily_cap', overlap: null })
  const codes = (next: Parameters<typeof refusalsBefore>[0]) =>
    refusalsBefore(next, aDraft(), [notes, cap]).map(({ code }) => code)
  expect(codes('fecha')).toEqual([])
  expect(codes('vehiculo')).toEqual(['trip_daily_cap'])
  expect(codes('revisar')).toEqual(['trip_daily_cap', 'contact_in_text'])
})

it('a draft goes on without approved documents', () => {
  const missing = ['identity_not_verified', 'vehicle_not_verified'].map((code) =>
    aRefusal({ code, overlap: null }),
  )
  expect(refusalsBefore('revisar', aDraft(), missing)).toEqual([])
})

it('without the overlapping return the trip is published alone, and the other way round', () => {
  const draft = aDraft({ returning })
  expect(othersOf(draft, aRefusal({ trip: 'return' }))?.draft.returning).toBeNull()
  expect(othersOf(draft, aRefusal())?.draft).toMatchObject({
    origin: { id: '76001' },
    destination: { id: '11001' },
    between: '76001>11001',
    date: '2026-11-22',
    price: 61_000,
    returning: null,
  })
})

it('a weekly trip is published without the days that overlap, until its departure changes', () => {
  const draft = aDraft({ repeat: { weekdays: [], until: '' }, returning })
  const others = othersOf(draft, aRefusal())?.draft ?? draft
  expect([skipsOverlaps(draft), skipsOverlaps(others)]).toEqual([false, true])
  expect(refusalsBefore('revisar', others, [aRefusal()])).toEqual([])
  expect(othersOf(others, aRefusal())).toBeNull()
  expect(skipsOverlaps({ ...others, date: '2026-11-21' })).toBe(false)
  // The driver chose to leave out some of these days, not of others.
  expect(skipsOverlaps({ ...others, returning: { ...returning, time: '20:00' } })).toBe(false)
  const more = { ...others.repeat, weekdays: [1], until: '' }
  expect(skipsOverlaps({ ...others, repeat: more })).toBe(false)
})

it('a refusal is corrected by a change of what it is about, and of nothing else', () => {
  const draft = aDraft({ returning })
  expect(isCorrected('date', draft, { ...draft, notes: 'Salgo puntual' })).toBe(false)
  expect(isCorrected('date', draft, { ...draft, date: '2026-11-21' })).toBe(true)
  expect(isCorrected('returnDate', draft, { ...draft, returning: null })).toBe(true)
  expect(isCorrected('notes', draft, { ...draft, paymentModes: ['directo'] })).toBe(false)
  expect(isCorrected('notes', draft, { ...draft, notes: '' })).toBe(false)
  expect(isCorrected('notes', draft, { ...draft, notes: 'Sin número' })).toBe(true)
  expect(isCorrected(undefined, draft, { ...draft, price: 1 })).toBe(true)
})

it('a single trip that overlaps, and any other refusal, leaves nothing to publish', () => {
  expect(othersOf(aDraft(), aRefusal())).toBeNull()
  expect(othersOf(aDraft({ returning }), aRefusal({ code: 'trip_daily_cap' }))).toBeNull()
})

it('the answer of a publication names the refused trip and the other trip', () => {
  const error = new ApiError({
    status: 409,
    code: 'trip_overlaps',
    message: 'Viaje de regreso: se cruza.',
    details: { ...overlap, trip: 'return' },
  })
  expect(refusalIn(error)).toMatchObject({
    code: 'trip_overlaps',
    message: 'Viaje de regreso: se cruza.',
    trip: 'return',
    overlap: { tripId: 't1', route: 'Bogotá → Cali' },
  })
  expect(refusalIn(new Error('x'))).toMatchObject({ code: 'unknown', overlap: null })
})
