import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as format from './format.ts'

const ROOT = `${import.meta.dirname}/../..`

/** Friday 20 November 2026, 14:05 in Bogotá. */
const FRIDAY = '2026-11-20T19:05:00.000Z'

describe('formatting money', () => {
  it.each([
    [62_000, '$\u00a062.000'],
    [0, '$\u00a00'],
    [999, '$\u00a0999'],
    [1_000_000, '$\u00a01.000.000'],
    [-500, '−$\u00a0500'],
  ])('formats %i pesos as %s', (value, text) => expect(format.pesos(value)).toBe(text))

  it('always writes the sign of a money movement, except for 0', () => {
    expect(format.signedPesos(60_000)).toBe('+$\u00a060.000')
    expect(format.signedPesos(-62_000)).toBe('−$\u00a062.000')
    expect(format.signedPesos(0)).toBe('$\u00a00')
  })
})

describe('formatting times in Bogotá', () => {
  it.each([
    [FRIDAY, '2:05\u00a0p.\u00a0m.'],
    ['2026-11-20T05:00:00Z', '12:00\u00a0a.\u00a0m.'],
    ['2026-11-20T17:00:00Z', '12:00\u00a0p.\u00a0m.'],
    ['2026-11-20T04:59:00-05:00', '4:59\u00a0a.\u00a0m.'],
  ])('formats the instant %s as %s', (instant, text) => expect(format.time(instant)).toBe(text))

  it('formats an instant with the calendar day in Bogotá, not in UTC', () => {
    expect(format.date('2026-11-21T03:00:00Z')).toBe('vie, 20 de nov')
    expect(format.calendarDate('2026-11-21T03:00:00Z')).toBe('2026-11-20')
    expect(format.calendarDate('2026-11-21T05:00:00Z')).toBe('2026-11-21')
  })

  it('formats a calendar date as the same day', () => {
    expect(format.date('2026-11-20')).toBe('vie, 20 de nov')
    expect(format.dateLong('2026-11-20')).toBe('viernes, 20 de noviembre')
    expect(format.dateShort('2026-11-20')).toBe('20/11/2026')
  })

  it('formats day and time together', () =>
    expect(format.dateTime(FRIDAY)).toBe('vie, 20 de nov · 2:05\u00a0p.\u00a0m.'))

  it('says between which days the first hour of a day is', () => {
    const night = ' (noche del jueves al viernes)'
    expect(format.night('2026-11-20T05:15:00Z')).toBe(night)
    expect(format.night('2026-11-20T05:59:59Z')).toBe(night)
    expect(format.night('2026-11-22T05:00:00Z')).toBe(' (noche del sábado al domingo)')
    for (const other of ['2026-11-20T06:00:00Z', '2026-11-20T04:59:00Z', FRIDAY]) {
      expect(format.night(other)).toBe('')
    }
    expect(format.dateTime('2026-11-20T05:15:00Z')).toBe(
      `vie, 20 de nov · 12:15\u00a0a.\u00a0m.${night}`,
    )
    const now = new Date('2026-11-19T20:00:00Z')
    const sentences = [format.before, format.ofDayAndTime, format.timeAndDay, format.dayAndTime]
    for (const say of sentences) {
      expect(say('2026-11-20T05:15:00Z', now)).toContain(night)
      expect(say('2026-11-27T05:15:00Z', now)).toContain(night)
      expect(say(FRIDAY, now)).not.toContain('noche')
    }
  })

  it('says the day of a stop that is not the day of the first one, or between which days', () => {
    const leaves = '2026-11-21T03:00:00Z'
    expect(format.tripTime(leaves)).toBe('10:00\u00a0p.\u00a0m.')
    expect(format.tripTime('2026-11-21T11:00:00Z', leaves)).toBe(
      '6:00\u00a0a.\u00a0m. (sáb, 21 de nov)',
    )
    expect(format.tripTime('2026-11-21T05:30:00Z', leaves)).toBe(
      '12:30\u00a0a.\u00a0m. (noche del viernes al sábado)',
    )
    expect(format.tripTime('2026-11-21T04:59:00Z', leaves)).toBe('11:59\u00a0p.\u00a0m.')
  })

  it('names today "Hoy" and tomorrow "Mañana"', () => {
    const now = new Date(FRIDAY)
    expect(format.relativeDay('2026-11-20', now)).toBe('Hoy')
    expect(format.relativeDay('2026-11-21T12:00:00Z', now)).toBe('Mañana')
    expect(format.relativeDay('2026-11-22', now)).toBe('dom, 22 de nov')
  })

  it('adds days to a calendar date across the end of a year', () => {
    expect(format.addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(format.addDays('2028-02-28', 1)).toBe('2028-02-29')
  })
})

describe('formatting durations, distances, counts', () => {
  it.each([
    [45, '45 min'],
    [240, '4 h'],
    [260, '4 h 20 min'],
    [0, '0 min'],
  ])('formats %i minutes as %s', (minutes, text) => expect(format.duration(minutes)).toBe(text))

  it('formats the duration between two instants', () => {
    expect(format.durationBetween('2026-11-20T10:00:00Z', '2026-11-20T14:30:00Z')).toBe(
      '4 h 30 min',
    )
  })

  it.each([
    [0.35, '350 m'],
    [1.25, '1,3 km'],
    [203.4, '203 km'],
    [1204, '1.204 km'],
  ])('formats %f km as %s', (value, text) => expect(format.km(value)).toBe(text))

  it.each([
    [467.5, '467,5 km'],
    [468, '468 km'],
    [1_032.44, '1.032,4 km'],
    [9.96, '10 km'],
  ])('formats the %f km of a calculation as %s, so that it comes out', (value, text) =>
    expect(format.exactKm(value)).toBe(text),
  )

  it('writes a count with the singular or plural noun', () => {
    expect(format.seats(1)).toBe('1 cupo')
    expect(format.seats(3)).toBe('3 cupos')
    expect(format.plural(1200, 'viaje', 'viajes')).toBe('1.200 viajes')
  })

  it('formats Colombian phone numbers, and leaves other numbers unchanged', () => {
    expect(format.phone('3105550123')).toBe('+57 310 555 0123')
    expect(format.phone('+57 310 5550123')).toBe('+57 310 555 0123')
    expect(format.phone('123')).toBe('123')
    // Numbers of Norway and Cuba have ten digits with their country code.
    for (const foreign of ['+4798765432', '+5351234567', '+584121234567']) {
      expect(format.phone(foreign)).toBe(foreign)
    }
  })
})

describe('a moment inside a sentence', () => {
  const now = new Date(FRIDAY)
  const plain = (text: string) => text.replaceAll('\u00a0', ' ')
  it.each([
    ['2026-11-20T18:00:00.000Z', 'hoy a la 1:00 p. m.'],
    ['2026-11-21T14:00:00.000Z', 'mañana a las 9:00 a. m.'],
    ['2026-11-20T04:59:00.000Z', 'ayer a las 11:59 p. m.'],
    ['2026-11-25T15:30:00.000Z', 'el miércoles 25 de noviembre a las 10:30 a. m.'],
    ['2027-01-04T15:30:00.000Z', 'el lunes 4 de enero de 2027 a las 10:30 a. m.'],
  ])('dayAndTime writes %s as %s', (when, text) =>
    expect(plain(format.dayAndTime(when, now))).toBe(text),
  )

  it.each([
    ['2026-11-20T18:00:00.000Z', 'antes de la 1:00 p. m. de hoy'],
    ['2026-11-21T14:00:00.000Z', 'antes de las 9:00 a. m. de mañana'],
    ['2026-11-25T15:30:00.000Z', 'antes del miércoles 25 de noviembre a las 10:30 a. m.'],
  ])('before writes %s as %s', (when, text) => expect(plain(format.before(when, now))).toBe(text))

  it.each([
    ['2026-11-20T21:00:00.000Z', '4:00 p. m. de hoy', 'de hoy a las 4:00 p. m.'],
    [
      '2026-11-25T12:19:00.000Z',
      '7:19 a. m. del miércoles 25 de noviembre',
      'del miércoles 25 de noviembre a las 7:19 a. m.',
    ],
  ])('timeAndDay and ofDayAndTime write %s', (when, time, day) =>
    expect([plain(format.timeAndDay(when, now)), plain(format.ofDayAndTime(when, now))]).toEqual([
      time,
      day,
    ]),
  )

  it('takes a calendar date as that day in Bogotá', () => {
    expect(format.dayInSentence('2026-11-21', now)).toBe('mañana')
    expect(format.dayInSentence('2026-11-25', now)).toBe('el miércoles 25 de noviembre')
  })

  it('names the month of a period once', () => {
    expect(format.period('2026-11-01', '2026-11-28')).toBe('del 1 al 28 de noviembre')
    expect(format.period('2026-10-30', '2026-11-28')).toBe('del 30 de octubre al 28 de noviembre')
  })

  it('ends a sentence with one full stop, also after "a. m."', () => {
    expect(format.sentence('Sales hoy')).toBe('Sales hoy.')
    expect(format.sentence('Sales a las 6:00 a. m.')).toBe('Sales a las 6:00 a. m.')
  })
})

describe('a list of words', () => {
  it.each([
    [[], ''],
    [['cédula'], 'cédula'],
    [['lunes', 'viernes'], 'lunes y viernes'],
    [['cédula', 'licencia', 'carro'], 'cédula, licencia y carro'],
    [['Cali', 'Ibagué'], 'Cali e Ibagué'],
    [['Neiva', 'Íquira'], 'Neiva e Íquira'],
    [['madre', 'hijo'], 'madre e hijo'],
    [['agua', 'hielo'], 'agua y hielo'],
    [['Cali', 'Yumbo'], 'Cali y Yumbo'],
  ])('joins %j as "%s"', (words, text) => {
    expect(format.wordList(words)).toBe(text)
  })
})

describe('the texts of all screens', () => {
  const sources = globSync('web/**/*.{ts,tsx}', { cwd: ROOT })
    .filter((file) => !file.includes('.test.'))
    .map((file) => [file, readFileSync(`${ROOT}/${file}`, 'utf8').replace(/\s+/g, ' ')] as const)
  /** The places of a text that has what no text may have. */
  const found = (wrong: RegExp) =>
    sources.flatMap(([file, text]) => (text.match(wrong) ?? []).map((part) => `${file}: ${part}`))

  it('put no full stop after a time, which ends with one', () => {
    const time = /\b(?:time|dateTime|theTime|dayAndTime|ofDayAndTime|before)\([^()]*\)\}`?\.(?!\w)/g
    expect(found(time)).toEqual([])
  })

  it('put a date as in a sentence after an article', () => {
    const table = /\b(?:el|del|al|antes de|desde las|a las) \$?\{(?:date|dateTime|time)\(/g
    expect(found(table)).toEqual([])
  })
})
