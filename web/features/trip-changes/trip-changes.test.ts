import { describe, expect, it } from 'vitest'
import type { TripView } from '#contract/trips.ts'
import { momentOf } from '#web/lib/moment.ts'
import { changesOf, editBody, movedPoints, seatsTaken, withStop } from './trip-changes.ts'

const leg = { fromStopId: 'a', toStopId: 'b', price: 20_000, seatsLeft: 3 }
const preferences = {
  luggage: 'small',
  pets: false,
  wheelchair: false,
  childSeat: false,
  smoking: false,
  music: true,
  talk: 'some',
  maxTwoInBack: false,
  womenOnly: false,
  verifiedOnly: false,
} as const
// Departs late in the evening in Bogotá, which is the next day in UTC.
const trip = {
  departsAt: '2026-11-28T03:30:00.000Z',
  seats: 3,
  seatPrice: 40_000,
  instant: true,
  roadStops: 'ask',
  extraMax: 2,
  paymentModes: ['directo', 'billetera'],
  preferences,
  notes: null,
  legs: [leg, leg],
  stops: [
    { placeId: '1', name: 'Bogotá', point: { id: 'p1', name: 'Salitre' } },
    { placeId: '3', name: 'Cali', point: null },
  ],
  corridor: [
    { placeId: '1', name: 'Bogotá' },
    { placeId: '2', name: 'Ibagué' },
    { placeId: '3', name: 'Cali' },
  ],
} as unknown as TripView

describe('changing a trip', () => {
  it('editing a trip starts from its current values, with day and hour in Bogotá', () => {
    expect(changesOf(trip)).toMatchObject({ date: '2026-11-27', time: '22:30', notes: '' })
    expect(editBody(trip, changesOf(trip))).toEqual({})
  })

  it('editing a trip sends only the changed fields', () => {
    const changes = { ...changesOf(trip), time: '23:00', notes: ' Portal 80 ' }
    expect(editBody(trip, changes)).toEqual({
      departsAt: '2026-11-27T23:00:00-05:00',
      notes: 'Portal 80',
    })
    const others = { ...changesOf(trip), seats: 2, price: 39_000, instant: false }
    expect(editBody(trip, { ...others, preferences: { ...preferences, pets: true } })).toEqual({
      seats: 2,
      seatPrice: 39_000,
      instant: false,
      preferences: { ...preferences, pets: true },
    })
    const turned = { ...changesOf(trip), paymentModes: ['billetera', 'directo'] as const }
    expect(editBody(trip, { ...turned, paymentModes: [...turned.paymentModes] })).toEqual({})
    const wallet = { ...changesOf(trip), paymentModes: ['billetera' as const] }
    expect(editBody(trip, wallet)).toEqual({ paymentModes: ['billetera'] })
    const noted = { ...trip, notes: 'Portal 80' }
    expect(editBody(noted, { ...changesOf(noted), notes: '' })).toEqual({ notes: '' })
  })

  it('the new departure of a trip is null while date or time is missing', () => {
    expect(momentOf({ date: '2026-11-27', time: '' })).toBeNull()
  })

  it('the seats taken on a trip are those of its fullest leg', () => {
    expect(seatsTaken(trip)).toBe(0)
    const sold = { ...trip, legs: [leg, { ...leg, seatsLeft: 1 }] }
    expect(seatsTaken(sold)).toBe(2)
  })
})

describe('changing the stops of a trip', () => {
  const { stops } = changesOf(trip)

  it('adds a place in the order of the way, and sends all stops with their points', () => {
    const added = withStop(trip, stops, '2')
    expect(editBody(trip, { ...changesOf(trip), stops: added })).toEqual({
      stops: [{ placeId: '1', safePointId: 'p1' }, { placeId: '2' }, { placeId: '3' }],
    })
  })

  it('names the places whose meeting point changes, appears or goes', () => {
    expect(movedPoints(trip, stops)).toEqual([])
    const [first, last] = stops
    const point = { id: 'p3', name: 'Terminal' }
    expect(
      movedPoints(trip, [
        { ...first, point: null },
        { ...last, point },
      ] as typeof stops),
    ).toEqual(['1', '3'])
  })
})
