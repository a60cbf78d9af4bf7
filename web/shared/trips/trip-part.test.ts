import { describe, expect, it } from 'vitest'
import type { TripView } from '#contract/trips.ts'
import { aTrip } from '#test/screen-trips.ts'
import { offeredStops } from '#web/shared/trips/segment-fields.tsx'
import { chosenPart, shownStops, withKept } from './trip-part.ts'

function aPart(trip: TripView, over: object = {}) {
  const part = chosenPart(trip)
  if (!part) throw new Error('a trip has two ends')
  return { ...part, ...over }
}

describe('the chosen segment of a trip', () => {
  it('the default segment is the whole route, with the free seats of its fullest leg', () => {
    expect(chosenPart(aTrip())).toMatchObject({
      from: { name: 'Bogotá' },
      to: { name: 'Cali' },
      price: 90_000,
      seatsLeft: 1,
      needsApproval: false,
    })
  })

  it('the chosen segment can start at a place that is not a declared stop', () => {
    const segment = {
      fromStopId: 't.1',
      toStopId: 't.3',
      price: 70_000,
      seatsLeft: 1,
      departsAt: '',
      arrivesAt: '',
      km: 300,
      needsApproval: true,
      answerUntil: null,
    }
    expect(chosenPart(aTrip({ segment }))).toMatchObject({
      from: { name: 'Melgar' },
      price: 70_000,
      needsApproval: true,
      answerUntil: null,
    })
  })
})

describe('the seats that the viewer keeps', () => {
  const kept = { fromStopId: 't.0', toStopId: 't.3', seats: 1 }

  it('count as free on the segment that they are for', () => {
    expect(withKept(aPart(aTrip(), { seatsLeft: 0 }), kept)?.seatsLeft).toBe(1)
  })

  it('do not count on another segment, nor without a keep', () => {
    const part = aPart(aTrip(), { seatsLeft: 0 })
    expect(withKept(part, { ...kept, toStopId: 't.2' })?.seatsLeft).toBe(0)
    expect(withKept(part, null)).toBe(part)
  })
})

describe('stops of a trip', () => {
  it('offers undeclared places of a trip only when the driver picks up en route', () => {
    expect(offeredStops(aTrip())).toHaveLength(4)
    expect(offeredStops(aTrip({ roadStops: 'no' }))).toHaveLength(3)
  })

  it('shows the chosen pick-up among the declared stops, in order', () => {
    const trip = aTrip()
    const melgar = trip.corridor[1]
    const shown = shownStops(trip, aPart(trip, { from: melgar }))
    expect(shown.map((stop) => stop.name)).toEqual(['Bogotá', 'Melgar', 'Ibagué', 'Cali'])
  })
})
