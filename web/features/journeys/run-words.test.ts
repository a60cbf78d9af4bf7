import { describe, expect, it } from 'vitest'
import type { RunPassenger, RunSheet, RunStop } from '#contract/journeys.ts'
import { nextStop } from '#web/shared/journeys/next-stop.ts'
import {
  connectionWords,
  detourText,
  meetingsText,
  movesText,
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
  rescued: false,
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
    const getsOff = [{ bookingId: 'c', name: 'Luis', seats: 1, connection: null }]
    expect(movesText(aStop({ getsOn, getsOff }))).toBe('2 suben, 1 baja')
  })
})

describe('a passenger who changes cars', () => {
  const name = 'Camila O.'
  const point = {
    ...{ id: 'p', name: 'Terminal Salitre', address: '', kind: 'terminal' as const, lat: 4 },
    ...{ lng: -74, approximate: false, listed: true },
  }
  const connection = {
    ...{ id: 'c', part: 1 as 1 | 2, otherBookingId: null, changeMinutes: 55, brokenAt: null },
    changeAt: { placeId: '11001', name: 'Bogotá', point },
    ...{ arrivesAt: at('08:40'), departsAt: at('09:35'), maySayMissed: false },
    expectedAt: null as string | null,
  }
  const second = { ...connection, part: 2 as const }

  it.each([
    [connection, 'Baja en Bogotá, Terminal Salitre · sigue en otro carro a las 9:35 a. m.'],
    [
      { ...connection, changeAt: { ...connection.changeAt, point: null } },
      'Baja en Bogotá · sigue en otro carro a las 9:35 a. m.',
    ],
    [second, 'Camila O. llega en otro carro, previsto 8:40 a. m.. Espera máximo 10 min.'],
    [
      { ...second, expectedAt: at('08:52') },
      'llega en otro carro, previsto 8:40 a. m. (ahora 8:52 a. m.). Espera máximo 10 min.',
    ],
    [{ ...second, expectedAt: at('08:40') }, 'Camila O. llega en otro carro, previsto 8:40 a. m..'],
    [{ ...connection, brokenAt: at('08:00') }, null],
    [null, null],
    // In a sheet that an older version cached.
    [undefined as unknown as null, null],
  ])('is told to the driver: %o', (given, words) => {
    const said = connectionWords({ name, connection: given })?.replaceAll(/[\s\u00A0]+/g, ' ')
    if (words === null) expect(said).toBeUndefined()
    else expect(said).toContain(words.replaceAll('m..', 'm.'))
  })
})

describe('a stop with several meeting points', () => {
  const getsOn = [rider(), rider({ bookingId: 'c', name: 'Luis T.' })]
  const getsOff = [{ bookingId: 'd', name: 'Rosa M.', seats: 1, connection: null }]
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

  it('the next stop is where somebody moves, else the last; the first before the start', () => {
    const sheet = { stops, state: 'on_the_way' } as RunSheet
    const first = (stop: Partial<RunStop>) =>
      nextStop({ ...sheet, stops: stops.with(1, aStop({ id: 't.1', ...stop })) })?.id
    const getsOff = [{ bookingId: 'c', name: 'Eva P.', seats: 1, connection: null }]
    expect([first({ getsOn: [rider()] }), first({ getsOff })]).toEqual(['t.1', 't.1'])
    const absent = first({ getsOn: [rider({ boarding: 'no_show' })] })
    expect([absent, nextStop(sheet)?.id]).toEqual(['t.1', 't.2'])
    expect(progressOf(stops)).toBe(1)
    expect(nextStop({ ...sheet, state: 'finished' })).toBeUndefined()
    expect(nextStop({ ...sheet, state: 'not_started' })?.id).toBe('t.1')
  })

  it('a detour of 0 km and 0 min is not shown', () => {
    expect(detourText({ km: 0, minutes: 0 })).toBeNull()
    expect(detourText({ km: 3.4, minutes: 8 })).toContain('3,4 km y 8 min')
  })
})
