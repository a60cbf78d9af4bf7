import { describe, expect, it } from 'vitest'
import type { RunPassenger, RunSheet, RunStop } from '#contract/journeys.ts'
import {
  detourText,
  meetingsText,
  movesText,
  nextStop,
  progressOf,
  severalMeetings,
  stopTimeText,
} from './run-words.ts'

const at = (clock: string) => `2026-11-27T${clock}:00.000-05:00`

const rider = (over: Partial<RunPassenger> = {}): RunPassenger => ({
  bookingId: 'b',
  photoUrl: null,
  name: 'Ana R.',
  seats: 1,
  phone: null,
  boarding: 'waiting',
  aboardSaid: null,
  canClaimNoShow: false,
  paymentMode: 'billetera',
  collect: null,
  to: 'Cali',
  connection: null,
  ...over,
})

function aStop(over: Partial<RunStop> = {}): RunStop {
  return {
    id: 't.0',
    name: 'Ibagué',
    department: 'Tolima',
    point: null,
    plannedAt: at('10:00'),
    expectedAt: at('10:00'),
    arrivedAt: null,
    passed: false,
    doubtful: false,
    getsOn: [],
    getsOff: [],
    meetings: [],
    detour: { km: 0, minutes: 0 },
    ...over,
  }
}

describe('a stop of the run sheet', () => {
  const plain = (stop: RunStop) => stopTimeText(stop).replace(/\s/g, ' ')

  it('a stop of the run sheet shows its agreed, expected or recorded time of arrival', () => {
    expect(plain(aStop())).toBe('Hora acordada: 10:00 a. m.')
    expect(plain(aStop({ expectedAt: at('10:12') }))).toContain('vas para las 10:12 a. m.')
    expect(plain(aStop({ arrivedAt: at('10:05'), passed: true }))).toContain('10:05 a. m.')
    expect(plain(aStop({ passed: true }))).toBe('Pasaste sin registrar la llegada')
  })

  it('a stop of the run sheet counts passengers getting on and off, without no-shows', () => {
    expect(movesText(aStop())).toBeNull()
    const getsOn = [rider({ seats: 2 }), rider({ boarding: 'no_show' })]
    expect(movesText(aStop({ getsOn }))).toBe('2 suben')
    const getsOff = [{ bookingId: 'c', name: 'Luis', seats: 1 }]
    expect(movesText(aStop({ getsOn, getsOff }))).toBe('2 suben, 1 baja')
  })
})

describe('a stop with several meeting points', () => {
  const getsOn = [rider(), rider({ bookingId: 'c', name: 'Luis T.' })]
  const getsOff = [{ bookingId: 'd', name: 'Rosa M.', seats: 1 }]
  const meetings = [
    { point: null, getsOn: ['c'], getsOff: [] },
    { point: null, getsOn: ['b'], getsOff: ['d'] },
  ]

  it('meetings of a stop list their passengers in the order of the server', () => {
    const stop = aStop({ getsOn, getsOff, meetings })
    const names = severalMeetings(stop).map((met) => [
      met.getsOn.map(({ name }) => name),
      met.getsOff.map(({ name }) => name),
    ])
    expect(names).toEqual([
      [['Luis T.'], []],
      [['Ana R.'], ['Rosa M.']],
    ])
    expect(severalMeetings({ ...stop, getsOff: [], getsOn: getsOn.slice(1) })).toHaveLength(1)
  })

  it('a stop with one meeting point, or a cached sheet without meetings, lists no meetings', () => {
    expect(severalMeetings(aStop({ getsOn, meetings: meetings.slice(1) }))).toEqual([])
    expect(severalMeetings({ getsOn, getsOff })).toEqual([])
  })

  it('several meetings at a stop show the distance and time that they add to the route', () => {
    const several = severalMeetings(aStop({ getsOn, getsOff, meetings }))
    const text = meetingsText(several, { km: 3.4, minutes: 8 })
    expect(text).toContain('2 encuentros, en el orden más corto: ')
    expect(text).toContain('3,4 km')
    expect(meetingsText(several, { km: 0, minutes: 0 })).toBe(
      '2 encuentros, en el orden más corto.',
    )
  })
})

describe('progress of the journey', () => {
  const stops = [aStop({ passed: true }), aStop({ id: 't.1' }), aStop({ id: 't.2' })]

  it('the next stop is the first that was not passed; a finished journey has none', () => {
    const sheet = { stops, state: 'on_the_way' } as RunSheet
    expect(nextStop(sheet)?.id).toBe('t.1')
    expect(progressOf(stops)).toBe(1)
    expect(nextStop({ ...sheet, state: 'finished' })).toBeUndefined()
  })

  it('a detour of 0 km and 0 min is not shown', () => {
    expect(detourText({ km: 0, minutes: 0 })).toBeNull()
    expect(detourText({ km: 3.4, minutes: 8 })).toContain('3,4 km y 8 min')
  })
})
