import { describe, expect, it } from 'vitest'
import { addMs, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { detourAt, totalDetour } from './detour.ts'
import {
  delayMinutes,
  expectedAt,
  isClosed,
  isLate,
  type Journey,
  mayFinish,
  mayStart,
  NOT_STARTED,
  undoable,
} from './journey.ts'

const departsAt = new Date('2026-11-20T06:00:00-05:00')
const arrivesAt = addMs(departsAt, 8 * HOUR_MS)
const trip = { status: 'published' as const, departsAt, arrivesAt }
const at = (minutes: number) => addMs(departsAt, minutes * MINUTE_MS)
const stops = [
  { seq: 0, at: departsAt },
  { seq: 3, at: at(180) },
  { seq: 7, at: arrivesAt },
]

function moving(...arrivals: [number, number][]): Journey {
  return {
    startedAt: at(0),
    finishedAt: null,
    finishCountsAt: null,
    arrivals: arrivals.map(([seq, minutes]) => ({ seq, at: at(minutes), countsAt: null })),
  }
}

describe('starting a journey', () => {
  it('starts a journey from 2 hours before departure until the planned arrival', () => {
    const may = (minutes: number) => mayStart(trip, NOT_STARTED, at(minutes))
    expect([-121, -120, 0, 479, 480].map(may)).toEqual([false, true, true, true, false])
    expect(mayStart(trip, moving(), at(0))).toBe(false)
    expect(mayStart({ ...trip, status: 'cancelled' }, NOT_STARTED, at(0))).toBe(false)
  })

  it('closes a journey a day after the planned arrival, or when it is completed', () => {
    expect(isClosed(trip, at(480 + 24 * 60))).toBe(false)
    expect(isClosed(trip, at(481 + 24 * 60))).toBe(true)
    expect(isClosed({ ...trip, status: 'completed' }, at(500))).toBe(true)
  })
})

describe('the delay of a journey', () => {
  it('shows a delay from five minutes on, until the journey is finished', () => {
    expect([4, 5].map((delay) => isLate(NOT_STARTED, delay))).toEqual([false, true])
    expect(isLate({ ...moving([0, 5]), finishedAt: at(485) }, 30)).toBe(false)
  })

  const rider = (fromSeq: number, toSeq: number, status: 'confirmed' | 'checked_in') => {
    return { fromSeq, toSeq, status, aboardSaidAt: null }
  }
  const whole = { places: stops, riders: [rider(0, 7, 'confirmed'), rider(3, 7, 'confirmed')] }

  it('increases the delay while the next stop is overdue, and is never negative', () => {
    expect(delayMinutes(NOT_STARTED, whole, at(-30))).toBe(0)
    expect(delayMinutes(NOT_STARTED, whole, at(12))).toBe(12)
    expect(delayMinutes(moving([0, -10]), whole, at(20))).toBe(0)
    expect(delayMinutes(moving([0, 15]), whole, at(20))).toBe(15)
    expect(delayMinutes(moving([0, 15]), whole, at(200))).toBe(20)
  })

  it('does not grow at a stop where nobody gets on or off any more', () => {
    const left = { ...moving(), startedAt: at(7) }
    const aboard = { fromSeq: 0, toSeq: 7, status: 'confirmed' as const, aboardSaidAt: at(2) }
    const delay = (riders: (typeof aboard | ReturnType<typeof rider>)[], minutes: number) =>
      delayMinutes(left, { places: stops, riders }, at(minutes))
    // The start was seven minutes late; the place 3 is planned after 180 minutes.
    expect(delay([], 200)).toBe(7)
    expect(delay([rider(0, 7, 'checked_in'), aboard], 479)).toBe(7)
    expect(delay([rider(0, 7, 'checked_in')], 490)).toBe(10)
    expect(delay([rider(0, 7, 'confirmed')], 60)).toBe(60)
    expect(delay([rider(0, 3, 'checked_in')], 200)).toBe(20)
    expect(delayMinutes(NOT_STARTED, { places: stops, riders: [] }, at(30))).toBe(30)
    expect(delayMinutes(NOT_STARTED, { places: stops, riders: [aboard] }, at(30))).toBe(0)
  })

  it('keeps the delay at the last stop after the journey is finished', () => {
    const over = { ...moving([0, 5], [7, 500]), finishedAt: at(510) }
    expect(delayMinutes(over, whole, at(900))).toBe(20)
    expect(delayMinutes({ ...moving([0, 5]), finishedAt: at(485) }, whole, at(900))).toBe(5)
  })

  it('delays the expected times of the stops ahead only', () => {
    const journey = moving([0, 15])
    expect(expectedAt(stops[0]!, journey, 15)).toEqual(at(15))
    expect(expectedAt(stops[1]!, journey, 15)).toEqual(at(195))
  })
})

describe('recording arrivals', () => {
  it('undoes only the last arrival, within two minutes', () => {
    const journey = moving([0, 0], [3, 185])
    expect(undoable(trip, journey, at(187))?.seq).toBe(3)
    expect(undoable(trip, journey, at(188))).toBeUndefined()
    expect(undoable(trip, { ...journey, finishedAt: at(186) }, at(186))).toBeUndefined()
  })

  it('lets the driver finish at the last stop, or after the planned arrival', () => {
    expect(mayFinish(trip, moving([0, 0]), stops, at(479))).toBe(false)
    expect(mayFinish(trip, moving([0, 0]), stops, at(480))).toBe(true)
    expect(mayFinish(trip, moving([7, 400]), stops, at(401))).toBe(true)
    expect(mayFinish(trip, NOT_STARTED, stops, at(480))).toBe(false)
  })
})

describe('a detour to a meeting point', () => {
  const place = { lat: 4, lng: -74 }
  const [before, after] = [
    { lat: 4.5, lng: -74 },
    { lat: 3.5, lng: -74 },
  ]

  it('computes a detour as the extra straight-line distance times a road factor', () => {
    const east = { lat: 4, lng: -73.95 }
    const { km, minutes } = detourAt({ before, place, meetings: [east], after })
    // 5.5 km to the side over 111 km: two hypotenuses, 0.55 km longer in a straight line.
    expect(km).toBeCloseTo(0.8, 1)
    expect(minutes).toBe(2)
    expect(detourAt({ before: undefined, place, meetings: [east], after }).km).toBeGreaterThan(0)
  })

  it('computes no detour for a point on the route, and never a negative one', () => {
    expect(detourAt({ before, place, meetings: [{ lat: 4.1, lng: -74 }], after }).km).toBe(0)
    expect(detourAt({ before, place, meetings: [], after }).km).toBe(0)
    const nearer = { lat: 3.9, lng: -74 }
    expect(detourAt({ before: undefined, place, meetings: [nearer], after }).km).toBe(0)
    expect(
      totalDetour([
        { km: 0.8, minutes: 2 },
        { km: 1.1, minutes: 3 },
      ]),
    ).toEqual({
      km: 1.9,
      minutes: 5,
    })
  })
})
