import { expect, it } from 'vitest'
import type { RepeatView } from '#contract/recurrence.ts'
import { Preferences } from '#contract/trips.ts'
import { emptyDraft, publishBody, reachableStep } from './publish-draft.ts'
import { draftOf } from './repeat-draft.ts'

const NOW = new Date('2026-11-20T08:00:00-05:00')
const point = { id: 'p1', name: 'Terminal del Norte' }

const repeat: RepeatView = {
  stops: [
    { placeId: '11001', name: 'Bogotá', via: false, point },
    { placeId: '25386', name: 'La Mesa', via: true, point: null },
    { placeId: '25307', name: 'Girardot', via: false, point: null },
  ],
  departsAt: '2026-11-27T11:30:00.000Z',
  lastDepartsAt: '2026-11-20T11:30:00.000Z',
  vehicleId: 'v1',
  seats: 2,
  seatPrice: 30_000,
  legPrices: null,
  paymentModes: ['billetera'],
  instant: false,
  roadStops: 'ask',
  extraMax: 2,
  preferences: Preferences.parse({ pets: true }),
  notes: null,
}

const whole = (over: Partial<RepeatView> = {}, date?: string) => ({
  ...emptyDraft,
  ...draftOf('t1', { ...repeat, ...over }, { date }),
})

it('opens the review of a repeated trip, whose request is that of the trip on the new day', () => {
  const draft = whole()
  expect(reachableStep(draft, 'revisar', NOW)).toBe('revisar')
  expect(publishBody(draft, { seat: 30_000 })).toMatchObject({
    stops: [
      { placeId: '11001', safePointId: 'p1' },
      { placeId: '25386', via: true },
      { placeId: '25307' },
    ],
    departsAt: '2026-11-27T06:30:00-05:00',
    seats: 2,
    instant: false,
  })
})

it('asks for the day when no day is free, with the hour of the trip', () => {
  const draft = whole({ departsAt: null })
  expect(draft).toMatchObject({ date: '', time: '06:30' })
  expect(reachableStep(draft, 'revisar', NOW)).toBe('fecha')
})

it('takes the day that the link names', () =>
  expect(whole({}, '2026-12-02')).toMatchObject({ date: '2026-12-02', time: '06:30' }))

it('leaves the price to the recommended one when the old price is not allowed', () =>
  expect(whole({ seatPrice: null })).toMatchObject({
    price: null,
    repeated: { tripId: 't1', priceChanged: true },
  }))

it('swaps the ends, the stops and the prices of their parts for the way back', () => {
  const [from, via, to] = repeat.stops
  const parts = { ...repeat, legPrices: [20_000, 10_000] }
  const draft = { ...emptyDraft, ...draftOf('t1', parts, { date: '2026-11-21', back: true }) }
  const there = { ...repeat, stops: [to, via, from], legPrices: [10_000, 20_000] } as RepeatView
  expect(draft).toEqual({
    ...{ ...emptyDraft, ...draftOf('t1', there, { date: '2026-11-21' }) },
    repeated: { tripId: 't1', priceChanged: false, back: true },
  })
  expect(publishBody(draft, { seat: 30_000 })?.stops[2]).toEqual({
    placeId: '11001',
    safePointId: 'p1',
  })
})
