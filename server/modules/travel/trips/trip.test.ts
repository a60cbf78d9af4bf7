import { describe, expect, it } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { boardingIsOpen, parseStopId, segmentPrice, statusOf, stopId } from './trip.ts'

const departsAt = new Date('2026-11-27T12:00:00.000Z')
const arrivesAt = new Date('2026-11-27T22:00:00.000Z')

describe('stop ids', () => {
  it('builds a stop id from the trip id and the position', () => {
    const tripId = newId()
    expect(parseStopId(stopId(tripId, 12))).toEqual({ tripId, seq: 12 })
  })

  it.each([
    '',
    'x.1',
    `${newId()}`,
    `${newId()}.`,
    `${newId()}.01`,
    `${newId()}.-1`,
    `${newId()}.1.2`,
  ])('rejects "%s" as a stop id', (id) => {
    expect(parseStopId(id)).toBeUndefined()
  })
})

describe('price of a part of a trip', () => {
  const trip = { declaredSeqs: [0, 2, 4], priceCumulative: [0, 7_349, 15_050, 15_099, 31_200] }

  it('computes an exact price between declared stops', () => {
    expect(segmentPrice(trip, 0, 2)).toBe(15_050)
    expect(segmentPrice(trip, 2, 4)).toBe(16_150)
    expect(segmentPrice(trip, 0, 4)).toBe(31_200)
  })

  it('rounds other prices down to the hundred, and never below one hundred pesos', () => {
    expect(segmentPrice(trip, 0, 1)).toBe(7_300)
    expect(segmentPrice(trip, 1, 4)).toBe(23_800)
    expect(segmentPrice(trip, 2, 3)).toBe(100)
  })

  it('throws for the price of a part outside the trip or backwards', () => {
    expect(() => segmentPrice(trip, 0, 5)).toThrow('segment outside the trip')
    expect(() => segmentPrice(trip, 2, 2)).toThrow('segment outside the trip')
  })
})

describe('the status of a trip that people see', () => {
  it('follows what the driver pressed, unless the trip has ended', () => {
    const pressed = { startedAt: departsAt, finishedAt: arrivesAt }
    const none = { startedAt: null, finishedAt: null }
    expect(statusOf({ status: 'published', ...none })).toBe('published')
    expect(statusOf({ status: 'published', ...pressed, finishedAt: null })).toBe('in_progress')
    expect(statusOf({ status: 'published', ...pressed })).toBe('completed')
    expect(statusOf({ status: 'cancelled', ...pressed })).toBe('cancelled')
  })
})

describe('boarding of a trip', () => {
  const open = (status: 'published' | 'cancelled', at: string) =>
    boardingIsOpen({ status, departsAt, arrivesAt }, new Date(at))

  it('opens boarding from two hours before departure until a day after arrival', () => {
    expect(open('published', '2026-11-27T09:59:59.999Z')).toBe(false)
    expect(open('published', '2026-11-27T10:00:00.000Z')).toBe(true)
    expect(open('published', '2026-11-28T22:00:00.000Z')).toBe(true)
    expect(open('published', '2026-11-28T22:00:00.001Z')).toBe(false)
  })

  it('opens no boarding for a cancelled trip', () => {
    expect(open('cancelled', '2026-11-27T12:00:00.000Z')).toBe(false)
  })
})
