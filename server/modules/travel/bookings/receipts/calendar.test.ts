import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Appointment, calendarFile } from './calendar.ts'

const appointment: Appointment = {
  id: '019a0000-0000-7000-8000-000000000001',
  from: 'Ibagué',
  to: 'Cali',
  meetingPoint: null,
  startsAt: new Date('2026-11-27T16:05:00.000Z'),
  endsAt: new Date('2026-11-27T20:35:00.000Z'),
  madeAt: new Date('2026-11-20T13:00:00.000Z'),
  sequence: 1,
  isCancelled: false,
  url: 'https://cupo.example/bookings/019a0000-0000-7000-8000-000000000001',
}

/** Splits the file into lines as a calendar program does, with continued lines joined. */
function linesOf(file: string): string[] {
  return file.replaceAll('\r\n ', '').split('\r\n')
}

describe('calendarFile', () => {
  it('writes a calendar file with the places and UTC times of the journey', () => {
    const lines = linesOf(calendarFile([appointment]))
    expect(lines).toEqual(
      expect.arrayContaining([
        'UID:019a0000-0000-7000-8000-000000000001@cupo',
        'DTSTART:20261127T160500Z',
        'DTEND:20261127T203500Z',
        'SUMMARY:Viaje Ibagué - Cali',
        'LOCATION:Ibagué',
        'TRIGGER:-PT2H',
      ]),
    )
    expect(lines.at(-2)).toBe('END:VCALENDAR')
  })

  it('rings for no journey that was cancelled', () => {
    const lines = linesOf(calendarFile([{ ...appointment, isCancelled: true }]))
    expect(lines).toContain('STATUS:CANCELLED')
    expect(lines).not.toContain('BEGIN:VALARM')
  })

  it('uses the meeting point as the location of the calendar entry', () => {
    const meetingPoint = { name: 'Terminal de Ibagué', address: 'Carrera 2 # 20-86' }
    const lines = linesOf(calendarFile([{ ...appointment, meetingPoint }]))
    expect(lines).toContain('LOCATION:Terminal de Ibagué\\, Carrera 2 # 20-86\\, Ibagué')
  })

  it('escapes characters that have a meaning in the calendar format', () => {
    const from = 'Bogotá; D.C., Sur\\Norte\nBEGIN:VEVENT'
    const lines = linesOf(calendarFile([{ ...appointment, from }]))
    expect(lines).toContain('LOCATION:Bogotá\\; D.C.\\, Sur\\\\Norte\\nBEGIN:VEVENT')
    expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1)
  })

  it('writes calendar lines of at most 75 bytes and splits no character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (to) => {
        const file = calendarFile([{ ...appointment, to }])
        expect(file.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
        expect(Buffer.from(file).toString()).toBe(file)
      }),
    )
  })
})
