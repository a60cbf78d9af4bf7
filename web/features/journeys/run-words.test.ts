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
    getsOn: [],
    getsOff: [],
    meetings: [],
    detour: { km: 0, minutes: 0 },
    ...over,
  }
}

describe('a stop of the run sheet', () => {
  const plain = (stop: RunStop) => stopTimeText(stop).replace(/\s/g, ' ')

  it('says when it was agreed, when it is expected, and when it was reached', () => {
    expect(plain(aStop())).toBe('Hora acordada: 10:00 a. m.')
    expect(plain(aStop({ expectedAt: at('10:12') }))).toContain('vas para las 10:12 a. m.')
    expect(plain(aStop({ arrivedAt: at('10:05'), passed: true }))).toContain('10:05 a. m.')
    expect(plain(aStop({ passed: true }))).toBe('Pasaste sin registrar la llegada')
  })

  it('counts who moves, without those who did not come', () => {
    expect(movesText(aStop())).toBeNull()
    const getsOn = [rider({ seats: 2 }), rider({ boarding: 'no_show' })]
    expect(movesText(aStop({ getsOn }))).toBe('2 suben')
    const getsOff = [{ bookingId: 'c', name: 'Luis', seats: 1 }]
    expect(movesText(aStop({ getsOn, getsOff }))).toBe('2 suben, 1 baja')
  })
})

describe('several meetings at a stop', () => {
  const getsOn = [rider(), rider({ bookingId: 'c', name: 'Luis T.' })]
  const getsOff = [{ bookingId: 'd', name: 'Rosa M.', seats: 1 }]
  const meetings = [
    { point: null, getsOn: ['c'], getsOff: [] },
    { point: null, getsOn: ['b'], getsOff: ['d'] },
  ]

  it('have their people, in the order of the server', () => {
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

  it('are none when everybody meets at one place, and on sheets kept from before', () => {
    expect(severalMeetings(aStop({ getsOn, meetings: meetings.slice(1) }))).toEqual([])
    expect(severalMeetings({ getsOn, getsOff })).toEqual([])
  })

  it('say what they add to the way', () => {
    const several = severalMeetings(aStop({ getsOn, getsOff, meetings }))
    const text = meetingsText(several, { km: 3.4, minutes: 8 })
    expect(text).toContain('2 encuentros, en el orden más corto: ')
    expect(text).toContain('3,4 km')
    expect(meetingsText(several, { km: 0, minutes: 0 })).toBe(
      '2 encuentros, en el orden más corto.',
    )
  })
})

describe('the way', () => {
  const stops = [aStop({ passed: true }), aStop({ id: 't.1' }), aStop({ id: 't.2' })]

  it('goes on at the first stop that was not passed, until it is over', () => {
    const sheet = { stops, state: 'on_the_way' } as RunSheet
    expect(nextStop(sheet)?.id).toBe('t.1')
    expect(progressOf(stops)).toBe(1)
    expect(nextStop({ ...sheet, state: 'finished' })).toBeUndefined()
  })

  it('names a detour that is one', () => {
    expect(detourText({ km: 0, minutes: 0 })).toBeNull()
    expect(detourText({ km: 3.4, minutes: 8 })).toContain('3,4 km y 8 min')
  })
})
