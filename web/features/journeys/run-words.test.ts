import { describe, expect, it } from 'vitest'
import type { RunPassenger, RunSheet, RunStop } from '#contract/journeys.ts'
import { detourText, movesText, nextStop, progressOf, stopTimeText } from './run-words.ts'

const at = (clock: string) => `2026-11-27T${clock}:00.000-05:00`

const rider = (over: Partial<RunPassenger> = {}): RunPassenger => ({
  bookingId: 'b',
  name: 'Ana R.',
  seats: 1,
  phone: null,
  boarding: 'waiting',
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
